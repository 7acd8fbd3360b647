// What was posted to an endpoint: the list, one event with its attempts, and posting it once more.
import {
  findEventAt,
  listTries,
  publicId,
  replay,
  searchEventsAt,
  type ShownWebhookEvent,
  type Webhook,
} from '../../../../../watch/webhooks/actions.ts'
import type { InTeam } from '../../../../../base/store/database.ts'
import { type DashboardPage, openPage, page } from '../../../page.ts'
import { found } from '../../../problems.ts'
import { PAGE_LENGTH } from '../../../ui/table.ts'
import { findWebhookOr } from '../actions.ts'
import { DELIVERY_STATUSES } from '../words.ts'
import { eventBody, eventsBody } from './view.ts'

const DONE = {
  tested: 'The test event is on its way. Load this page again in a moment to see what the endpoint answered.',
  replayed: 'It is posted once more. Load this page again in a moment to see what the endpoint answered.',
}

const eventPage = page('GET /webhooks/:id/events/:event_id', async visit => {
  const { visitor, query } = visit
  const { webhook, event } = await findEventOr(visit)
  const at = query.get('after') || undefined
  const of = { webhook_id: webhook.id, event_id: event.event_id }
  const { rows, has_more } = await listTries(visit, of, { limit: PAGE_LENGTH, ...(at !== undefined && { after: at }) })
  const behind = has_more ? publicId('atmpt', rows.at(-1)!.id) : undefined
  const shown = { webhook, event, attempts: { rows, behind, after: at }, visitor }
  return { title: event.type, done: DONE, body: outcome => eventBody({ ...outcome, ...shown }) }
})

export const webhookEventPages: DashboardPage[] = [
  openPage('GET /webhooks/:id/events', async ({ asVisitor, query, parts: { database } }) => {
    const webhook = await asVisitor(findWebhookOr)
    const status = DELIVERY_STATUSES.find(each => each === query.get('status'))
    const after = query.get('after') || undefined
    const { team_id } = webhook
    // outside of the unit, which blocks all others
    const found = await database.read(tx =>
      searchEventsAt({ tx, team_id }, webhook, { status, after, most: PAGE_LENGTH }),
    )
    return { title: 'Webhook events', body: () => eventsBody({ webhook, found, status, after }) }
  }),

  eventPage,

  page(
    'POST /webhooks/:id/events/:event_id/replay',
    async visit => {
      const { webhook, event } = await findEventOr(visit)
      await replay(visit, webhook, event.event_id)
      return { location: `/webhooks/${webhook.id}/events/${publicId('msg', event.event_id)}?done=replayed` }
    },
    { refused: eventPage },
  ),
]

async function findEventOr(
  visit: Parameters<typeof findEventAt>[0] & InTeam & { params: { id: string; event_id: string } },
): Promise<{ webhook: Webhook; event: ShownWebhookEvent }> {
  const webhook = await findWebhookOr(visit)
  const message = 'It was not posted to this endpoint, or it is so old that it was removed.'
  const event = found(await findEventAt(visit, webhook, visit.params.event_id), 'event', message)
  return { webhook, event }
}
