// Delivery: relays and destinations with their last responses, queued emails, and pauses.
import { type Html, html } from '../../../base/html/html.ts'
import { createPause } from '../../../mail/delivery/actions.ts'
import {
  type DestinationView,
  findWaitingMail,
  listDestinations,
  resumeDelivery,
  type WaitingMail,
} from '../../../mail/delivery/routes/overview/actions.ts'
import { listPauses, type Pause } from '../../../mail/delivery/routes/store.ts'
import { type DashboardPage, page } from '../page.ts'
import type { RelayInfo } from '../parts.ts'
import { problem } from '../problems.ts'
import { moodTag, type State, tag } from '../ui/facts.ts'
import { choice, field, lengthOf } from '../ui/fields.ts'
import { actionForm, panelForm } from '../ui/forms.ts'
import { formatCount, currentReader, doneNote, entered, formOutcome } from '../ui/reader.ts'
import { type ListColumn, rowList } from '../ui/table.ts'
import { timeAgo, dateTime } from '../ui/time.ts'
import { formText } from '../ui/form-values.ts'

const DONE = {
  paused: 'Delivery paused. New attempts stop within a second.',
  resumed: 'Delivery resumed. Queued emails are being sent.',
}

const DESTINATIONS_SHOWN = 50
const REASON_MAX = lengthOf('CreateDeliveryPause', 'reason')

const deliveryPage = page('GET /delivery', 'operator', async ({ tx, query, now, parts: { relay, relays, server } }) => {
  const asked = { after: query.get('after') ?? '', limit: DESTINATIONS_SHOWN }
  const { rows, has_more } = await listDestinations(tx, asked, now)
  const pauses = await listPauses(tx)
  const waiting = await findWaitingMail(tx)
  const columns = destinationColumns(server().relay?.state === 'down')
  const body = (): Html =>
    html`<h1>Delivery</h1>
      <p class="lead">
        ${relay === undefined ? 'Emails are captured, not delivered.' : html`Emails are sent through <code>${relay}</code>.`}
      </p>
      ${waitingLine(waiting)} ${doneNote()} ${relays.length > 0 && relaySection(relays)} ${pauseSection(pauses)}
      <section aria-labelledby="destinations">
        <h2 id="destinations">Destinations</h2>
        ${rowList(rows, { columns, empty: 'No destinations yet. Send an email to see the server that received it.', label: 'Destinations' })}
        ${
          has_more &&
          html`<nav class="pager" aria-label="Pages">
            <a class="older" href="/delivery?after=${encodeURIComponent(rows.at(-1)!.name)}">More</a>
          </nav>`
        }
      </section>`
  return { title: 'Delivery', done: DONE, body }
})

export const deliveryPages: DashboardPage[] = [
  deliveryPage,

  page(
    'POST /delivery/pause',
    'operator',
    async ({ tx, form, now }) => {
      const name = form.get('name') ?? ''
      const reason = formText(form, 'reason').slice(0, REASON_MAX)
      const asked = { scope: form.get('scope') ?? '', ...(name !== '' && { name }), ...(reason !== '' && { reason }) }
      await createPause(tx, asked, now)
      return { location: '/delivery?done=paused' }
    },
    { refused: deliveryPage },
  ),

  page('POST /delivery/pauses/:id/end', 'operator', async ({ tx, params, now }) => {
    if (await resumeDelivery(tx, params.id, now)) return { location: '/delivery?done=resumed' }
    return problem(404, 'Pause not found', 'Delivery was already resumed.')
  }),
]

// ---- queued emails and relays -------------------------------------------------------------------------------------

function waitingLine({ count, is_more, next_at }: WaitingMail): Html {
  if (count === 0) return html`<p>No emails are queued.</p>`
  const words = `${is_more ? 'More than ' : ''}${formatCount(count, 'email')} ${count === 1 ? 'is' : 'are'} queued`
  const isDue = next_at !== undefined && next_at <= currentReader().now.toISOString()
  return html`<p>
    ${words}, including scheduled and retried emails.
    ${
      next_at === undefined
        ? 'No attempt is scheduled: they are paused or wait for a free connection.'
        : html`The next attempt ${isDue ? 'has been due since' : 'is due'} ${dateTime(next_at)}.`
    }
  </p>`
}

function relaySection(relays: readonly RelayInfo[]): Html {
  return html`<section aria-labelledby="relays">
    <h2 id="relays">Relays</h2>
    ${rowList(relays, { columns: RELAY_COLUMNS, empty: '', label: 'Relays' })}
  </section>`
}

