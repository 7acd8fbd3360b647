// The events of a webhook: the list, and one event with its payload and attempts, which can be replayed.
import type { TeamTx } from '../../../../../base/store/database.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import { truncate } from '../../../../../base/text/length.ts'
import {
  findWebhookEventByPublicId,
  listWebhookEvents,
  listWebhookAttempts,
  replayWebhookEvent,
} from '../../../../../integrations/webhooks/actions.ts'
import { publicId } from '../../../../../integrations/webhooks/public-ids.ts'
import type { DeliveryStatus } from '../../../../../integrations/webhooks/rules.ts'
import type {
  ListedWebhookEvent,
  WebhookEventDetails,
  Webhook,
  WebhookAttempt,
} from '../../../../../integrations/webhooks/store.ts'
import { type DashboardPage, openPage, page } from '../../../page.ts'
import { requireFound } from '../../../problems.ts'
import { facts, moodTag, type StateWithMeaning } from '../../../ui/facts.ts'
import { actionForm, errorBox } from '../../../ui/forms.ts'
import { doneNote, formOutcome, formatNumber } from '../../../ui/reader.ts'
import {
  filterLinks,
  listItem,
  type ListColumn,
  searchPager,
  PAGE_LENGTH,
  rowList,
  type SearchedRows,
} from '../../../ui/table.ts'
import { dateTimeWithSeconds } from '../../../ui/time.ts'
import { requireWebhook } from '../actions.ts'

const DONE = {
  test: 'Test event queued. Reload this page in a moment to see the response.',
  replay: 'Event queued again. Reload this page in a moment to see the response.',
}

const STATES: Record<DeliveryStatus, StateWithMeaning> = {
  pending: { words: 'Pending', mood: '', sentence: 'The first attempt is pending.' },
  attempting: { words: 'Attempting', mood: 'wait', sentence: 'The last attempt failed. It is retried automatically.' },
  success: { words: 'Success', mood: 'good', sentence: 'The webhook accepted the event.' },
  failed: { words: 'Failed', mood: 'bad', sentence: 'No more retries. Fix the endpoint, then replay the event.' },
}
const STATUSES = Object.keys(STATES) as DeliveryStatus[]

const eventPage = page('GET /webhooks/:id/events/:event_id', 'developer', async visit => {
  const { webhook, event } = await requireEvent(visit)
  const asked = { limit: PAGE_LENGTH, after: visit.query.get('after') || undefined }
  const { rows, has_more } = await listWebhookAttempts(
    visit,
    { webhook_id: webhook.id, event_id: event.event_id },
    asked,
  )
  const behind = has_more ? publicId('atmpt', rows.at(-1)!.id) : undefined
  return { title: event.type, done: DONE, body: () => eventBody(webhook, event, { rows, behind, after: asked.after }) }
})

export const webhookEventPages: DashboardPage[] = [
  openPage('GET /webhooks/:id/events', 'developer', async ({ asVisitor, query, parts: { database } }) => {
    const webhook = await asVisitor(requireWebhook)
    const status = STATUSES.find(each => each === query.get('status'))
    const asked = { limit: PAGE_LENGTH, after: query.get('after') || undefined, status }
    // outside of the transaction, which would block others
    const events = await database.read(tx => listWebhookEvents({ tx, team_id: webhook.team_id }, webhook, asked))
    return { title: 'Webhook events', body: () => eventsBody({ ...events, ...asked, webhook }) }
  }),

  eventPage,

  page(
    'POST /webhooks/:id/events/:event_id/replay',
    'developer',
    async visit => {
      const { webhook, event } = await requireEvent(visit)
      await replayWebhookEvent(visit, webhook, event.event_id)
      return { location: `/webhooks/${webhook.id}/events/${visit.params.event_id}?done=replay` }
    },
    { refused: eventPage },
  ),
]

async function requireEvent(
  visit: TeamTx & { params: { id: string; event_id: string } },
): Promise<{ webhook: Webhook; event: WebhookEventDetails }> {
  const webhook = await requireWebhook(visit)
  const event = await findWebhookEventByPublicId(visit, webhook, visit.params.event_id)
  return { webhook, event: requireFound(event, 'event', 'The event was not sent to this webhook or has expired.') }
}

// ---- list ---------------------------------------------------------------------------------------------------------

interface EventList extends SearchedRows {
  rows: readonly ListedWebhookEvent[]
  webhook: Webhook
  status: DeliveryStatus | undefined
}

