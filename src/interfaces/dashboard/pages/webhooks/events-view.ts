// The page with the events of an endpoint, and the page of one with its payload and attempts.
import type { DeliveryStatus } from '../../../../watch/webhooks/rules.ts'
import type {
  ListedWebhookEvent,
  ShownWebhookEvent,
  Webhook,
  WebhookAttempt,
} from '../../../../watch/webhooks/store.ts'
import { publicId } from '../../../../watch/webhooks/public-ids.ts'
import { shortened } from '../../../../base/text/length.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts, moodTag } from '../../ui/facts.ts'
import { actForm, troubleBox } from '../../ui/forms.ts'
import { type ListColumn, filterLinks, item, onwardPager, rowList, type SearchedPart } from '../../ui/table.ts'
import { exactly } from '../../ui/time.ts'
import { DELIVERY_STATUSES, EVENT_STATES } from './words.ts'
import { numeral } from '../../ui/reader.ts'

interface ShownEvents extends SearchedPart {
  rows: readonly ListedWebhookEvent[]
  webhook: Webhook
  status: DeliveryStatus | undefined
}

export function eventsBody(shown: ShownEvents): Html {
  const { webhook, rows, after, status } = shown
  const path = `/webhooks/${webhook.id}/events`
  const behind = shown.behind && publicId('msg', shown.behind)
  return html`<p>
      <a class="back" href="/webhooks/${webhook.id}"><bdi>${webhook.endpoint}</bdi></a>
    </p>
    <h1>Events</h1>
    <p class="lead">What was posted to this endpoint or is to be, the latest first.</p>
    ${filterLinks(path, { name: 'status', values: DELIVERY_STATUSES, current: status })}
    ${rowList(rows, { columns: columnsOf(path), empty: emptyWords(shown), label: 'Events' })}
    ${onwardPager(path, { rows, behind, after }, status && { status })}`
}

function emptyWords({ behind, after, status }: ShownEvents): string {
  if (behind !== undefined) return 'There is none in this part of the events. Look further back.'
  if (after !== undefined) return 'There are no older ones.'
  if (status !== undefined) return 'No event has this status.'
  return 'Nothing was posted to it yet. Post a test event on the page of the endpoint.'
}

function columnsOf(path: string): ListColumn<ListedWebhookEvent>[] {
  const idOf = (event_id: string): string => publicId('msg', event_id)
  return [
    { title: 'Event', cell: ({ event_id, type }) => html`<a href="${path}/${idOf(event_id)}">${type}</a>` },
    { title: 'State', cell: ({ status }) => moodTag(EVENT_STATES[status]) },
    { title: 'ID', cell: ({ event_id }) => html`<code>${idOf(event_id)}</code>` },
    { title: 'Happened', cell: ({ created_at }) => exactly(created_at) },
  ]
}

interface ShownEvent extends FormOutcome {
  webhook: Webhook
  event: ShownWebhookEvent
  attempts: SearchedPart & { rows: readonly WebhookAttempt[] }
  visitor: Visitor
}

export function eventBody({ webhook, event, attempts, done, trouble }: ShownEvent): Html {
  const { endpoint, status } = webhook
  const [page, id] = [`/webhooks/${webhook.id}`, publicId('msg', event.event_id)]
  const path = `${page}/events/${id}`
  const state = EVENT_STATES[event.status]
  return html`<p>
      <a class="back" href="${page}"><bdi>${endpoint}</bdi></a> · <a class="back" href="${page}/events">Events</a>
    </p>
    <h1>${event.type}</h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${facts([
      ['Happened', html`${exactly(event.created_at)}`],
      ['Next attempt', nextWords(webhook, event)],
      ['Event ID', html`<code>${id}</code>, which each post has as <code>webhook-id</code>`],
    ])}
    ${
      status === 'enabled'
        ? actForm({ path: `${path}/replay`, label: 'Replay', about: id })
        : html`<p>To replay it, first <a href="${page}">enable the endpoint</a>.</p>`
    }
    <h2>Attempts</h2>
    ${rowList(attempts.rows, { row: attemptRow, empty: 'There was none yet. Load this page again in a moment.', label: 'Attempts' })}
    ${onwardPager(path, attempts)}
    <h2>Payload</h2>
    <p class="soft">With line breaks for reading. It is posted and signed without them.</p>
    ${shownText(JSON.stringify(JSON.parse(event.payload), null, 2))}`
}

function nextWords({ status }: Webhook, { next_attempt_at }: ShownWebhookEvent): Html | string {
  if (next_attempt_at === null) return 'None by itself'
  if (status === 'disabled') return 'When the endpoint is enabled again'
  return next_attempt_at === '' ? 'As soon as those before it have ended' : html`${exactly(next_attempt_at)}`
}

function attemptRow({ http_status_code: code, response, sent_at, duration_ms }: WebhookAttempt): Html {
  const answer = html`<details>
    <summary>What it answered</summary>
    ${response === '' ? html`<p class="soft">Nothing but the status.</p>` : shownText(response)}
  </details>`
  return item(
    html`<h3>${code === 0 ? 'No answer' : `Status ${code}`}</h3>
      <p class="soft">${exactly(sent_at)}, took ${numeral(duration_ms)} ms</p>
      ${code === 0 ? html`<p><bdi>${response}</bdi></p>` : answer}`,
    moodTag(EVENT_STATES[code >= 200 && code < 300 ? 'success' : 'failed']),
  )
}

const SHOWN_CHARACTERS = 20_000

/** Untrusted text, truncated to a readable length. */
function shownText(text: string): Html {
  const start = shortened(text, SHOWN_CHARACTERS)
  return html`<pre class="text" tabindex="0">${`\n${start}`}</pre>
    ${start !== text && html`<p class="soft">The rest is not shown here. The API has all that is kept.</p>`}`
}