const RELAY_COLUMNS: readonly ListColumn<RelayInfo>[] = [
  {
    title: 'Relay',
    cell: ({ name, host }) =>
      html`<strong><bdi>${name}</bdi></strong>
        <p class="soft"><code>${host}</code></p>`,
  },
  {
    title: 'Used for',
    cell: ({ domains, senders }) =>
      [
        domains.length > 0 && `Emails to ${domains.join(', ')}`,
        senders.length > 0 && `Emails from ${senders.join(', ')}`,
        domains.length + senders.length === 0 && 'All other emails',
      ]
        .filter(Boolean)
        .join('; '),
  },
  {
    title: 'Limits per process',
    cell: ({ connections, per_minute }) =>
      `${formatCount(connections, 'connection')}${per_minute === undefined ? '' : `, ${formatCount(per_minute, 'email')} per minute`}`,
  },
  { title: 'Share', cell: ({ weight }) => tag(weight === 0 ? 'Standby' : `Weight ${weight}`) },
]

// ---- pauses -------------------------------------------------------------------------------------------------------

const SCOPES: Record<Pause['scope'], string> = {
  destination: 'Emails to a domain',
  sender: 'Emails from a domain',
  relay: 'Emails through a relay',
  all: 'All emails',
}

function pauseSection(pauses: readonly Pause[]): Html {
  return html`<section aria-labelledby="pauses">
    <h2 id="pauses">Pauses</h2>
    ${rowList(pauses, { columns: PAUSE_COLUMNS, empty: 'Nothing is paused.', label: 'Pauses' })}
    ${panelForm({
      title: 'Pause delivery',
      path: '/delivery/pause',
      trouble: formOutcome().trouble,
      fields: html`${choice({ name: 'scope', title: 'Scope', options: Object.entries(SCOPES).map(([id, name]) => ({ id, name })), chosen: entered('scope', 'destination') })}
      ${field('Name', { name: 'name', maxlength: lengthOf('CreateDeliveryPause', 'name'), value: entered('name'), hint: 'The domain or relay. Leave empty to pause all emails.' })}
      ${field('Reason', { name: 'reason', maxlength: REASON_MAX, value: entered('reason'), hint: 'Shown to teams whose emails are paused.' })}`,
      label: 'Pause delivery',
    })}
  </section>`
}

const PAUSE_COLUMNS: readonly ListColumn<Pause>[] = [
  { title: 'Scope', cell: pause => html`<strong><bdi>${pauseTitle(pause)}</bdi></strong>` },
  { title: 'Reason', cell: ({ reason }) => reason !== null && html`<bdi>${reason}</bdi>` },
  { title: 'Paused', cell: ({ created_at }) => timeAgo(created_at) },
  {
    title: 'Actions',
    kind: 'acts',
    cell: pause => actionForm({ path: `/delivery/pauses/${pause.id}/end`, label: 'Resume', about: pauseTitle(pause) }),
  },
]

const pauseTitle = ({ scope, name }: Pause): string => (name === '' ? SCOPES[scope] : `${SCOPES[scope]}: ${name}`)

// ---- destinations -------------------------------------------------------------------------------------------------

const STATES: Record<DestinationView['state'] | 'failing', State> = {
  open: { words: 'Open', mood: 'good' },
  failing: { words: 'Unreachable', mood: 'bad' },
  resting: { words: 'Backing off', mood: 'wait' },
  paused: { words: 'Paused', mood: 'wait' },
}

/** Whether the last attempt failed. Failures of a relay are not counted, because they do not change a pace. */
function isFailing({ name, failures, code, reply }: DestinationView, isRelayDown: boolean): boolean {
  if (!name.startsWith('relay:')) return failures > 0
  return isRelayDown || (code === null && reply !== null)
}

const destinationColumns = (isRelayDown: boolean): readonly ListColumn<DestinationView>[] => [
  { title: 'Destination', cell: ({ name }) => html`<strong><bdi>${name}</bdi></strong>` },
  {
    title: 'Status',
    cell: row => moodTag(STATES[row.state === 'open' && isFailing(row, isRelayDown) ? 'failing' : row.state]),
  },
  {
    title: 'Queued',
    cell: ({ waiting, rests_until }) =>
      html`${waiting === 0 ? 'None' : formatCount(waiting, 'email')}${rests_until !== null && html`, until ${dateTime(rests_until)}`}`,
  },
  {
    title: 'Last response',
    cell: ({ host, reply, code }) =>
      html`${host !== null && html`<bdi>${host}</bdi>: `}<bdi>${reply ?? code ?? 'no response'}</bdi>`,
  },
  {
    title: 'Connections',
    cell: ({ concurrency, tls }) => `Up to ${concurrency}, ${tls === null ? 'not encrypted' : `encrypted (${tls})`}`,
  },
  { title: 'Updated', cell: ({ replied_at }) => timeAgo(replied_at) },
]
