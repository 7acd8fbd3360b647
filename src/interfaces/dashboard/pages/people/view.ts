// The page about one address.
import type { RunOfContact } from '../../../../campaigns/automations/store/runs.ts'
import type { Contact } from '../../../../audience/contacts/actions.ts'
import type { FoundEmails } from '../../../../mail/emails/search/actions.ts'
import type { Suppression } from '../../../../audience/suppressions/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { facts, tag } from '../../ui/facts.ts'
import { RUN_STATUS } from '../automations/words.ts'
import { emailList } from '../emails/list-view.ts'
import type { Reach, TopicOfPerson } from './reach.ts'
import { confirmForm } from '../../ui/forms.ts'
import { item, onwardPager, rowList } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'

export type NamedRun = RunOfContact & { name: string | undefined }

export interface KnownContact {
  contact: Contact
  runs: readonly NamedRun[]
}

interface Shown {
  address: string
  found: FoundEmails
  after: string | undefined
  reach: Reach
  contact: KnownContact | undefined
  done: Html | undefined
}

export function personBody(shown: Shown): Html {
  const { address, found, after, done } = shown
  const path = personPath(address)
  return html`<p><a class="back" href="/emails">Emails</a></p>
    <h1><bdi>${address}</bdi></h1>
    ${done} ${reachBox(shown.reach, shown)}
    <h2>Emails to this address</h2>
    ${emailList(found.rows, emptyWords(shown))} ${onwardPager(path, { ...found, after })} ${contactPart(shown)}`
}

export const personPath = (address: string): string => `/people/${encodeURIComponent(address.toLowerCase())}`

function emptyWords({ found, after }: Shown): string {
  if (found.behind !== undefined) return 'There is none in this part of the emails. Look further back.'
  return after === undefined ? 'No email was sent to this address by this team.' : 'There are no older ones.'
}

const ORIGINS: Record<Suppression['origin'], string> = {
  bounce: 'a mail server refused mail to it for good',
  complaint: 'the recipient reported a mail as spam',
  manual: 'the team said so',
}

/** Why email is not sent to the address; also on the page of a contact. */
export function reachBox(reach: Reach, { address }: { address: string }): Html {
  const { suppression, is_out, topics } = reach
  const left = is_out ? [] : topics.filter(({ subscription }) => subscription === 'opt_out')
  return html`${suppression ? suppressedBox(suppression, { address }) : !is_out && html`<p class="lead">Mail goes to this address: it is not suppressed.</p>`}
  ${is_out && outBox(reach)} ${left.length > 0 && html`<p>No mail goes there about ${topicNames(left)}.</p>`}`
}

const NAMED_MAX = 10

function topicNames(topics: readonly TopicOfPerson[]): Html {
  const others = topics.length - NAMED_MAX
  return html`${topics.slice(0, NAMED_MAX).map(({ id, name }, index) => html`${index > 0 && ', '}<a href="/topics/${id}"><bdi>${name}</bdi></a>`)}${others > 0 && ` and ${others} more`}`
}

function outBox({ suppression, left_themselves }: Reach): Html {
  return html`<p class="warning" role="status">
    No broadcast and no marketing mail goes to this address: it is unsubscribed from
    everything${left_themselves && ', by who gets its mail'}.
    ${!suppression && 'Mail that goes to this person alone still does.'}
  </p>`
}

function suppressedBox({ origin, words, source_id, created_at }: Suppression, { address }: { address: string }): Html {
  return html`<p class="trouble" role="status">
      No mail goes to this address since ${moment(created_at)}: it is suppressed, as ${ORIGINS[origin]}.
      ${words !== null && html`<bdi>${words}</bdi>`}
      ${source_id !== null && html`<a href="/emails/${source_id}">The email that it was about</a>.`}
    </p>
    ${confirmForm({
      path: `${personPath(address)}/lift-suppression`,
      label: 'Send to it again',
      about: address,
      question:
        'Mail that is sent from now on goes to this address again. If it bounces again, it is suppressed again.',
    })}`
}

/** The effective subscription to a topic. */
export function topicTag({ subscription }: TopicOfPerson, { is_out }: Reach): Html {
  if (is_out) return tag('Unsubscribed from everything', 'bad')
  return subscription === 'opt_in' ? tag('Subscribed', 'good') : tag('Not subscribed')
}

function contactPart({ contact: known, reach }: Shown): Html {
  if (!known)
    return html`<h2>Contact</h2>
      <p class="empty">There is no contact with this address. <a href="/contacts">Add one</a>.</p>`
  const { contact, runs } = known
  const { is_out, topics } = reach
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return html`<h2>Contact</h2>
    ${facts([
      name !== '' && ['Name', html`<bdi>${name}</bdi>`],
      ['Unsubscribed', is_out ? 'Yes, from everything' : 'No'],
      ['Contact since', moment(contact.created_at)],
      ['Contact ID', html`<code>${contact.id}</code> <a href="/contacts/${contact.id}">All about the contact</a>`],
    ])}
    ${
      topics.length > 0 &&
      html`<h2>Subscriptions</h2>
        <ul class="rows">
          ${topics.map(topic => item(html`<h3><bdi>${topic.name}</bdi></h3>`, topicTag(topic, reach)))}
        </ul>`
    }
    <h2>Runs of automations</h2>
    ${runList(runs)}`
}

/** The runs of one contact. */
export function runList(runs: readonly NamedRun[]): Html {
  return rowList(runs, {
    row: ({ id, automation_id, name: title, status, created_at }) =>
      item(
        html`<h3>
            <a href="/automations/${automation_id}/runs/${id}"><bdi>${title ?? automation_id}</bdi></a>
          </h3>
          <p class="soft">${moment(created_at)}</p>`,
        RUN_STATUS[status],
      ),
    empty: 'No automation has run for this contact. One runs when its event comes in.',
  })
}
