// The list of a team's contacts: its page, its search, and the form for a new contact.
import { CONTACTS_EXAMINED_MAX, type FoundContacts } from '../../../../audience/contacts/search/actions.ts'
import type { ContactSearch } from '../../../../audience/contacts/search/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import { choice, EMAIL, field, lengthOf } from '../../ui/fields.ts'
import { panelForm, searchForm } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome, formatNumber } from '../../ui/reader.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { idIn } from '../emails/search.ts'
import { audienceNav } from './audience-nav.ts'

interface NamedObject {
  id: string
  name: string
}

/** The filters for the contacts of a team: the latest of each kind. */
export interface ContactFilters {
  segments: readonly NamedObject[]
  /** Segments with manually added contacts; the others have a rule. */
  picked: readonly NamedObject[]
  topics: readonly NamedObject[]
  properties: readonly { key: string }[]
}

interface ContactListData {
  query: ContactQuery
  found: FoundContacts
  filters: ContactFilters
  team_name: string
}

export function contactsBody({ query, found, filters, team_name }: ContactListData): Html {
  const isFirst = found.rows.length === 0 && query.after === undefined && Object.keys(query.typed).length === 0
  return html`<h1>Contacts</h1>
    <p class="lead">The contacts of <bdi>${team_name}</bdi>, newest first.</p>
    ${audienceNav('contacts')} ${doneNote()}
    ${panelForm({
      title: 'Add contact',
      path: '/contacts/add',
      trouble: formOutcome().trouble,
      isOpen: isFirst,
      fields: newFields(filters),
      label: 'Add contact',
    })}
    <div class="acts">
      <a class="button" href="/contacts/imports">Import contacts</a>
      ${!isFirst && exportForm(query.search.segment_id)}
    </div>
    ${searchBox(query)} ${filterForm(query, filters)} ${resultNote(query, found)}
    ${
      found.rows.length > 0
        ? contactList(found.rows)
        : html`<p class="empty">
            ${isFirst ? 'No contacts yet. Add one here, import a file, or use the API.' : emptyText(query, found)}
          </p>`
    }
    ${resultPager(query, found)}`
}

/** Exports all contacts, or all in a segment, regardless of other filters. */
export function exportForm(segment_id: string | undefined): Html {
  return html`<form method="get" action="/contacts/export">
    ${segment_id !== undefined && html`<input type="hidden" name="segment_id" value="${segment_id}" />`}
    <button>${segment_id === undefined ? 'Download contacts as CSV' : 'Download segment as CSV'}</button>
  </form>`
}

function newFields({ picked: segments }: ContactFilters): Html {
  return html`${field('Email address', { name: 'email', ...EMAIL, value: entered('email') })}
  ${nameFields(entered('first_name'), entered('last_name'))}
  ${segments.length > 0 && choice({ name: 'segment_id', title: 'Segment', none: 'None', options: segments, chosen: entered('segment_id') })}`
}

/** The fields for both names, also on the page of a contact. */
export function nameFields(first: string | null | undefined, last: string | null | undefined): Html {
  const both = { maxlength: lengthOf('CreateContact', 'first_name'), autocomplete: 'off' }
  return html`${field('First name', { name: 'first_name', ...both, value: first })}
  ${field('Last name', { name: 'last_name', ...both, value: last })}`
}

// ---- search -------------------------------------------------------------------------------------------------------

/** No address and hardly any name is longer. */
const CONTACT_WORDS_MAX = 320
const FILTERS = ['q', 'in', 'status', 'segment', 'topic', 'subscription', 'property', 'value'] as const

export interface ContactQuery {
  search: ContactSearch
  /** As typed, by their names in the URL. */
  typed: Partial<Record<(typeof FILTERS)[number], string>>
  after: string | undefined
  /** Whether the URL does not specify where to search for the words. */
  isOpen: boolean
}

