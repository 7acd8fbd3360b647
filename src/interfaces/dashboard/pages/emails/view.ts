// The page of one email: its history, step by step, and its actions.
import type { TimelineEntry } from '../../../../mail/delivery/timeline.ts'
import type { EmailSummary } from '../../../../mail/emails/search/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { addressFact, facts, tag } from '../../ui/facts.ts'
import { distinctAddresses } from '../../../../base/text/addresses.ts'
import { doneNote } from '../../ui/reader.ts'
import { stateTag } from '../../ui/email-state.ts'
import { actionForm, inlineForm, confirmForm } from '../../ui/forms.ts'
import { fileList, type PageFile } from '../../ui/mail-frame.ts'
import { listItem } from '../../ui/table.ts'
import { dateTimeWithSeconds, dateTime } from '../../ui/time.ts'
import { scheduledTimeFields } from '../../ui/scheduled-time.ts'
import { repliedWords, statusWords } from './words.ts'

export interface ShownSummary {
  email: EmailSummary
  timeline: readonly TimelineEntry[]
  files: readonly PageFile[]
  /** The time zone for the team's times. */
  time_zone: string
  /** A link that was just created and requires no login. */
  share?: { url: string; expires_at: Date }
}

export function emailBody(shown: ShownSummary): Html {
  const { email, timeline, share } = shown
  return html`<p><a class="back" href="/emails">Emails</a></p>
    <h1><bdi>${email.subject || 'No subject'}</bdi></h1>
    ${doneNote()} ${share && shareBox(share)}
    <p class="lead" id="why">${stateTag(email.last_event)} ${statusWords(email.last_event)}</p>
    <h2>History</h2>
    ${timelineList(timeline)} ${acts(shown)} ${recipientList(email)}
    <h2>Content</h2>
    ${emailFacts(email)} ${fileList(shown.files)} ${preview(email)} ${raw(timeline)}`
}

function timelineList(timeline: readonly TimelineEntry[]): Html {
  return html`<ol class="rows timeline" aria-label="What became of it">
    ${timeline.map(
      ({ at, words, type, reply, tls, code, recipients, next_at, ended_at, link, user_agent, network }) =>
        html`<li class="${type}">
          <div class="what">
            <h3><bdi>${words}</bdi></h3>
            ${recipients.length > 0 && html`<p><bdi>${recipients.join(', ')}</bdi></p>`}
            ${reply !== undefined && !words.endsWith(reply) && html`<p class="soft"><bdi>${repliedWords(code, reply)}</bdi></p>`}
            ${link !== undefined && html`<p><bdi>${link}</bdi></p>`}
            ${user_agent !== undefined && html`<p class="soft"><bdi>${visitorWords(user_agent, network)}</bdi></p>`}
            ${tls !== undefined && html`<p class="soft">TLS: ${tls}</p>`}
            ${next_at !== undefined && html`<p class="soft">Next attempt at ${dateTimeWithSeconds(next_at)}</p>`}
          </div>
          <span class="when"
            >${dateTimeWithSeconds(at)}${ended_at !== undefined && ended_at !== at && html` to ${dateTimeWithSeconds(ended_at)}`}</span
          >
        </li>`,
    )}
  </ol>`
}

function visitorWords(user_agent: string, network: string | undefined): string {
  const program = user_agent || 'Unknown program'
  return network ? `${program}, from the network of ${network}` : program
}

function acts(shown: ShownSummary): Html {
  const { email, timeline, time_zone, files } = shown
  const { id, last_event, subject } = email
  const path = `/emails/${id}`
  const about = subject
  const waits = timeline.some(({ type }) => type === 'next_attempt' || type === 'stuck')
  return html`<div class="acts">
    ${waits && last_event !== 'scheduled' && actionForm({ path: `${path}/try-now`, label: 'Retry now', about })}
    ${
      last_event === 'scheduled' &&
      html`${confirmForm({
        path: `${path}/cancel`,
        label: 'Cancel email',
        about,
        question: 'The email will not be sent. This cannot be undone.',
      })}
      ${inlineForm({ path: `${path}/reschedule`, label: 'Reschedule', about, fields: scheduledTimeFields(time_zone, undefined) })}`
    }
    ${confirmForm({
      path: `${path}/send-again`,
      label: 'Send again',
      about,
      question: `This sends a new email with the same content${files.length > 0 ? ' and attachments' : ''} to the same recipients. Recipients who received the first email get both.`,
    })}
    ${confirmForm({
      path: `${path}/share`,
      label: 'Share',
      about,
      choices: durationChoice(),
      question:
        'Anyone with the link can view this email and its attachments without a login. Bcc recipients are hidden.',
    })}
  </div>`
}

function durationChoice(): Html {
  return html`<label
    >For
    <select name="expires_in">
      ${['1 hour', '24 hours', '48 hours'].map(each => html`<option>${each}</option>`)}
    </select></label
  >`
}

function shareBox({ url, expires_at }: NonNullable<ShownSummary['share']>): Html {
  return html`<section class="note done" role="status">
    <h2>Link to this email</h2>
    <p><code class="copied">${url}</code></p>
    <p>Valid until ${dateTime(expires_at.toISOString())}. It cannot be revoked.</p>
  </section>`
}

function recipientList({ recipients, to, cc, bcc }: EmailSummary): Html {
  const known = new Map(recipients.map(each => [each.address.toLowerCase(), each]))
  const all = distinctAddresses([...to, ...cc, ...bcc])
  return html`<h2>Recipients</h2>
    <ul class="rows" aria-label="Recipients">
      ${all.map(address => {
        const state = known.get(address.toLowerCase())
        return listItem(
          html`<h3>
              <a href="/people/${encodeURIComponent(address.toLowerCase())}"><bdi>${address}</bdi></a>
            </h3>
            ${state && html`<p class="soft"><bdi>${repliedWords(state.code ?? undefined, state.reply)}</bdi></p>`}`,
          state ? stateTag(state.status) : tag('No response yet'),
        )
      })}
    </ul>`
}

function emailFacts({ from, to, cc, bcc, reply_to, ...email }: EmailSummary): Html {
  const { message_id, id, created_at, scheduled_at, tags, origin_kind } = email
  return facts([
    addressFact('From', [from]),
    addressFact('To', to),
    addressFact('Cc', cc),
    addressFact('Bcc', bcc),
    addressFact('Reply-to', reply_to),
    ['Accepted', dateTime(created_at)],
    scheduled_at !== null && ['Scheduled for', dateTime(scheduled_at)],
    tags.length > 0 && ['Tags', tags.map(({ name, value }) => html`<code>${name}:${value}</code> `)],
    origin_kind !== null && ['Sent by', origin_kind === 'broadcast' ? 'Broadcast' : 'Automation'],
    ['Email ID', html`<code>${id}</code>`],
    ['Message-ID', html`<code>${message_id}</code>`],
  ])
}

function preview({ id, html_bytes }: EmailSummary): Html {
  return html`<p>
      <a class="alone" href="/mailbox/${id}?view=text">Text${html_bytes !== null && ', HTML'} and captured source</a>
    </p>
    ${
      html_bytes !== null &&
      html`<iframe
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
        loading="lazy"
        src="/mailbox/${id}/html"
        title="The email as HTML"
      ></iframe>`
    }`
}

/** The timeline as in the API. */
function raw(timeline: readonly TimelineEntry[]): Html {
  return html`<details>
    <summary>History as JSON</summary>
    <pre class="text" tabindex="0">${JSON.stringify(timeline, null, 2)}</pre>
  </details>`
}
