// The webhooks of a team: lists, creates, edits, tests and deletes them, and replays their failed events.
import { localMoment } from '../../../../base/rules/local-time.ts'
import type { TeamTx } from '../../../../base/store/database.ts'
import { urlFault } from '../../../../base/text/destination.ts'
import {
  updateWebhook,
  removeWebhook,
  createWebhook,
  testWebhook,
  replayWebhook,
  rotateSigningSecret,
} from '../../../../integrations/webhooks/actions.ts'
import type { RequestedEvents } from '../../../../integrations/webhooks/rules.ts'
import { findSigningSecret } from '../../../../integrations/webhooks/secrets/actions.ts'
import { listDays, getWebhookStatistics } from '../../../../integrations/webhooks/statistics/actions.ts'
import { findWebhook, listWebhooks, type Webhook } from '../../../../integrations/webhooks/store.ts'
import { type DashboardPage, page, type Visit } from '../../page.ts'
import { FormFault, requireFound } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage } from '../../ui/table.ts'
import { formText } from '../../ui/form-values.ts'
import { EVENT_EXAMPLES, EVENT_TYPES, offeredTypes, webhookBody, webhooksBody } from './view.ts'

const DONE = { deleted: 'Webhook deleted.' }
const DONE_WITH_ONE = {
  make: 'Webhook created. Copy its signing secret to your server, then send a test event.',
  change: 'Webhook updated.',
  enable: 'Webhook enabled. Pending events are being sent.',
  disable: 'Webhook disabled. No events are sent until you enable it.',
  rotate: 'Secret rotated. Requests are signed with both secrets for 24 hours.',
  replay: 'Failed events queued again. View the events to see the responses.',
}

const webhookList = page('GET /webhooks', 'developer', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listWebhooks(tx, { team_id }, asked))
  const days = await Promise.all(page.rows.map(each => listDays(tx, each)))
  return { title: 'Webhooks', done: DONE, body: () => webhooksBody(page, days, visitor.team.name) }
})

const webhookPage = page('GET /webhooks/:id', 'developer', async visit => {
  const { tx, visitor, now, path } = visit
  const webhook = await requireWebhook(visit)
  const statistics = await getWebhookStatistics(tx, webhook)
  const secret = await findSigningSecret(tx, webhook, now)
  const data = { webhook, statistics, secret, time_zone: visitor.team.time_zone, refused: path.split('/')[3] }
  return { title: webhook.endpoint, done: DONE_WITH_ONE, body: () => webhookBody(data) }
})

/** A form about one webhook that redirects to its page. */
function form(
  name: Exclude<keyof typeof DONE_WITH_ONE, 'make'>,
  act: (visit: Visit<Visitor>, webhook: Webhook) => Promise<unknown>,
): DashboardPage {
  return page(
    `POST /webhooks/:id/${name}`,
    'developer',
    async visit => {
      const webhook = await requireWebhook(visit)
      await act(visit, webhook)
      return { location: `/webhooks/${webhook.id}?done=${name}` }
    },
    { refused: webhookPage },
  )
}

export const webhookPages: DashboardPage[] = [
  webhookList,
  webhookPage,

  page(
    'POST /webhooks/make',
    'developer',
    async visit => {
      const { webhook } = await createWebhook(visit, webhookFromForm(visit.form))
      return { location: `/webhooks/${webhook.id}?done=make` }
    },
    { refused: webhookList },
  ),

  form('change', (visit, before) => updateWebhook(visit, before, webhookFromForm(visit.form, before))),
  form('enable', (visit, before) => updateWebhook(visit, before, { status: 'enabled' })),
  form('disable', (visit, before) => updateWebhook(visit, before, { status: 'disabled' })),
  form('rotate', rotateSigningSecret),
  form('replay', (visit, webhook) =>
    replayWebhook(visit, webhook, sinceFromForm(visit.form, visit.visitor.team.time_zone)),
  ),

  page('POST /webhooks/:id/delete', 'developer', async visit => {
    await removeWebhook(visit, (await requireWebhook(visit)).id)
    return { location: '/webhooks?done=deleted' }
  }),

  page(
    'POST /webhooks/:id/test',
    'developer',
    async visit => {
      const webhook = await requireWebhook(visit)
      const type = EVENT_TYPES.find(each => each === visit.form.get('type'))
      if (type === undefined) throw new FormFault('Select an event type.')
      const event_id = await testWebhook(visit, webhook, { type, data: EVENT_EXAMPLES[type] })
      return { location: `/webhooks/${webhook.id}/events/${event_id}?done=test` }
    },
    { refused: webhookPage },
  ),
]

/** The webhook in the URL. Throws a 404 page for an unknown one. */
export async function requireWebhook({ tx, team_id, params }: TeamTx & { params: { id: string } }): Promise<Webhook> {
  return requireFound(await findWebhook(tx, { team_id, id: params.id }), 'webhook')
}

function webhookFromForm(form: URLSearchParams, before?: Webhook): { endpoint: string; events: RequestedEvents } {
  const endpoint = formText(form, 'endpoint')
  const fault = urlFault(endpoint)
  if (fault !== undefined) throw new FormFault(`“URL” ${fault}.`)
  if (form.get('which') !== 'chosen') return { endpoint, events: 'all' }
  const events = offeredTypes(before).filter(type => form.has(type))
  if (events.length === 0) throw new FormFault('Select at least one event type, or all events.')
  return { endpoint, events }
}

function sinceFromForm(form: URLSearchParams, time_zone: string): string {
  const since = localMoment(form.get('since') ?? '', time_zone)
  if (!since) throw new FormFault('“Since” must be a date and time, such as 2026-12-01T09:00.')
  return since.toISOString()
}
