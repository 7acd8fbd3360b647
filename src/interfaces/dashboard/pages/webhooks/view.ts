// The page with a team's endpoints, the page of one, and their forms.
import type { Schemas } from '../../../../../generated/api.ts'
import type { Webhook } from '../../../../watch/webhooks/store.ts'
import { URL_CHARACTERS_MAX } from '../../../../base/text/destination.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts, moodTag } from '../../ui/facts.ts'
import { checkBox, choice, field, radios, VERBATIM } from '../../ui/fields.ts'
import { actForm, confirmForm, panelForm, troubleBox } from '../../ui/forms.ts'
import { type ListColumn, isBlank, type ListPage, listPage } from '../../ui/table.ts'
import { dayWords, moment } from '../../ui/time.ts'
import { EVENT_TYPES, offeredTypes } from './asked.ts'
import { endpointState, eventWords, GROUPS, triedWords } from './words.ts'
import { numeral } from '../../ui/reader.ts'

type Days = readonly Schemas['WebhookDay'][]

interface ShownList extends FormOutcome {
  page: ListPage<Webhook>
  /** The days of each endpoint, in the order of the rows. */
  days: readonly Days[]
  visitor: Visitor
}

export function webhooksBody({ page, days, visitor: { team }, done, trouble, form }: ShownList): Html {
  return html`<h1>Webhooks</h1>
    <p class="lead">
      Endpoints are URLs of your programs. What happens in <bdi>${team.name}</bdi>, such as a bounce, is posted to them,
      signed.
    </p>
    ${done}
    ${panelForm({ title: 'Add an endpoint', path: '/webhooks/make', trouble, isOpen: isBlank(page), fields: endpointFields(form), label: 'Add the endpoint' })}
    ${listPage('/webhooks', page, {
      columns: columnsOf({ page, days }),
      empty: 'There is no endpoint yet. Add one to tell your program of deliveries, bounces or contacts.',
      label: 'Endpoints',
    })}`
}

function columnsOf({ page, days }: Pick<ShownList, 'page' | 'days'>): ListColumn<Webhook>[] {
  return [
    { title: 'Endpoint', cell: ({ id, endpoint }) => html`<a href="/webhooks/${id}"><bdi>${endpoint}</bdi></a>` },
    { title: 'State', cell: webhook => moodTag(endpointState(webhook)) },
    { title: 'Events', cell: eventWords },
    { title: 'Posts', cell: webhook => postWords(days[page.rows.indexOf(webhook)]!) },
  ]
}

function postWords(days: Days): string {
  return days.length === 0 ? 'Nothing was posted yet' : `Since ${dayWords(days.at(-1)!.day)}: ${triedWords(days)}`
}

const WHICH = [
  { name: 'all', title: 'All events', description: 'Also types that are added later.' },
  { name: 'chosen', title: 'Chosen types', description: 'Only those that are checked.' },
]

/** The fields with the typed values, otherwise with the stored ones of the endpoint. */
function endpointFields(form: URLSearchParams, webhook?: Webhook): Html {
  const chosen = webhook?.events ?? []
  const which = form.get('which') ?? (chosen.length > 0 ? 'chosen' : 'all')
  const value = form.get('endpoint') ?? webhook?.endpoint
  const groups = Map.groupBy(offeredTypes(webhook), type => type.split('.')[0]!)
  return html`${field('URL, such as https://example.com/hook', { name: 'endpoint', type: 'url', required: true, maxlength: URL_CHARACTERS_MAX, ...VERBATIM, value })}
    ${radios('What is posted to it', WHICH, { name: 'which', value: which })}
    <div class="types">
      ${[...groups].map(
        ([group, types]) =>
          html`<fieldset>
            <legend>${GROUPS[group]}</legend>
            ${types.map(type => checkBox(type, type, form.has('which') ? form.has(type) : chosen.includes(type)))}
          </fieldset>`,
      )}
    </div>`
}