/** Reads the search in the URL. */
export function contactQuery(query: URLSearchParams): ContactQuery {
  const typed: ContactQuery['typed'] = {}
  for (const name of FILTERS) {
    const text = (query.get(name) ?? '').trim().slice(0, CONTACT_WORDS_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, status, segment, topic, property } = typed
  const topic_id = topic === undefined ? undefined : idIn(topic)
  const inNames = typed.in === 'name'
  return {
    typed,
    search: {
      address: inNames ? undefined : q,
      name: inNames ? q : undefined,
      unsubscribed: status === 'unsubscribed' ? true : status === 'subscribed' ? false : undefined,
      segment_id: segment === undefined ? undefined : idIn(segment),
      topic: topic_id === undefined ? undefined : { id: topic_id, subscription: subscriptionIn(typed.subscription) },
      property: property === undefined ? undefined : { key: property, value: typed.value },
    },
    after: query.get('after')?.slice(0, CONTACT_WORDS_MAX) || undefined,
    isOpen: typed.in === undefined && q !== undefined && !q.includes('@') && !query.has('after'),
  }
}

export function subscriptionIn(text: string | null | undefined): 'opt_in' | 'opt_out' {
  return text === 'opt_out' ? 'opt_out' : 'opt_in'
}

function searchBox({ typed: { q: words, ...kept } }: ContactQuery): Html {
  const title = 'Search by email address or name'
  const all = { path: '/contacts', title: 'All contacts' }
  return searchForm({ path: '/contacts', name: 'q', title, length_max: CONTACT_WORDS_MAX, words, kept, all })
}

function filterForm({ typed }: ContactQuery, { segments, topics, properties }: ContactFilters): Html {
  const { q, ...others } = typed
  const named = (name: string): NamedObject => ({ id: name, name })
  return html`<details class="filters" ${Object.keys(others).length > 0 && html`open`}>
    <summary>Filters</summary>
    <form method="get" action="/contacts">
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}
      ${
        q !== undefined &&
        choice({ name: 'in', title: 'Search in', none: 'Start of email addresses', options: IN, chosen: typed.in })
      }
      ${choice({ name: 'status', title: 'Status', none: 'Any', options: STATUSES, chosen: typed.status })}
      ${segments.length > 0 && choice({ name: 'segment', title: 'Segment', none: 'Any', options: segments, chosen: typed.segment })}
      ${
        topics.length > 0 &&
        html`${choice({ name: 'topic', title: 'Topic', none: 'Any', options: topics, chosen: typed.topic })}
        ${choice({ name: 'subscription', title: 'Subscription', none: 'Subscribed', options: OUT, chosen: typed.subscription })}`
      }
      ${
        properties.length > 0 &&
        html`${choice({ name: 'property', title: 'Property', none: 'Any', options: properties.map(({ key }) => named(key)), chosen: typed.property })}
        ${field('Value', { name: 'value', maxlength: CONTACT_WORDS_MAX, autocomplete: 'off', hint: 'Leave it empty to match any value.', value: typed.value })}`
      }
      <p><button>Apply filters</button></p>
    </form>
  </details>`
}

const IN = [{ id: 'name', name: 'Names' }]
const OUT = [{ id: 'opt_out', name: 'Not subscribed' }]
const STATUSES = [
  { id: 'subscribed', name: 'Subscribed' },
  { id: 'unsubscribed', name: 'Unsubscribed' },
]

/** Whether the search covered addresses or names. */
function resultNote({ typed, search }: ContactQuery, { rows }: FoundContacts): Html | false {
  if (typed.q === undefined || rows.length === 0) return false
  return html`<p>
    ${search.name === undefined ? 'Contacts whose email address starts with this text, sorted by address.' : 'Contacts whose name contains this text.'}
    ${search.name === undefined && html`<a href="${addressOf({ ...typed, in: 'name' })}">Search names</a>`}
  </p>`
}

function emptyText({ typed, search, after }: ContactQuery, { behind }: FoundContacts): Html {
  if (behind !== undefined) {
    return html`No matches among the ${formatNumber(CONTACTS_EXAMINED_MAX)} contacts searched so far.`
  }
  if (after !== undefined) return html`No more results.`
  if (typed.q === undefined) return html`No contacts match these filters.`
  return search.name === undefined
    ? html`No email address starts with this text. <a href="${addressOf({ ...typed, in: 'name' })}">Search names</a>, or
        <a href="/people/${encodeURIComponent(typed.q)}">view emails to this address</a>.`
    : html`No name contains this text, and no email address starts with it.`
}

function resultPager({ typed, after }: ContactQuery, { rows, behind }: FoundContacts): Html {
  return html`<nav class="pager" aria-label="Pages">
    ${after !== undefined && html`<a href="${addressOf(typed)}">First page</a>`}
    ${behind !== undefined && html`<a href="${addressOf({ ...typed, after: behind })}" class="older">${rows.length > 0 ? 'More' : 'Search more'}</a>`}
  </nav>`
}

function addressOf(query: Record<string, string>): string {
  const written = String(new URLSearchParams(query))
  return written === '' ? '/contacts' : `/contacts?${written}`
}

// ---- the list -----------------------------------------------------------------------------------------------------

export interface ListedContact {
  id: string
  email: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean
  created_at: string
}

/** Also lists the members of a segment. `acts`: the buttons for each member there. */
export function contactList(rows: readonly ListedContact[], acts?: (contact: ListedContact) => Html): Html {
  const columns: ListColumn<ListedContact>[] = [
    { title: 'Email address', cell: ({ id, email }) => html`<a href="/contacts/${id}"><bdi>${email}</bdi></a>` },
    { title: 'Name', cell: contact => fullName(contact) !== '' && html`<bdi>${fullName(contact)}</bdi>` },
    {
      title: 'Status',
      cell: ({ unsubscribed }) => (unsubscribed ? tag('Unsubscribed', 'bad') : tag('Subscribed', 'good')),
    },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
    ...(acts ? [{ title: 'Actions', kind: 'acts' as const, cell: acts }] : []),
  ]
  return rowList(rows, { columns, empty: '', label: 'Contacts' })
}

export function fullName({ first_name, last_name }: Pick<ListedContact, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}
