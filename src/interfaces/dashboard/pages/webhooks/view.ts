// The list of a team's webhooks and the page of one, with their forms.
import type { Schemas } from '../../../../../generated/api.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { URL_CHARACTERS_MAX } from '../../../../base/text/destination.ts'
import type { WebhookSignalType, WebhookEventType } from '../../../../integrations/webhooks/rules.ts'
import type { Webhook } from '../../../../integrations/webhooks/store.ts'
import { readWebhookExamples } from '../../../contract/document.ts'
import { facts, moodTag } from '../../ui/facts.ts'
import { checkBox, choice, field, radios, VERBATIM } from '../../ui/fields.ts'
import { actionForm, confirmForm, panelForm, errorBox } from '../../ui/forms.ts'
import { currentReader, doneNote, entered, formOutcome, formatNumber } from '../../ui/reader.ts'
import { emptyText, isListEmpty, type ListPage, listPage } from '../../ui/table.ts'
import { formatDay, dateTime } from '../../ui/time.ts'
import { endpointState } from './words.ts'

type Days = readonly Schemas['WebhookDay'][]

/** Example data for each type of event that this server sends. */
export const EVENT_EXAMPLES = readWebhookExamples()
export const EVENT_TYPES = Object.keys(EVENT_EXAMPLES) as WebhookSignalType[]

/** The types to select: those that this server sends, and others that were selected for the webhook with the API. */
export function offeredTypes(webhook?: Webhook): WebhookEventType[] {
  return [...new Set([...EVENT_TYPES, ...(webhook?.events ?? [])])]
}

/** `days`: those of each webhook, in the order of the rows. */
export function webhooksBody(page: ListPage<Webhook>, days: readonly Days[], team: string): Html {
  return html`<h1>Webhooks</h1>
    <p class="lead">
      Webhooks receive events of <bdi>${team}</bdi>, such as deliveries and bounces, as signed HTTP requests.
    </p>
    ${doneNote()}
    ${panelForm({
      title: 'Create webhook',
      path: '/webhooks/make',
      trouble: formOutcome().trouble,
      isOpen: isListEmpty(page),
      fields: webhookFields(),
      label: 'Create webhook',
    })}
    ${listPage('/webhooks', page, {
      columns: [
        { title: 'URL', cell: ({ id, endpoint }) => html`<a href="/webhooks/${id}"><bdi>${endpoint}</bdi></a>` },
        { title: 'Status', cell: webhook => moodTag(endpointState(webhook)) },
        { title: 'Events', cell: eventNames },
        { title: 'Attempts', cell: webhook => attemptsSince(days[page.rows.indexOf(webhook)]!) },
      ],
      empty: emptyText(page, 'No webhooks yet. Create one to receive events about emails, contacts and domains.'),
      label: 'Webhooks',
    })}`
}

function attemptsSince(days: Days): string {
  return days.length === 0 ? 'None' : `Since ${formatDay(days.at(-1)!.day)}: ${attemptCounts(days)}`
}

/** The outcomes of the attempts of one day or several. */
function attemptCounts(days: Days): string {
  const sum = (name: 'attempts' | 'succeeded'): number => days.reduce((total, each) => total + each[name], 0)
  const [attempts, succeeded] = [sum('attempts'), sum('succeeded')]
  return `${formatNumber(succeeded)} succeeded, ${formatNumber(attempts - succeeded)} failed`
}

function eventNames({ events }: Webhook): Html {
  if (events === null) return html`All events`
  return html`${events.map((type, at) => html`${at > 0 && ', '}<code>${type}</code>`)}`
}

// ---- the form -----------------------------------------------------------------------------------------------------

const WHICH = [
  { name: 'all', title: 'All events', description: 'Including types that are added later.' },
  { name: 'chosen', title: 'Selected events', description: 'Only the types that you select.' },
]

/** Titles of groups, by the first part of their event types. */
const GROUPS: Record<string, string> = {
  email: 'Emails',
  contact: 'Contacts',
  topic: 'Topics',
  suppression: 'Suppressions',
  domain: 'Domains',
  inbox: 'Inboxes',
}

