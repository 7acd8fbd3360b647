// The page about relays, destinations and pauses.
import type { DestinationView, WaitingMail } from '../../../../mail/delivery/routes/overview/actions.ts'
import type { Pause } from '../../../../mail/delivery/routes/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { moodTag, type State, tag } from '../../ui/facts.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { RelayView } from '../../parts.ts'
import { choice, field, lengthOf } from '../../ui/fields.ts'
import { actForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { counted } from '../../ui/reader.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { ago, moment } from '../../ui/time.ts'

interface Shown extends FormOutcome {
  rows: DestinationView[]
  has_more: boolean
  pauses: Pause[]
  visitor: Visitor
  relay: string | undefined
  relays: readonly RelayView[]
  /** No relay can be reached. */
  isRelayDown: boolean
  waiting: WaitingMail
  /** The server's clock, to determine what is overdue. */
  now: Date
}

const SCOPES: readonly [Pause['scope'], string][] = [
  ['destination', 'Mail to a domain'],
  ['sender', 'Mail from a domain'],
  ['relay', 'Mail by a relay'],
  ['all', 'All mail'],
]

export function deliveryBody({
  rows,
  has_more,
  pauses,
  done,
  form,
  trouble,
  relay,
  relays,
  isRelayDown,
  waiting,
  now,
}: Shown): Html {
  return html`<h1>Delivery</h1>
    <p class="lead">
      ${relay === undefined ? 'Mail is captured and goes nowhere.' : html`Mail goes to <code>${relay}</code>.`}
    </p>
    ${waitingLine(waiting, now)} ${done} ${relays.length > 0 && relaySection(relays)}
    <section aria-labelledby="pauses">
      <h2 id="pauses">Paused</h2>
      ${rowList(pauses, { columns: pauseColumns(), empty: 'Nothing is paused.', label: 'Paused' })}
      <details class="panel" ${trouble !== undefined && html`open`}>
        <summary>Pause mail</summary>
        ${troubleBox(trouble)} ${pauseForm(form)}
      </details>
    </section>
    <section aria-labelledby="destinations">
      <h2 id="destinations">Relays and destinations</h2>
      ${rowList(rows, { columns: destinationColumns(isRelayDown), empty: 'No mail went anywhere yet. What is sent from now on is listed here by where it goes.', label: 'Relays and destinations' })}
      ${
        has_more &&
        html`<nav class="pager" aria-label="Pages">
          <a class="older" href="/delivery?after=${encodeURIComponent(rows.at(-1)!.name)}">More</a>
        </nav>`
      }
    </section>`
}

function waitingLine({ count, is_more, next_at }: WaitingMail, now: Date): Html {
  if (count === 0) return html`<p>No emails are queued.</p>`
  const words = `${is_more ? 'More than ' : ''}${counted(count, 'email')} ${count === 1 ? 'is' : 'are'} queued`
  const isDue = next_at !== undefined && next_at <= now.toISOString()
  return html`<p>
    ${words}, including scheduled and retried emails.
    ${
      next_at === undefined
        ? 'Emails that are paused or wait for a connection are sent when that ends.'
        : html`The next attempt ${isDue ? 'has been due since' : 'is due'} ${moment(next_at)}.`
    }
  </p>`
}

function relaySection(relays: readonly RelayView[]): Html {
  return html`<section aria-labelledby="relays">
    <h2 id="relays">Relays</h2>
    ${rowList(relays, { columns: RELAY_COLUMNS, empty: '', label: 'Relays' })}
  </section>`
}

const RELAY_COLUMNS: readonly ListColumn<RelayView>[] = [
  {
    title: 'Relay',
    cell: ({ name, host }) =>
      html`<strong><bdi>${name}</bdi></strong>
        <p class="soft"><code>${host}</code></p>`,
  },
  {
    title: 'Takes',
    cell: ({ domains, senders }) =>
      [
        domains.length > 0 && `Mail to ${domains.join(', ')}`,
        senders.length > 0 && `Mail from ${senders.join(', ')}`,
        domains.length + senders.length === 0 && 'All mail that no other relay is named for',
      ]
        .filter(Boolean)
        .join('; '),
  },
  {
    title: 'At most',
    cell: ({ connections, per_minute }) =>
      `${connections} at once${per_minute === undefined ? '' : `, ${per_minute} mails in a minute`}, from each process`,
  },
  { title: 'Share', cell: relay => tag(weightWords(relay)) },
]

function weightWords({ weight }: RelayView): string {
  return weight === 0 ? 'Stands by' : `Weight ${weight}`
}

function pauseColumns(): ListColumn<Pause>[] {
  return [
    { title: 'What', cell: pause => html`<strong><bdi>${pauseTitle(pause)}</bdi></strong>` },
    { title: 'Reason', cell: ({ reason }) => reason !== null && html`<bdi>${reason}</bdi>` },
    { title: 'Since', cell: ({ created_at }) => ago(created_at) },
    {
      title: 'Change',
      kind: 'acts',
      cell: pause => actForm({ path: `/delivery/pauses/${pause.id}/end`, label: 'Resume', about: pauseTitle(pause) }),
    },
  ]
}

function pauseTitle({ scope, name }: Pause): string {
  const what = SCOPES.find(([each]) => each === scope)![1]
  return name === '' ? what : `${what}: ${name}`
}

function pauseForm(form: URLSearchParams): Html {
  const chosen = form.get('scope') ?? 'destination'
  return html`<form method="post" action="/delivery/pause">
    ${csrfField()}
    ${choice({ name: 'scope', title: 'What', options: SCOPES.map(([id, name]) => ({ id, name })), chosen })}
    ${field('Domain, or name of the relay', { name: 'name', maxlength: lengthOf('CreateDeliveryPause', 'name'), value: form.get('name') })}
    ${field('Reason; teams whose mail waits can read it', { name: 'reason', maxlength: lengthOf('CreateDeliveryPause', 'reason'), value: form.get('reason') })}
    <button>Pause</button>
  </form>`
}

const STATES: Record<DestinationView['state'] | 'failing', State> = {
  open: { words: 'Open', mood: 'good' },
  failing: { words: 'Unreachable', mood: 'bad' },
  resting: { words: 'Resting', mood: 'wait' },
  paused: { words: 'Paused', mood: 'wait' },
}

/** Whether the last attempt failed. Failures of a relay are not counted, because they do not change a pace. */
function isFailing({ name, failures, code, reply }: DestinationView, isRelayDown: boolean): boolean {
  if (!name.startsWith('relay:')) return failures > 0
  return isRelayDown || (code === null && reply !== null)
}

const destinationColumns = (isRelayDown: boolean): readonly ListColumn<DestinationView>[] => [
  { title: 'Where', cell: ({ name }) => html`<strong><bdi>${name}</bdi></strong>` },
  {
    title: 'Status',
    cell: row => moodTag(STATES[row.state === 'open' && isFailing(row, isRelayDown) ? 'failing' : row.state]),
  },
  {
    title: 'Held back',
    cell: ({ waiting, rests_until }) =>
      html`${waiting === 0 ? 'None' : counted(waiting, 'email')}${rests_until !== null && html`, until ${moment(rests_until)}`}`,
  },
  {
    title: 'Last answer',
    cell: ({ host, reply, code }) =>
      html`${host !== null && html`<bdi>${host}</bdi>: `}<bdi>${reply ?? code ?? 'said nothing'}</bdi>`,
  },
  {
    title: 'Connection',
    cell: ({ concurrency, tls }) =>
      `At most ${concurrency} at once; ${tls === null ? 'not encrypted' : `encrypted (${tls})`}`,
  },
  { title: 'Answered', cell: ({ replied_at }) => ago(replied_at) },
]
