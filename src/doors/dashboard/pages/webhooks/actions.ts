// A team's webhooks: which endpoints there are, making one, and what can be done with it.
import {
  changeWebhook,
  dropWebhook,
  findWebhook,
  listWebhooks,
  makeWebhook,
  postTest,
  recentAttempts,
  replaySince,
  rotateSecret,
  shownSigningSecret,
  type Webhook,
  webhookStatistics,
} from '../../../../watch/webhooks/actions.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../page.ts'
import { found } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { askedSince, askedType, askedWebhook, EXAMPLES } from './asked.ts'
import { webhooksBody } from './list-view.ts'
import { webhookBody } from './view.ts'

const DONE = { deleted: 'The endpoint was deleted. Nothing is posted to it any more.' }
const DONE_WITH_ONE = {
  made: 'The endpoint is added. Give its signing secret to your program, then post a test event.',
  changed: 'The endpoint is changed.',
  enabled: 'The endpoint is enabled. Events that waited are posted now.',
  disabled: 'The endpoint is disabled. Nothing is posted until you enable it again.',
  rotated: 'There is a new secret. Give it to your program within 24 hours; until then both sign.',
  replaying: 'The events that failed since then are posted once more. Its events show what comes of it.',
}

const webhookList = page('GET /webhooks', async visit => {
  const { tx, team_id, visitor, query } = visit
  const page = await findPage(query, asked => listWebhooks(tx, { team_id }, asked))
  const rows = await Promise.all(page.rows.map(async each => ({ ...each, recent: await recentAttempts(visit, each) })))
  const shown = { page: { ...page, rows }, visitor }
  return { title: 'Webhooks', done: DONE, body: outcome => webhooksBody({ ...outcome, ...shown }) }
})

const webhookPage = page('GET /webhooks/:id', async visit => {
  const { tx, visitor, now, path } = visit
  const webhook = await findWebhookOr(visit)
  const statistics = await webhookStatistics(tx, webhook)
  const secret = await shownSigningSecret(tx, webhook, now)
  const shown = { webhook, statistics, secret, visitor, now, refused: path.split('/')[3] }
  return { title: webhook.endpoint, done: DONE_WITH_ONE, body: outcome => webhookBody({ ...outcome, ...shown }) }
})

/** As at the API, every member of the team may do what is on these pages. */
export const webhookPages: DashboardPage[] = [
  webhookList,

  page(
    'POST /webhooks/make',
    async visit => {
      const { webhook } = await makeWebhook(visit, askedWebhook(visit.form))
      return after('made', webhook)
    },
    { refused: webhookList },
  ),

  webhookPage,

  page(
    'POST /webhooks/:id/change',
    async visit => {
      const webhook = await findWebhookOr(visit)
      await changeWebhook(visit, webhook, askedWebhook(visit.form, webhook.events))
      return after('changed', webhook)
    },
    { refused: webhookPage },
  ),

  page('POST /webhooks/:id/enable', async visit => {
    const webhook = await findWebhookOr(visit)
    await changeWebhook(visit, webhook, { status: 'enabled' })
    return after('enabled', webhook)
  }),

  page('POST /webhooks/:id/disable', async visit => {
    const webhook = await findWebhookOr(visit)
    await changeWebhook(visit, webhook, { status: 'disabled' })
    return after('disabled', webhook)
  }),

  page('POST /webhooks/:id/rotate', async visit => {
    const webhook = await findWebhookOr(visit)
    await rotateSecret(visit, webhook)
    return after('rotated', webhook)
  }),

  page('POST /webhooks/:id/delete', async visit => {
    await dropWebhook(visit, (await findWebhookOr(visit)).id)
    return { location: '/webhooks?done=deleted' }
  }),

  page(
    'POST /webhooks/:id/test',
    async visit => {
      const webhook = await findWebhookOr(visit)
      const type = askedType(visit.form)
      const event_id = await postTest(visit, webhook, { type, data: EXAMPLES[type] })
      return { location: `/webhooks/${webhook.id}/events/${event_id}?done=tested` }
    },
    { refused: webhookPage },
  ),

  page(
    'POST /webhooks/:id/replay',
    async visit => {
      const webhook = await findWebhookOr(visit)
      await replaySince(visit, webhook, askedSince(visit.form, visit.visitor.team.time_zone))
      return after('replaying', webhook)
    },
    { refused: webhookPage },
  ),
]

function after(done: keyof typeof DONE_WITH_ONE, { id }: Webhook): { location: string } {
  return { location: `/webhooks/${id}?done=${done}` }
}

export async function findWebhookOr({
  tx,
  team_id,
  params: { id },
}: InTeam & { params: { id: string } }): Promise<Webhook> {
  return found(await findWebhook(tx, { team_id, id }), 'endpoint')
}
