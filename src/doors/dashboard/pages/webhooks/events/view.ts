// How the events at an endpoint look, and one of them with its payload and its attempts.
import {
  type DeliveryStatus,
  type ListedWebhookEvent,
  publicId,
  type ShownWebhookEvent,
  type Webhook,
  type WebhookAttempt,
} from '../../../../../watch/webhooks/actions.ts'
import type { Found } from '../../../../../base/store/scan.ts'
import { shortened } from '../../../../../base/text/length.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../page.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { facts, moodTag } from '../../../ui/facts.ts'
import { actForm, troubleBox } from '../../../ui/forms.ts'
import { filterLinks, item, onwardPager, rowList } from '../../../ui/table.ts'
import { exactly, moment } from '../../../ui/time.ts'
import { attemptState, DELIVERY_STATUSES, EVENT_STATES } from '../words.ts'

interface ShownEvents {
  webhook: Webhook
  found: Found<ListedWebhookEvent>
  status: DeliveryStatus | undefined
  after: string | undefined
}

export function eventsBody({ webhook, found, status, after }: ShownEvents): Html {
  const path = `/webhooks/${webhook.id}/events`
  const behind = found.behind === undefined ? undefined : publicId('msg', found.behind)
  return html`${wayBack(webhook)}
    <h1>Events</h1>
    <p class="lead">What was posted to this endpoint or is to be, the latest first.</p>
    ${filterLinks(path, { name: 'status', values: DELIVERY_STATUSES, current: status })}
    ${rowList(found.rows, {
      row: each => eventRow(each, path),
      empty: emptyWords({ webhook, found, status, after }),
      label: 'Events',
    })}
    ${onwardPager(path, { rows: found.rows, behind, after }, status === undefined ? {} : { status })}`
}

function wayBack({ id, endpoint }: Webhook, more?: Html): Html {
  return html`<p>
    <a class="back" href="/webhooks/${id}"><bdi>${endpoint}</bdi></a> ${more}
  </p>`
}

function emptyWords({ found, status, after }: ShownEvents): string {
  if (found.behind !== undefined) return 'There is none in this part of the events. Look further back.'
  if (after !== undefined) return 'There are no older ones.'
  if (status !== undefined) return 'No event has this status.'
  return 'Nothing was posted to it yet. Post a test event on the page of the endpoint.'
}

function eventRow({ event_id, type, status, created_at }: ListedWebhookEvent, path: string): Html {
  const id = publicId('msg', event_id)
  return item(
    html`<h2><a href="${path}/${id}">${type}</a></h2>
      <p class="soft">${exactly(created_at)} UTC, <code>${id}</code></p>`,
    moodTag(EVENT_STATES[status]),
  )
}

interface ShownEvent extends FormOutcome {
  webhook: Webhook
  event: ShownWebhookEvent
  attempts: { rows: readonly WebhookAttempt[]; behind: string | undefined; after: string | undefined }
  visitor: Visitor
}

export function eventBody({ webhook, event, attempts, visitor, done, trouble }: ShownEvent): Html {
  const path = `/webhooks/${webhook.id}/events`
  const id = publicId('msg', event.event_id)
  const state = EVENT_STATES[event.status]
  const { csrf_token } = visitor
  return html`${wayBack(webhook, html`· <a class="back" href="${path}">Events</a>`)}
    <h1>${event.type}</h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${facts([
      ['Happened', html`${exactly(event.created_at)} UTC`],
      ['Next attempt', nextWords(webhook, event)],
      ['Event ID', html`<code>${id}</code>, which each post has as <code>webhook-id</code>`],
    ])}
    ${
      webhook.status === 'enabled'
        ? actForm({ path: `${path}/${id}/replay`, label: 'Replay', about: id, csrf_token })
        : html`<p class="soft">To replay it, first <a href="/webhooks/${webhook.id}">enable the endpoint</a>.</p>`
    }
    <h2>Attempts</h2>
    ${rowList(attempts.rows, { row: attemptRow, empty: 'There was none yet.', label: 'Attempts' })}
    ${onwardPager(`${path}/${id}`, attempts)}
    <h2>Payload</h2>
    <p class="soft">Broken into lines here. It is posted without line breaks, and signed so.</p>
    ${shownText(JSON.stringify(JSON.parse(event.payload), null, 2), 'Payload')}`
}

function nextWords({ status }: Webhook, { next_attempt_at }: ShownWebhookEvent): Html | string {
  if (next_attempt_at === null) return 'None by itself'
  if (status === 'disabled') return 'When the endpoint is enabled again'
  return next_attempt_at === '' ? 'As soon as those before it have ended' : moment(next_attempt_at)
}

function attemptRow(attempt: WebhookAttempt): Html {
  const { http_status_code, response, sent_at, duration_ms } = attempt
  const answer =
    http_status_code === 0
      ? html`<p><bdi>${response}</bdi></p>`
      : html`<details>
          <summary>What it answered</summary>
          ${response === '' ? html`<p class="soft">Nothing but the status.</p>` : shownText(response, 'Answer')}
        </details>`
  return item(
    html`<h3>${http_status_code === 0 ? 'No answer' : `Status ${http_status_code}`}</h3>
      <p class="soft">${exactly(sent_at)} UTC, took ${duration_ms.toLocaleString('en')} ms</p>
      ${answer}`,
    moodTag(attemptState(attempt)),
  )
}

const SHOWN_CHARACTERS = 20_000

/** Text from outside; a page has no more of it than a person reads. */
function shownText(text: string, label: string): Html {
  const start = shortened(text, SHOWN_CHARACTERS)
  return html`<pre class="text" tabindex="0" role="region" aria-label="${label}">${`\n${start}`}</pre>
    ${start !== text && html`<p class="soft">The rest is not shown here. The API has all that is kept.</p>`}`
}
