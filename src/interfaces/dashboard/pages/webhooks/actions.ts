// The webhooks of a team: lists, creates, changes, tests and deletes them, and shows what was sent.
import {
  changeWebhook,
  dropWebhook,
  findEventAt,
  listEventsAt,
  listTries,
  makeWebhook,
  postTest,
  replay,
  replaySince,
  rotateSecret,
} from '../../../../watch/webhooks/actions.ts'
import { type ShownWebhookEvent, type Webhook, findWebhook, listWebhooks } from '../../../../watch/webhooks/store.ts'
import { listDays, webhookStatistics } from '../../../../watch/webhooks/statistics/actions.ts'
import { publicId } from '../../../../watch/webhooks/public-ids.ts'
import { shownSigningSecret } from '../../../../watch/webhooks/secrets/actions.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../page.ts'
import { found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage, PAGE_LENGTH } from '../../ui/table.ts'
import { askedSince, askedType, askedWebhook, EXAMPLES } from './asked.ts'
import { eventBody, eventsBody } from './events-view.ts'
import { webhookBody, webhooksBody } from './view.ts'
import { DELIVERY_STATUSES } from './words.ts'

const DONE = { deleted: 'The endpoint was deleted. Nothing is posted to it any more.' }
const DONE_WITH_ONE = {
  make: 'The endpoint is added. Give its signing secret to your program, then post a test event.',
  change: 'The endpoint is changed.',
  enable: 'The endpoint is enabled. Events that waited are posted now.',
  disable: 'The endpoint is disabled. Nothing is posted until you enable it again.',
  rotate: 'There is a new secret. Give it to your program within 24 hours; until then both sign.',
  replay: 'The events that failed since then are posted once more. See them under its events.',
}
const DONE_WITH_EVENT = {
  test: 'The test event is on its way. Load this page again in a moment to see what was answered.',
  replay: 'It is posted once more. Load this page again in a moment to see what was answered.',
}

const webhookList = page('GET /webhooks', 'developer', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listWebhooks(tx, { team_id }, asked))
  const days = await Promise.all(page.rows.map(each => listDays(tx, each)))
  return { title: 'Webhooks', done: DONE, body: outcome => webhooksBody({ ...outcome, page, days, visitor }) }
})

const webhookPage = page('GET /webhooks/:id', 'developer', async visit => {
  const { tx, visitor, now, path } = visit
  const webhook = await findOr(visit)
  const statistics = await webhookStatistics(tx, webhook)
  const secret = await shownSigningSecret(tx, webhook, now)
  const shown = { webhook, statistics, secret, visitor, now, act: path.split('/')[3] }
  return { title: webhook.endpoint, done: DONE_WITH_ONE, body: outcome => webhookBody({ ...outcome, ...shown }) }
})

const eventPage = page('GET /webhooks/:id/events/:event_id', 'developer', async visit => {
  const { webhook, event } = await findEventOr(visit)
  const asked = { limit: PAGE_LENGTH, after: visit.query.get('after') || undefined }
  const { rows, has_more } = await listTries(visit, { webhook_id: webhook.id, event_id: event.event_id }, asked)
  const behind = has_more ? publicId('atmpt', rows.at(-1)!.id) : undefined
  const shown = { webhook, event, attempts: { rows, behind, after: asked.after }, visitor: visit.visitor }
  return { title: event.type, done: DONE_WITH_EVENT, body: outcome => eventBody({ ...outcome, ...shown }) }
})

/** A form about one endpoint that redirects to its page. */
function form(
  name: Exclude<keyof typeof DONE_WITH_ONE, 'make'>,
  act: (visit: Visit<Visitor>, webhook: Webhook) => Promise<unknown>,
): DashboardPage {
  return page(
    `POST /webhooks/:id/${name}`,
    'developer',
    async visit => {
      const webhook = await findOr(visit)
      await act(visit, webhook)
      return { location: `/webhooks/${webhook.id}?done=${name}` }
    },
    { refused: webhookPage },
  )
}

/** As in the API, every member of the team may use these pages. */
export const webhookPages: DashboardPage[] = [
  webhookList,
  webhookPage,
  eventPage,

  page(
    'POST /webhooks/make',
    'developer',
    async visit => {
      const { webhook } = await makeWebhook(visit, askedWebhook(visit.form))
      return { location: `/webhooks/${webhook.id}?done=make` }
    },
    { refused: webhookList },
  ),

  form('change', (visit, before) => changeWebhook(visit, before, askedWebhook(visit.form, before))),
  form('enable', (visit, before) => changeWebhook(visit, before, { status: 'enabled' })),
  form('disable', (visit, before) => changeWebhook(visit, before, { status: 'disabled' })),
  form('rotate', rotateSecret),
  form('replay', (visit, webhook) => replaySince(visit, webhook, askedSince(visit.form, visit.visitor.team.time_zone))),

  page('POST /webhooks/:id/delete', 'developer', async visit => {
    await dropWebhook(visit, (await findOr(visit)).id)
    return { location: '/webhooks?done=deleted' }
  }),

  page(
    'POST /webhooks/:id/test',
    'developer',
    async visit => {
      const webhook = await findOr(visit)
      const type = askedType(visit.form)
      const event_id = await postTest(visit, webhook, { type, data: EXAMPLES[type] })
      return { location: `/webhooks/${webhook.id}/events/${event_id}?done=test` }
    },
    { refused: webhookPage },
  ),

  openPage('GET /webhooks/:id/events', 'developer', async ({ asVisitor, query, parts: { database } }) => {
    const webhook = await asVisitor(findOr)
    const status = DELIVERY_STATUSES.find(each => each === query.get('status'))
    const asked = { limit: PAGE_LENGTH, after: query.get('after') || undefined, status }
    // outside of the transaction, which would block others
    const found = await database.read(tx => listEventsAt({ tx, team_id: webhook.team_id }, webhook, asked))
    return { title: 'Webhook events', body: () => eventsBody({ ...found, ...asked, webhook }) }
  }),

  page(
    'POST /webhooks/:id/events/:event_id/replay',
    'developer',
    async visit => {
      const { webhook, event } = await findEventOr(visit)
      await replay(visit, webhook, event.event_id)
      return { location: `/webhooks/${webhook.id}/events/${visit.params.event_id}?done=replay` }
    },
    { refused: eventPage },
  ),
]

async function findOr({ tx, team_id, params }: InTeam & { params: { id: string } }): Promise<Webhook> {
  return found(await findWebhook(tx, { team_id, id: params.id }), 'endpoint')
}

async function findEventOr(
  visit: InTeam & { params: { id: string; event_id: string } },
): Promise<{ webhook: Webhook; event: ShownWebhookEvent }> {
  const webhook = await findOr(visit)
  const event = await findEventAt(visit, webhook, visit.params.event_id)
  return {
    webhook,
    event: found(event, 'event', 'It was not posted to this endpoint, or it is so old that it is gone.'),
  }
}
