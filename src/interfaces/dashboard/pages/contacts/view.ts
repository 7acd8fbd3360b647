// The page of one contact: all data that the team has about it, and the forms to edit it.
import type { ContactEventSummary } from '../../../../campaigns/automations/store/contact-events.ts'
import type { ContactProperty } from '../../../../audience/contact-properties/rules.ts'
import { TYPED_TEXT_MAX } from '../../../../base/text/typed-values.ts'
import type { Contact } from '../../../../audience/contacts/actions.ts'
import type { FoundEmails } from '../../../../mail/emails/search/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Fact, facts, tag } from '../../ui/facts.ts'
import { choice, field } from '../../ui/fields.ts'
import { actionForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { doneNote } from '../../ui/reader.ts'
import { listItem, rowList } from '../../ui/table.ts'
import { dateTimeWithSeconds, dateTime } from '../../ui/time.ts'
import { emailList } from '../emails/list-view.ts'
import { PROPERTY_TYPES } from '../contact-properties.ts'
import {
  type NamedRun,
  personPath,
  type Reach,
  reachBox,
  runList,
  type TopicOfPerson,
  topicTag,
} from '../people/view.ts'
import { nameFields, fullName } from './list-view.ts'
import { privacyPart } from './privacy/actions.ts'

/** Everything about a contact except its emails. */
export interface ContactData {
  contact: Contact
  /** All properties of the team. */
  properties: readonly ContactProperty[]
  segments: readonly { id: string; name: string }[]
  /** Ids of the segments that the contact was added to manually; the others have a rule. */
  picked: ReadonlySet<string>
  /** The selectable segments. */
  all_segments: readonly { id: string; name: string }[]
  /** Which email can be sent to its address. */
  reach: Reach
  events: readonly ContactEventSummary[]
  runs: readonly NamedRun[]
}

interface ContactPageData extends ContactData {
  emails: FoundEmails
}

export function contactBody(shown: ContactPageData): Html {
  const { contact, reach, runs } = shown
  return html`<p><a class="back" href="/contacts">Contacts</a></p>
    <h1><bdi>${contact.email}</bdi></h1>
    ${doneNote()} ${subscriptionPart(contact, reach)} ${reachBox(reach, contact.email)} ${details(contact)}
    ${propertyPart(shown)} ${segmentPart(shown)} ${topicPart(shown)} ${emailPart(shown)} ${eventPart(shown)}
    <h2>Automation runs</h2>
    ${runList(runs)} ${deletion(contact)} ${privacyPart({ id: contact.id, email: contact.email })}`
}

const pathOf = ({ id }: Contact): string => `/contacts/${id}`

function subscriptionPart(contact: Contact, { is_out }: Reach): Html {
  const about = contact.email
  return is_out
    ? html`<p class="lead">${tag('Unsubscribed', 'bad')} Receives no broadcasts or marketing emails.</p>
        ${confirmForm({
          path: `${pathOf(contact)}/subscribe`,
          label: 'Resubscribe',
          about,
          question:
            'Do this only if the contact asked for it. People who unsubscribed are likely to report more email as spam.',
        })}`
    : html`<p class="lead">
          ${tag('Subscribed', 'good')} Receives broadcasts and emails about the topics it is subscribed to.
        </p>
        ${confirmForm({
          path: `${pathOf(contact)}/unsubscribe`,
          label: 'Unsubscribe',
          about,
          question: 'The contact no longer receives broadcasts or marketing emails, regardless of the topic.',
        })}`
}

function details(contact: Contact): Html {
  const name = fullName(contact)
  return html`<h2>Details</h2>
    ${facts([
      ['Name', name === '' ? 'Unknown' : html`<bdi>${name}</bdi>`],
      ['Tracking', contact.tracking_allowed ? 'Allowed' : 'Declined by the contact'],
      ['Created', dateTime(contact.created_at)],
      ['Updated', dateTime(contact.updated_at)],
      ['Contact ID', html`<code>${contact.id}</code>`],
    ])}
    ${panelForm({
      title: 'Edit name',
      path: `${pathOf(contact)}/change`,
      fields: nameFields(contact.first_name, contact.last_name),
      label: 'Save name',
    })}`
}

// ---- properties ---------------------------------------------------------------------------------------------------

function propertyPart(shown: ContactPageData): Html {
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
          property(key, html`<bdi>${contact.fallbacks[key]}</bdi> <span class="soft">(default value)</span>`),
        ),
      ])
    }
    ${
      properties.length === 0
        ? html`<p class="empty">
            This team has no properties yet. <a href="/contact-properties">Create a property</a>, such as a plan.
          </p>`
        : valueForm(shown)
    }`
}

function property(key: string, value: Html): Fact {
  return [html`<code>${key}</code>`, value]
}

function valueForm({ contact, properties }: ContactPageData): Html {
  const options = properties.map(({ key, type }) => ({
    id: key,
    name: `${key} (${PROPERTY_TYPES[type].toLowerCase()})`,
  }))
  return panelForm({
    title: 'Set property',
    path: `${pathOf(contact)}/property`,
    fields: html`${choice({ name: 'key', title: 'Property', options })}
    ${field('Value', { name: 'value', maxlength: TYPED_TEXT_MAX, autocomplete: 'off', hint: 'Leave it empty to remove the value.' })}`,
    label: 'Save property',
  })
}

// ---- segments and topics ------------------------------------------------------------------------------------------

function segmentPart({ contact, segments, picked, all_segments }: ContactPageData): Html {
  const others = all_segments.filter(({ id }) => !segments.some(segment => segment.id === id))
  return html`<h2>Segments</h2>
    ${rowList(segments, {
      row: ({ id, name }) =>
        listItem(
          html`<h3>
            <a href="/segments/${id}"><bdi>${name}</bdi></a>
          </h3>`,
          picked.has(id)
            ? actionForm({
                path: `${pathOf(contact)}/remove-segment`,
                label: 'Remove',
                about: name,
                fields: { segment_id: id },
              })
            : tag('By rule'),
        ),
      empty: html`This contact is not in a
      segment.${all_segments.length === 0 && html` <a href="/segments">Create a segment</a> to send broadcasts.`}`,
      label: 'Segments',
    })}
    ${
      others.length > 0 &&
      panelForm({
        title: 'Add to segment',
        path: `${pathOf(contact)}/add-segment`,
        fields: choice({ name: 'segment_id', title: 'Segment', none: 'Choose a segment', options: others }),
        label: 'Add to segment',
      })
    }`
}

function topicPart({ contact, reach }: ContactPageData): Html {
  const { topics } = reach
  return html`<h2>Subscriptions</h2>
    ${rowList(topics, {
      row: topic => topicRow(contact, { topic, reach }),
      empty: html`No topics yet. <a href="/topics">Create a topic</a> to let contacts unsubscribe from one kind of
        email.`,
      label: 'Subscriptions',
    })}`
}

function topicRow(contact: Contact, { topic, reach }: { topic: TopicOfPerson; reach: Reach }): Html {
  const { id, name, subscription } = topic
  const isIn = subscription === 'opt_in'
  return listItem(
    html`<h3>
        <a href="/topics/${id}"><bdi>${name}</bdi></a>
      </h3>
      <p>${topicTag(topic, reach)}</p>`,
    actionForm({
      path: `${pathOf(contact)}/topic`,
      label: isIn ? 'Unsubscribe' : 'Subscribe',
      about: name,
      fields: { topic_id: id, subscription: isIn ? 'opt_out' : 'opt_in' },
    }),
  )
}

// ---- history ------------------------------------------------------------------------------------------------------

function emailPart({ contact, emails }: ContactPageData): Html {
  return html`<h2>Emails</h2>
    ${emailList(emails.rows, emails.behind === undefined ? 'No emails to this address yet.' : 'None of the latest emails were sent to this address.')}
    <p><a class="alone" href="${personPath(contact.email)}">All emails to this address</a></p>`
}

const EVENT_STATES: Record<ContactEventSummary['state'], Html> = {
  pending: tag('Pending', 'wait'),
  kept: tag('Processed'),
  failed: tag('Failed', 'bad'),
}

function eventPart({ events }: ContactPageData): Html {
  return html`<h2>Events</h2>
    <p class="soft">Pending and failed events, and events stored for automations that check past events.</p>
    ${rowList(events, {
      row: ({ name, at, state, error }) =>
        listItem(
          html`<h3><bdi>${name}</bdi></h3>
            <p class="soft">${dateTimeWithSeconds(at)}</p>
            ${error !== null && html`<p><bdi>${error}</bdi></p>`}`,
          EVENT_STATES[state],
        ),
      empty: 'No events.',
      label: 'Events',
    })}`
}

function deletion(contact: Contact): Html {
  return confirmForm({
    path: `${pathOf(contact)}/delete`,
    label: 'Delete contact',
    about: contact.email,
    question:
      'This also deletes its properties, segments and subscriptions, including that it unsubscribed. To prevent emails to the address, suppress it or keep the contact.',
  })
}
