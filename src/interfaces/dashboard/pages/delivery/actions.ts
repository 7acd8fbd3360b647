// Delivery: relays and destinations with their last replies, pending email, and pauses.
import { pauseMail } from '../../../../mail/delivery/actions.ts'
import { findWaitingMail, listDestinations, resumeDelivery } from '../../../../mail/delivery/routes/overview/actions.ts'
import { listPauses } from '../../../../mail/delivery/routes/store.ts'
import { type DashboardPage, page } from '../../page.ts'
import { problem } from '../../problems.ts'
import { deliveryBody } from './view.ts'

const DONE = {
  paused: 'It is paused: within a second nothing begins any more that it is about.',
  resumed: 'It goes on: what waited goes now.',
}

const SHOWN = 50

const deliveryPage = page(
  'GET /delivery',
  'operator',
  async ({ tx, visitor, query, now, parts: { relay, relays, server } }) => {
    const destinations = await listDestinations(tx, { after: query.get('after') ?? '', limit: SHOWN }, now)
    const pauses = await listPauses(tx)
    const waiting = await findWaitingMail(tx)
    const isRelayDown = server().relay?.state === 'down'
    const shown = { ...destinations, pauses, visitor, relay, relays, isRelayDown, waiting, now }
    return { title: 'Delivery', done: DONE, body: outcome => deliveryBody({ ...outcome, ...shown }) }
  },
)

export const deliveryPages: DashboardPage[] = [
  deliveryPage,

  page(
    'POST /delivery/pause',
    'operator',
    async ({ tx, form, now }) => {
      const name = form.get('name') ?? ''
      const reason = (form.get('reason') ?? '').trim().slice(0, 300)
      const asked = { scope: form.get('scope') ?? '', ...(name !== '' && { name }), ...(reason !== '' && { reason }) }
      await pauseMail(tx, asked, now)
      return { location: '/delivery?done=paused' }
    },
    { refused: deliveryPage },
  ),

  page('POST /delivery/pauses/:id/end', 'operator', async ({ tx, params, now }) => {
    if (await resumeDelivery(tx, params.id, now)) return { location: '/delivery?done=resumed' }
    return problem(404, 'Nothing to resume', 'It is not paused any more.')
  }),
]
