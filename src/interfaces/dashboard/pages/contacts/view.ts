// The page of one contact: all data that the team has about it, and the forms to change it.
import type { HeardEvent } from '../../../../campaigns/automations/store/contact-events.ts'
import type { ContactProperty } from '../../../../audience/contact-properties/rules.ts'
import { TYPED_TEXT_MAX } from '../../../../base/text/typed-values.ts'
import type { Contact } from '../../../../audience/contacts/actions.ts'
import type { FoundEmails } from '../../../../mail/emails/search/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Fact, facts, tag } from '../../ui/facts.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field } from '../../ui/fields.ts'
import { actForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { item, rowList } from '../../ui/table.ts'
import { exactly, moment } from '../../ui/time.ts'
import { emailList } from '../emails/list-view.ts'
import type { Reach, TopicOfPerson } from '../people/reach.ts'
import { type NamedRun, personPath, reachBox, runList, topicTag } from '../people/view.ts'
import { nameFields, fullName } from './list-view.ts'
import { privacyPart } from './privacy/view.ts'

/** Everything about a contact except its emails. */
export interface KnownOfContact {
  contact: Contact
  visitor: Visitor
  /** All properties of the team. */
  properties: readonly ContactProperty[]
  segments: readonly { id: string; name: string }[]
  /** Ids of the segments that the contact was added to manually; the others have a rule. */
  picked: ReadonlySet<string>
  /** The selectable segments. */
  all_segments: readonly { id: string; name: string }[]
  /** Which email is sent to its address. */
  reach: Reach
  events: readonly HeardEvent[]
  runs: readonly NamedRun[]
}

interface Shown extends KnownOfContact {
  emails: FoundEmails
  done: Html | undefined
}

export function contactBody(shown: Shown): Html {
  const { contact, reach, runs, done } = shown
  return html`<p><a class="back" href="/contacts">Contacts</a></p>
    <h1><bdi>${contact.email}</bdi></h1>
    ${done} ${wantsPart(contact, reach)} ${reachBox(reach, { address: contact.email })} ${details(shown)}
    ${propertyPart(shown)} ${segmentPart(shown)} ${topicPart(shown)} ${emailPart(shown)} ${eventPart(shown)}
    <h2>Runs of automations</h2>
    ${runList(runs)} ${removal(shown)} ${privacyPart({ id: contact.id, email: contact.email })}`
}

const pathOf = ({ id }: Contact): string => `/contacts/${id}`

function wantsPart(contact: Contact, { is_out }: Reach): Html {
  const about = contact.email
  return is_out
    ? html`<p class="lead">${tag('Unsubscribed', 'bad')} Wants no broadcasts and no marketing mail at all.</p>
        ${confirmForm({
          path: `${pathOf(contact)}/subscribe`,
          label: 'Subscribe again',
          about,
          question: 'Only do this when they asked for it: people who unsubscribed complain about more mail.',
        })}`
    : html`<p class="lead">
          ${tag('Not unsubscribed', 'good')} Gets mail about the topics below that it is subscribed to.
        </p>
        ${confirmForm({
          path: `${pathOf(contact)}/unsubscribe`,
          label: 'Unsubscribe',
          about,
          question: 'From everything: no broadcast and no marketing mail goes to them any more, whatever the topic.',
        })}`
}

function details({ contact }: Shown): Html {
  const name = fullName(contact)
  return html`<h2>Who it is</h2>
    ${facts([
      ['Name', name === '' ? 'Not known' : html`<bdi>${name}</bdi>`],
      ['May be tracked', contact.tracking_allowed ? 'Yes, where that is turned on' : 'No, they do not want it'],
      ['Contact since', moment(contact.created_at)],
      ['Last changed', moment(contact.updated_at)],
      ['Contact ID', html`<code>${contact.id}</code>`],
    ])}
    ${panelForm({
      title: 'Change the name',
      path: `${pathOf(contact)}/change`,
      fields: nameFields(contact.first_name, contact.last_name),
      label: 'Save',
    })}`
}

// ---- properties ---------------------------------------------------------------------------------------------------

function propertyPart(shown: Shown): Html {
  const { contact, properties } = shown
  const stored = properties.filter(({ key }) => Object.hasOwn(contact.properties, key))
  const assumed = properties.filter(
    ({ key }) => !stored.some(each => each.key === key) && Object.hasOwn(contact.fallbacks, key),
  )
  return html`<h2>Properties</h2>
    ${
      stored.length + assumed.length > 0 &&
      facts([
        ...stored.map(({ key }) => property(key, html`<bdi>${contact.properties[key]}</bdi>`)),
        ...assumed.map(({ key }) =>
          property(
            key,
            html`<bdi>${contact.fallbacks[key]}</bdi> <span class="soft">(what counts without a value)</span>`,
          ),
        ),
      ])
    }
    ${
      properties.length === 0
        ? html`<p class="empty">
            Contacts of this team have no properties yet. <a href="/contact-properties">Make the first one</a>, such as
            a plan.
          </p>`
        : valueForm(shown)
    }`
}

function property(key: string, value: Html): Fact {
  return [html`<code>${key}</code>`, value]
}

function valueForm({ contact, properties }: Shown): Html {
  const options = properties.map(({ key, type }) => ({ id: key, name: `${key} (${TYPES[type]})` }))
  return panelForm({
    title: 'Set a property',
    path: `${pathOf(contact)}/property`,
    fields: html`${choice({ name: 'key', title: 'Property', options })}
    ${field('Its value; left empty, the contact has none', { name: 'value', maxlength: TYPED_TEXT_MAX, autocomplete: 'off' })}`,
    label: 'Save',
  })
}

const TYPES: Record<ContactProperty['type'], string> = { string: 'text', number: 'number' }

// ---- segments and topics ------------------------------------------------------------------------------------------

function segmentPart({ contact, segments, picked, all_segments }: Shown): Html {
  const others = all_segments.filter(({ id }) => !segments.some(segment => segment.id === id))
  return html`<h2>Segments</h2>
    ${rowList(segments, {
      row: ({ id, name }) =>
        item(
          html`<h3>
            <a href="/segments/${id}"><bdi>${name}</bdi></a>
          </h3>`,
          picked.has(id)
            ? actForm({
                path: `${pathOf(contact)}/remove-segment`,
                label: 'Take out',
                about: name,
                fields: { segment_id: id },
              })
            : tag('By its rule'),
        ),
      empty: html`The contact is in no
      segment.${all_segments.length === 0 && html` <a href="/segments">Make one</a> to send to many at once.`}`,
      label: 'Segments',
    })}
    ${
      others.length > 0 &&
      panelForm({
        title: 'Put into a segment',
        path: `${pathOf(contact)}/add-segment`,
        fields: choice({ name: 'segment_id', title: 'Segment', none: 'Choose one', options: others }),
        label: 'Put into it',
      })
    }`
}

function topicPart({ contact, reach }: Shown): Html {
  const { topics } = reach
  return html`<h2>Subscriptions</h2>
    ${rowList(topics, {
      row: topic => topicRow(contact, { topic, reach }),
      empty: html`There are no topics yet. <a href="/topics">Make one</a>, so that people can leave a subject and stay
        for others.`,
      label: 'Subscriptions',
    })}`
}

function topicRow(contact: Contact, { topic, reach }: { topic: TopicOfPerson; reach: Reach }): Html {
  const { id, name, subscription } = topic
  const isIn = subscription === 'opt_in'
  return item(
    html`<h3>
        <a href="/topics/${id}"><bdi>${name}</bdi></a>
      </h3>
      <p>${topicTag(topic, reach)}</p>`,
    actForm({
      path: `${pathOf(contact)}/topic`,
      label: isIn ? 'Unsubscribe from it' : 'Subscribe to it',
      about: name,
      fields: { topic_id: id, subscription: isIn ? 'opt_out' : 'opt_in' },
    }),
  )
}

// ---- history ------------------------------------------------------------------------------------------------------

function emailPart({ contact, emails }: Shown): Html {
  return html`<h2>Emails</h2>
    ${emailList(emails.rows, emails.behind === undefined ? 'No email was sent to this address by this team.' : 'None of the latest emails went to this address.')}
    <p><a class="alone" href="${personPath(contact.email)}">All emails to this address</a></p>`
}

const EVENT_STATES: Record<HeardEvent['state'], Html> = {
  pending: tag('Waits', 'wait'),
  kept: tag('Applied'),
  failed: tag('Failed', 'bad'),
}

function eventPart({ events }: Shown): Html {
  return html`<h2>Events</h2>
    <p class="soft">Events that wait, have failed, or are kept for automations that look back.</p>
    ${rowList(events, {
      row: ({ name, at, state, error }) =>
        item(
          html`<h3><bdi>${name}</bdi></h3>
            <p class="soft">${exactly(at)}</p>
            ${error !== null && html`<p><bdi>${error}</bdi></p>`}`,
          EVENT_STATES[state],
        ),
      empty: 'There are none now.',
      label: 'Events',
    })}`
}

function removal({ contact }: Shown): Html {
  return confirmForm({
    path: `${pathOf(contact)}/delete`,
    label: 'Delete the contact',
    about: contact.email,
    question:
      'Its properties, segments and subscriptions are deleted, too, including that it unsubscribed. To prevent mail to the address, suppress it or keep the contact.',
  })
}
