// Where mail goes: relays and destinations with what they have said, what waits for them, and pausing and resuming it.
import {
  findWaitingMail,
  listDestinations,
  listPauses,
  pauseMail,
  resumeDelivery,
} from '../../../../mail/delivery/actions.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, page, type View, type Visit } from '../../page.ts'
import { problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { deliveryBody } from './view.ts'

const DONE = {
  paused: 'It is paused: within a second nothing begins any more that it is about.',
  resumed: 'It goes on: what waited goes now.',
}

const SHOWN = 50

export const deliveryPages: DashboardPage[] = [
  page('GET /delivery', visit => findDeliveryView(visit)),

  page('POST /delivery/pause', async visit => {
    const { tx, form, now } = visit
    const name = form.get('name') ?? ''
    const reason = (form.get('reason') ?? '').trim().slice(0, 300)
    try {
      const asked = { scope: form.get('scope') ?? '', ...(name !== '' && { name }), ...(reason !== '' && { reason }) }
      await pauseMail(tx, asked, now)
    } catch (error) {
      if (error instanceof Refusal) return findDeliveryView(visit, error.message)
      throw error
    }
    return { location: '/delivery?done=paused' }
  }),

  page('POST /delivery/pauses/:id/end', async ({ tx, params }) => {
    if (await resumeDelivery(tx, params.id)) return { location: '/delivery?done=resumed' }
    return problem(404, 'Nothing to resume', 'It is not paused any more.')
  }),
]

async function findDeliveryView(
  { tx, visitor, query, form, now, parts }: Visit<Visitor>,
  trouble?: string,
): Promise<View> {
  const after = query.get('after') ?? ''
  const destinations = await listDestinations(tx, { after, limit: SHOWN }, now)
  const pauses = await listPauses(tx)
  const waiting = await findWaitingMail(tx)
  const done = doneBox(query, DONE)
  const { relay, relays } = parts
  return {
    title: 'Delivery',
    body: () => deliveryBody({ ...destinations, pauses, visitor, done, form, trouble, relay, relays, waiting, now }),
    ...(trouble !== undefined && { status: 422 }),
  }
}
