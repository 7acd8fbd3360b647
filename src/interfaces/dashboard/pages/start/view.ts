// The first page: steps of a new team, figures of the last days, pending work, failures, the last broadcasts, and states.
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { ServerState } from '../../parts.ts'
import { stateTag } from '../../ui/email-state.ts'
import { facts } from '../../ui/facts.ts'
import { listItem, rowList } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { broadcastTag } from '../broadcasts/words.ts'
import { personPath } from '../people/view.ts'
import { figures } from './figures.ts'
import type { StartFacts } from './find.ts'
import { stateFacts } from './states.ts'
import { stepList } from './steps.ts'
import { waitingRows } from './waiting.ts'

export interface ShownStart extends StartFacts {
  visitor: Visitor
  /** For operators only. */
  server: ServerState | undefined
  /** The relay that email is sent through; `undefined`: email is captured. */
  relay: string | undefined
  now: Date
}

export function startBody(shown: ShownStart): Html {
  const { visitor, steps, relay } = shown
  return html`<h1>Start</h1>
    <p class="lead">
      Overview of <bdi>${visitor.team.name}</bdi>.
      ${relay === undefined && html`Emails are captured instead of sent. <a href="/mailbox">View captured emails</a>.`}
    </p>
    ${!Object.values(steps).every(Boolean) && stepList(steps, relay)} ${figures(shown)} ${waits(shown)} ${failed(shown)}
    ${broadcasts(shown)} ${states(shown)}`
}

function waits(shown: ShownStart): Html {
  return html`<section aria-labelledby="waits">
    <h2 id="waits">Pending</h2>
    ${rowList(waitingRows(shown), { row: row => row, empty: 'Nothing is pending.' })}
  </section>`
}

function failed({ failures }: ShownStart): Html {
  return html`<section aria-labelledby="failed">
    <h2 id="failed">Recent failures</h2>
    ${rowList(failures, { row: failureRow, empty: 'No failed emails.' })}
    ${failures.length > 0 && html`<p><a class="alone" href="/emails?status=bounced">All bounced emails</a></p>`}
  </section>`
}

const NAMED_MAX = 3

function failureRow({ email, type, detail, created_at }: ShownStart['failures'][number]): Html {
  const { recipients, words } = detail
  const others = recipients.length - NAMED_MAX
  return listItem(
    html`<h3>
        <a href="/emails/${email.id}"><bdi>${email.subject || 'No subject'}</bdi></a>
      </h3>
      <p class="soft">
        ${dateTime(created_at)}, to
        ${recipients.slice(0, NAMED_MAX).map((address, at) => html`${at > 0 && ', '}<a href="${personPath(address)}"><bdi>${address}</bdi></a>`)}${others > 0 && ` and ${others} more`}
      </p>
      ${words !== '' && html`<p><bdi>${words}</bdi></p>`}`,
    stateTag(type === 'bounced' || type === 'failed' || type === 'suppressed' ? type : 'complained'),
  )
}

function broadcasts({ sent }: ShownStart): Html {
  return html`<section aria-labelledby="broadcasts">
    <h2 id="broadcasts">Recent broadcasts</h2>
    ${rowList(sent, {
      row: broadcastRow,
      empty: html`No broadcasts yet. <a href="/broadcasts">Create a broadcast</a> to email a segment.`,
    })}
  </section>`
}

function broadcastRow({ broadcast, figures: counts }: ShownStart['sent'][number]): Html {
  const { id, name, status, paused_at, sent_at } = broadcast
  const { sent, delivery_rate, unique_opened, open_rate, unique_clicked, click_rate } = counts
  return listItem(
    html`<h3>
        <a href="/broadcasts/${id}"><bdi>${name}</bdi></a>
      </h3>
      <p class="soft">
        ${sent_at !== null && html`Sent ${dateTime(sent_at)}: `}${sent.toLocaleString('en')} sent, ${delivery_rate}%
        delivered${unique_opened > 0 && `, ${open_rate}% opened`}${unique_clicked > 0 && `, ${click_rate}% clicked`}
      </p>`,
    broadcastTag(status, paused_at),
  )
}

function states(shown: ShownStart): Html {
  return html`<section aria-labelledby="states">
    <h2 id="states">Status</h2>
    ${facts(stateFacts(shown))}
  </section>`
}
