// The page about one address, and which email can be sent to it: whether it is suppressed, and what its owner unsubscribed
// from. Delivery checks the same for each email before it is offered (delivery/withholding).
import type { RunOfContact } from '../../../../campaigns/automations/store/runs.ts'
import type { Contact } from '../../../../audience/contacts/actions.ts'
import type { FoundEmails } from '../../../../mail/emails/search/actions.ts'
import type { Suppression } from '../../../../audience/suppressions/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { facts, tag } from '../../ui/facts.ts'
import { RUN_STATUS } from '../automations/words.ts'
import { emailList } from '../emails/list-view.ts'
import { confirmForm } from '../../ui/forms.ts'
import { doneNote } from '../../ui/reader.ts'
import { listItem, searchPager, rowList } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'

export type NamedRun = RunOfContact & { name: string | undefined }

/** A topic with a person's subscription to it. */
export interface TopicOfPerson {
  id: string
  name: string
  subscription: 'opt_in' | 'opt_out'
}

export interface Reach {
  suppression: Suppression | undefined
  /** Unsubscribed from all marketing email. */
  is_out: boolean
  /** Unsubscribed by a link in an email, and not by the team. */
  left_themselves: boolean
  /** The relevant topics, including those that the person unsubscribed from. */
  topics: readonly TopicOfPerson[]
}

/** `left`: what the owner of the address unsubscribed from, which applies regardless of the contact. */
export function reachOf(
  { suppression, topics }: Pick<Reach, 'suppression' | 'topics'>,
  contact: { unsubscribed: boolean } | undefined,
  left: { everything: boolean; topics: readonly string[] },
): Reach {
  return {
    suppression,
    is_out: left.everything || contact?.unsubscribed === true,
    left_themselves: left.everything,
    topics: topics.map(topic => (left.topics.includes(topic.id) ? { ...topic, subscription: 'opt_out' } : topic)),
  }
}

export interface ContactWithRuns {
  contact: Contact
  runs: readonly NamedRun[]
}

interface PersonPageData {
  address: string
  emails: FoundEmails
  after: string | undefined
  reach: Reach
  contact: ContactWithRuns | undefined
}

export function personBody(shown: PersonPageData): Html {
  const { address, emails, after, reach } = shown
  return html`<p><a class="back" href="/emails">Emails</a></p>
    <h1><bdi>${address}</bdi></h1>
    ${doneNote()} ${reachBox(reach, address)}
    <h2>Emails</h2>
    ${emailList(emails.rows, emptyText(shown))} ${searchPager(personPath(address), { ...emails, after })}
    ${contactPart(shown)}`
}

export const personPath = (address: string): string => `/people/${encodeURIComponent(address.toLowerCase())}`

function emptyText({ emails, after }: PersonPageData): string {
  if (emails.behind !== undefined) return 'No matches among the emails searched so far.'
  return after === undefined ? 'No emails to this address yet.' : 'No more results.'
}

const ORIGINS: Record<Suppression['origin'], string> = {
  bounce: 'an email to it bounced permanently',
  complaint: 'the recipient reported an email as spam',
  manual: 'it was added manually',
}

/** Which email is not sent to the address, and why; also on the page of a contact. */
export function reachBox(reach: Reach, address: string): Html {
  const { suppression, is_out, topics } = reach
  const left = is_out ? [] : topics.filter(({ subscription }) => subscription === 'opt_out')
  return html`${suppression ? suppressedBox(suppression, address) : !is_out && html`<p class="lead">This address can receive email: it is not suppressed.</p>`}
  ${is_out && outBox(reach)} ${left.length > 0 && html`<p>Not subscribed to ${topicNames(left)}.</p>`}`
}

const NAMED_MAX = 10

function topicNames(topics: readonly TopicOfPerson[]): Html {
  const others = topics.length - NAMED_MAX
  return html`${topics.slice(0, NAMED_MAX).map(({ id, name }, index) => html`${index > 0 && ', '}<a href="/topics/${id}"><bdi>${name}</bdi></a>`)}${others > 0 && ` and ${others} more`}`
}

function outBox({ suppression, left_themselves }: Reach): Html {
  return html`<p class="warning" role="status">
    Unsubscribed from all broadcasts and marketing emails${left_themselves && ', by the recipient'}.
    ${!suppression && 'Transactional emails are still sent.'}
  </p>`
}

function suppressedBox({ origin, words, source_id, created_at }: Suppression, address: string): Html {
  return html`<p class="trouble" role="status">
      Suppressed since ${dateTime(created_at)}, because ${ORIGINS[origin]}. No emails are sent to this address.
      ${words !== null && html`<bdi>${words}</bdi>`}
      ${source_id !== null && html`<a href="/emails/${source_id}">View email</a>`}
    </p>
    ${confirmForm({
      path: `${personPath(address)}/lift-suppression`,
      label: 'Remove suppression',
      about: address,
      question: 'New emails to this address are sent again. If one bounces, the address is suppressed again.',
    })}`
}

/** The effective subscription to a topic. */
export function topicTag({ subscription }: TopicOfPerson, { is_out }: Reach): Html {
  if (is_out) return tag('Unsubscribed from all', 'bad')
  return subscription === 'opt_in' ? tag('Subscribed', 'good') : tag('Not subscribed')
}

function contactPart({ contact: known, reach }: PersonPageData): Html {
  if (!known)
    return html`<h2>Contact</h2>
      <p class="empty">No contact has this address. <a href="/contacts">Add a contact</a>.</p>`
  const { contact, runs } = known
  const { is_out, topics } = reach
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return html`<h2>Contact</h2>
    ${facts([
      name !== '' && ['Name', html`<bdi>${name}</bdi>`],
      ['Unsubscribed', is_out ? 'Yes, from all marketing emails' : 'No'],
      ['Created', dateTime(contact.created_at)],
      ['Contact ID', html`<code>${contact.id}</code> <a href="/contacts/${contact.id}">View contact</a>`],
    ])}
    ${
      topics.length > 0 &&
      html`<h2>Subscriptions</h2>
        <ul class="rows">
          ${topics.map(topic => listItem(html`<h3><bdi>${topic.name}</bdi></h3>`, topicTag(topic, reach)))}
        </ul>`
    }
    <h2>Automation runs</h2>
    ${runList(runs)}`
}

/** The runs of one contact. */
export function runList(runs: readonly NamedRun[]): Html {
  return rowList(runs, {
    row: ({ id, automation_id, name: title, status, created_at }) =>
      listItem(
        html`<h3>
            <a href="/automations/${automation_id}/runs/${id}"><bdi>${title ?? automation_id}</bdi></a>
          </h3>
          <p class="soft">${dateTime(created_at)}</p>`,
        RUN_STATUS[status],
      ),
    empty: 'No automation runs yet. A run starts when an event for this contact triggers an automation.',
  })
}