function webhookFields(webhook?: Webhook): Html {
  const { form } = formOutcome()
  const stored = webhook?.events ?? []
  const which = entered('which', stored.length > 0 ? 'chosen' : 'all')!
  const groups = Map.groupBy(offeredTypes(webhook), type => type.split('.')[0]!)
  return html`${field('URL', { name: 'endpoint', type: 'url', required: true, maxlength: URL_CHARACTERS_MAX, ...VERBATIM, value: entered('endpoint', webhook?.endpoint), hint: 'Receives a POST request for each event, such as https://example.com/hook.' })}
    ${radios('Events', WHICH, { name: 'which', value: which })}
    <div class="types">
      ${[...groups].map(
        ([group, types]) =>
          html`<fieldset>
            <legend>${GROUPS[group]}</legend>
            ${types.map(type => checkBox(type, type, form.has('which') ? form.has(type) : stored.includes(type)))}
          </fieldset>`,
      )}
    </div>`
}

// ---- one webhook --------------------------------------------------------------------------------------------------

interface WebhookPageData {
  webhook: Webhook
  statistics: Schemas['WebhookStatistics']
  secret: string
  time_zone: string
  /** The name of the refused form, if any. */
  refused: string | undefined
}

const DAYS_SHOWN = 7

export function webhookBody(data: WebhookPageData): Html {
  const { webhook, statistics } = data
  const state = endpointState(webhook)
  const days = statistics.days.slice(0, DAYS_SHOWN)
  return html`<p><a class="back" href="/webhooks">Webhooks</a></p>
    <h1><bdi>${webhook.endpoint}</bdi></h1>
    ${doneNote()} ${errorBox(formOutcome().trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${webhookFacts(data)}
    <p><a class="alone" href="/webhooks/${webhook.id}/events">View events and responses</a></p>
    ${panels(data)} ${actions(webhook)}
    <h2>Recent attempts</h2>
    ${
      days.length === 0
        ? html`<p class="empty">No attempts yet. Send a test event to see the response.</p>`
        : facts(days.map(day => [formatDay(day.day), `${attemptCounts([day])}, ${day.average_ms} ms on average`]))
    }`
}

const PENDING_COUNTED_MAX = 10_000

function webhookFacts({ webhook, statistics: { waiting }, secret }: WebhookPageData): Html {
  const { id, previous_until, created_at } = webhook
  const isOverlap = previous_until !== null && currentReader().now.toISOString() < previous_until
  return facts([
    ['Events', eventNames(webhook)],
    ['Pending events', `${formatNumber(waiting)}${waiting < PENDING_COUNTED_MAX ? '' : ' or more'}`],
    [
      'Signing secret',
      html`<details>
        <summary>Show secret</summary>
        <code class="secret copied">${secret}</code>
      </details>`,
    ],
    isOverlap && ['Previous secret', html`also signs requests until ${dateTime(previous_until)}`],
    ['Created', dateTime(created_at)],
    ['Webhook ID', html`<code>${id}</code>`],
  ])
}

function panels({ webhook, time_zone, refused }: WebhookPageData): Html {
  const panel = (name: string, title: string, label: string, fields: Html): Html =>
    panelForm({ title, path: `/webhooks/${webhook.id}/${name}`, fields, label, isOpen: name === refused })
  const edit = panel('change', 'Edit webhook', 'Save changes', webhookFields(webhook))
  if (webhook.status === 'disabled') return edit
  const type = choice({
    name: 'type',
    title: 'Event type',
    options: EVENT_TYPES.map(id => ({ id, name: id })),
    chosen: entered('type'),
    isNeeded: true,
    hint: 'Sent only to this webhook, signed and with example data.',
  })
  const since = field('Since', {
    name: 'since',
    type: 'datetime-local',
    required: true,
    value: entered('since'),
    hint: `In ${time_zone}. Sends all failed events since then again, oldest first.`,
  })
  return html`${edit} ${panel('test', 'Send test event', 'Send test event', type)}
  ${panel('replay', 'Replay failed events', 'Replay events', since)}`
}

function actions({ id, endpoint, status }: Webhook): Html {
  const act = (name: string, label: string) => ({ path: `/webhooks/${id}/${name}`, label, about: endpoint })
  const question =
    'No events are sent until you enable it again. Pending events remain queued, but new events are not recorded.'
  return html`<div class="acts">
    ${
      status === 'disabled'
        ? actionForm(act('enable', 'Enable webhook'))
        : confirmForm({ ...act('disable', 'Disable webhook'), question })
    }
    ${confirmForm({
      ...act('rotate', 'Rotate secret'),
      question:
        'For 24 hours, requests are signed with the new secret and the current one. Update your server within this time. A secret from an earlier rotation expires now.',
    })}
    ${confirmForm({
      ...act('delete', 'Delete webhook'),
      question: 'This also deletes the webhook’s secret, events and responses. This cannot be undone.',
    })}
  </div>`
}