interface Shown extends FormOutcome {
  webhook: Webhook
  statistics: Schemas['WebhookStatistics']
  secret: string
  visitor: Visitor
  now: Date
  /** The name of the refused form, if any. */
  act: string | undefined
}

const DAYS_SHOWN = 7

export function webhookBody(shown: Shown): Html {
  const { webhook, statistics, done, trouble } = shown
  const state = endpointState(webhook)
  const days = statistics.days.slice(0, DAYS_SHOWN)
  return html`<p><a class="back" href="/webhooks">Webhooks</a></p>
    <h1><bdi>${webhook.endpoint}</bdi></h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">${moodTag(state)} ${state.sentence}</p>
    ${webhookFacts(shown)}
    <p><a class="alone" href="/webhooks/${webhook.id}/events">Its events, and what was answered</a></p>
    ${panels(shown)} ${acts(shown)}
    <h2>Attempts of the last days</h2>
    ${
      days.length === 0
        ? html`<p class="empty">There was none yet. Post a test event to see what is answered.</p>`
        : facts(days.map(day => [dayWords(day.day), `${triedWords([day])}, ${day.average_ms} ms on average`]))
    }`
}

const WAITING_MAX = 10_000

function webhookFacts({ webhook, statistics: { waiting }, secret, now }: Shown): Html {
  const { id, previous_until, created_at } = webhook
  const isOverlap = previous_until !== null && now.toISOString() < previous_until
  const open = html`<details>
    <summary>Show it</summary>
    <code class="secret copied">${secret}</code>
  </details>`
  return facts([
    ['Events', eventWords(webhook)],
    ['Waiting', `${numeral(waiting)}${waiting < WAITING_MAX ? '' : ' or more'}`],
    ['Signing secret', open],
    isOverlap && ['Secret before', html`signs posts, too, until ${moment(previous_until)}`],
    ['Added', moment(created_at)],
    ['Endpoint ID', html`<code>${id}</code>`],
  ])
}

function panels({ webhook, visitor: { team }, form, act }: Shown): Html {
  const panel = (name: string, title: string, label: string, fields: Html): Html =>
    panelForm({ title, path: `/webhooks/${webhook.id}/${name}`, fields, label, isOpen: name === act })
  const typed = act === 'change' ? form : new URLSearchParams()
  const changing = panel('change', 'Change it', 'Save', endpointFields(typed, webhook))
  if (webhook.status === 'disabled') return changing
  const options = EVENT_TYPES.map(id => ({ id, name: id }))
  const testing = html`${choice({ name: 'type', title: 'Type of event', options, chosen: form.get('type'), isNeeded: true })}
    <p class="soft hint">It is posted to this endpoint alone, signed like all others. Its data are made up.</p>`
  const since = { name: 'since', type: 'datetime-local', required: true, value: form.get('since') }
  const replaying = html`${field(`Since, in ${team.time_zone}`, since)}
    <p class="soft hint">Each event that happened since then and has failed is posted once more, the oldest first.</p>`
  return html`${changing} ${panel('test', 'Post a test event', 'Post it', testing)}
  ${panel('replay', 'Replay what failed', 'Replay the events', replaying)}`
}

function acts({ webhook: { id, endpoint, status } }: Shown): Html {
  const act = (name: string, label: string) => ({ path: `/webhooks/${id}/${name}`, label, about: endpoint })
  const question =
    'Nothing is posted to it until it is enabled again. Events that wait are kept for then; what happens in the meantime is not.'
  return html`<div class="acts">
    ${status === 'disabled' ? actForm(act('enable', 'Enable')) : confirmForm({ ...act('disable', 'Disable'), question })}
    ${confirmForm({
      ...act('rotate', 'Rotate the secret'),
      question:
        'A new secret is made. For 24 hours posts are signed with it and with this one, so give it to your program within that time. If there was a rotation in the last 24 hours, the secret before that ends now.',
    })}
    ${confirmForm({
      ...act('delete', 'Delete'),
      question: 'Nothing is posted to it any more. Its secret, its events and what was answered are gone for good.',
    })}
  </div>`
}