function eventsBody(list: EventList): Html {
  const { webhook, rows, after, status } = list
  const path = `/webhooks/${webhook.id}/events`
  const behind = list.behind && publicId('msg', list.behind)
  return html`<p>
      <a class="back" href="/webhooks/${webhook.id}"><bdi>${webhook.endpoint}</bdi></a>
    </p>
    <h1>Events</h1>
    <p class="lead">Events for this webhook, newest first.</p>
    ${filterLinks(path, { name: 'status', values: STATUSES, current: status })}
    ${rowList(rows, { columns: columnsOf(path), empty: emptyText(list), label: 'Events' })}
    ${searchPager(path, { rows, behind, after }, status && { status })}`
}

function emptyText({ behind, after, status }: EventList): string {
  if (behind !== undefined) return 'No matching events in this part of the list. Search older.'
  if (after !== undefined) return 'No older events.'
  if (status !== undefined) return 'No events have this status.'
  return 'No events yet. Send a test event from the webhook page.'
}

function columnsOf(path: string): ListColumn<ListedWebhookEvent>[] {
  const idOf = (event_id: string): string => publicId('msg', event_id)
  return [
    { title: 'Event', cell: ({ event_id, type }) => html`<a href="${path}/${idOf(event_id)}">${type}</a>` },
    { title: 'Status', cell: ({ status }) => moodTag(STATES[status]) },
    { title: 'ID', cell: ({ event_id }) => html`<code>${idOf(event_id)}</code>` },
    { title: 'Created', cell: ({ created_at }) => dateTimeWithSeconds(created_at) },
  ]
}

// ---- one event ----------------------------------------------------------------------------------------------------

function eventBody(
  { id: webhook_id, endpoint, status }: Webhook,
  event: WebhookEventDetails,
  attempts: SearchedRows & { rows: readonly WebhookAttempt[] },
): Html {
  const [page, id] = [`/webhooks/${webhook_id}`, publicId('msg', event.event_id)]
  const path = `${page}/events/${id}`
  const state = STATES[event.status]
  return html`<p>
      <a class="back" href="${page}"><bdi>${endpoint}</bdi></a> · <a class="back" href="${page}/events">Events</a>
    </p>
    <h1>${event.type}</h1>
    ${doneNote()} ${errorBox(formOutcome().trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${facts([
      ['Created', html`${dateTimeWithSeconds(event.created_at)}`],
      ['Next attempt', nextAttempt(status, event)],
      ['Event ID', html`<code>${id}</code>, sent as <code>webhook-id</code>`],
    ])}
    ${
      status === 'enabled'
        ? actionForm({ path: `${path}/replay`, label: 'Replay event', about: id })
        : html`<p>To replay this event, first <a href="${page}">enable the webhook</a>.</p>`
    }
    <h2>Attempts</h2>
    ${rowList(attempts.rows, { row: attemptRow, empty: 'No attempts yet. Reload this page in a moment.', label: 'Attempts' })}
    ${searchPager(path, attempts)}
    <h2>Payload</h2>
    <p class="soft">Formatted for reading. The request body has no line breaks.</p>
    ${textBox(JSON.stringify(JSON.parse(event.payload), null, 2))}`
}

function nextAttempt(status: Webhook['status'], { next_attempt_at }: WebhookEventDetails): Html | string {
  if (next_attempt_at === null) return 'None'
  if (status === 'disabled') return 'After the webhook is enabled'
  return next_attempt_at === '' ? 'After the events before it' : html`${dateTimeWithSeconds(next_attempt_at)}`
}

function attemptRow({ http_status_code: code, response, sent_at, duration_ms }: WebhookAttempt): Html {
  return listItem(
    html`<h3>${code === 0 ? 'No response' : `Status ${code}`}</h3>
      <p class="soft">${dateTimeWithSeconds(sent_at)}, ${formatNumber(duration_ms)} ms</p>
      ${
        code === 0
          ? html`<p><bdi>${response}</bdi></p>`
          : html`<details>
              <summary>Response body</summary>
              ${response === '' ? html`<p class="soft">No body.</p>` : textBox(response)}
            </details>`
      }`,
    moodTag(STATES[code >= 200 && code < 300 ? 'success' : 'failed']),
  )
}

const CHARACTERS_SHOWN_MAX = 20_000

/** Untrusted text, truncated to a readable length. */
function textBox(text: string): Html {
  const start = truncate(text, CHARACTERS_SHOWN_MAX)
  return html`<pre class="text" tabindex="0">${`\n${start}`}</pre>
    ${start !== text && html`<p class="soft">Truncated. The API returns the rest.</p>`}`
}
