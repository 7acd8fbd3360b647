// The page about relays, destinations and pauses.
import type { DestinationView, Pause, WaitingMail } from '../../../../mail/delivery/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { FormOutcome } from '../../page.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { RelayView } from '../../parts.ts'
import { choice, field, lengthOf } from '../../ui/fields.ts'
import { actForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'

interface Shown extends FormOutcome {
  rows: DestinationView[]
  has_more: boolean
  pauses: Pause[]
  visitor: Visitor
  relay: string | undefined
  relays: readonly RelayView[]
  waiting: WaitingMail
  /** The server's clock, to find out what is overdue. */
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
  visitor,
  done,
  form,
  trouble,
  relay,
  relays,
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
      ${
        pauses.length === 0
          ? html`<p class="empty">Nothing is paused.</p>`
          : html`<ul class="rows">
              ${pauses.map(pause => pauseRow(pause, visitor))}
            </ul>`
      }
      <details class="panel" ${trouble !== undefined && html`open`}>
        <summary>Pause mail</summary>
        ${troubleBox(trouble)} ${pauseForm(visitor, form)}
      </details>
    </section>
    <section aria-labelledby="destinations">
      <h2 id="destinations">Relays and destinations</h2>
      ${
        rows.length === 0
          ? html`<p class="empty">
              No mail went anywhere yet. What is sent from now on is listed here by where it goes.
            </p>`
          : html`<ul class="rows">
              ${rows.map(destinationRow)}
            </ul>`
      }
      ${
        has_more &&
        html`<nav class="pager" aria-label="Pages">
          <a class="older" href="/delivery?after=${encodeURIComponent(rows.at(-1)!.name)}">More</a>
        </nav>`
      }
    </section>`
}

function waitingLine({ count, is_more, next_at }: WaitingMail, now: Date): Html {
  if (count === 0) return html`<p>No mail waits to be delivered.</p>`
  const words = is_more ? `More than ${count} mails wait` : count === 1 ? '1 mail waits' : `${count} mails wait`
  const isDue = next_at !== undefined && next_at <= now.toISOString()
  return html`<p>
    ${words} to be delivered, scheduled mail among
    them${
      next_at === undefined
        ? '; what waits for a pause or for room goes when that ends.'
        : html`; the next ${isDue ? 'has been due since' : 'is due'} ${moment(next_at)}.`
    }
  </p>`
}

function relaySection(relays: readonly RelayView[]): Html {
  return html`<section aria-labelledby="relays">
    <h2 id="relays">Relays</h2>
    <ul class="rows" aria-labelledby="relays">
      ${relays.map(relayRow)}
    </ul>
  </section>`
}

function relayRow(relay: RelayView): Html {
  const { name, host, domains, senders, connections, per_minute } = relay
  return html`<li>
    <div class="what">
      <h3><bdi>${name}</bdi></h3>
      <p class="soft"><code>${host}</code></p>
      ${domains.length > 0 && html`<p>Takes mail to ${domains.join(', ')}, before relays that name no domain</p>`}
      ${senders.length > 0 && html`<p>Takes mail from ${senders.join(', ')}, before relays that name no domain</p>`}
      <p class="soft">
        At most ${connections} at once${per_minute !== undefined && `, and ${per_minute} mails in a minute`}, of each
        process
      </p>
    </div>
    ${tag(weightWords(relay))}
  </li>`
}

function weightWords({ weight }: RelayView): string {
  return weight === 0 ? 'Stands by' : `Weight ${weight}`
}

function pauseRow({ id, scope, name, reason, created_at }: Pause, { csrf_token }: Visitor): Html {
  const what = SCOPES.find(([each]) => each === scope)![1]
  const title = name === '' ? what : `${what}: ${name}`
  return html`<li>
    <div class="what">
      <h3><bdi>${title}</bdi></h3>
      <p class="soft">Since ${moment(created_at)}${reason !== null && html`: <bdi>${reason}</bdi>`}</p>
    </div>
    ${actForm({ path: `/delivery/pauses/${id}/end`, label: 'Resume', about: title, csrf_token })}
  </li>`
}

function pauseForm({ csrf_token }: Visitor, form: URLSearchParams): Html {
  const chosen = form.get('scope') ?? 'destination'
  return html`<form method="post" action="/delivery/pause">
    ${csrfField({ csrf_token })}
    ${choice({ name: 'scope', title: 'What', options: SCOPES.map(([id, name]) => ({ id, name })), chosen })}
    ${field('Domain, or name of the relay', { name: 'name', maxlength: lengthOf('CreateDeliveryPause', 'name'), value: form.get('name') })}
    ${field('Reason; teams whose mail waits can read it', { name: 'reason', maxlength: lengthOf('CreateDeliveryPause', 'reason'), value: form.get('reason') })}
    <button>Pause</button>
  </form>`
}

const STATES: Record<DestinationView['state'], string> = { open: 'Open', resting: 'Resting', paused: 'Paused' }

function destinationRow(row: DestinationView): Html {
  const { name, state, waiting, code, reply, host, tls, replied_at, rests_until, concurrency } = row
  return html`<li>
    <div class="what">
      <h3><bdi>${name}</bdi></h3>
      <p class="soft">
        ${waiting === 0 ? 'Nothing waits' : `${waiting} ${waiting === 1 ? 'mail waits' : 'mails wait'}`}; at most
        ${concurrency} at once; ${tls === null ? 'not encrypted' : html`encrypted (${tls})`}
        ${rests_until !== null && html`; next try ${moment(rests_until)}`}
      </p>
      <p class="soft">
        ${moment(replied_at)} ${host !== null && html`<bdi>${host}</bdi>:`}
        <bdi>${reply ?? code ?? 'said nothing'}</bdi>
      </p>
    </div>
    ${tag(STATES[state])}
  </li>`
}
