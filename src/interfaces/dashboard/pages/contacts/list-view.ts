// The page with the list of a team's contacts, its search, and the form for a new one.
import { CONTACTS_LOOKED_AT, type FoundContacts } from '../../../../audience/contacts/search/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, EMAIL, field, lengthOf } from '../../ui/fields.ts'
import { panelForm, searchForm } from '../../ui/forms.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'
import { type AskedContacts, CONTACT_WORDS_MAX } from './asked.ts'
import { audienceNav } from './audience-nav.ts'
import { numeral } from '../../ui/reader.ts'

interface Named {
  id: string
  name: string
}

/** The filters for the contacts of a team: the latest of each kind. */
export interface Sorted {
  segments: readonly Named[]
  /** Segments with manually added contacts; the others have a rule. */
  picked: readonly Named[]
  topics: readonly Named[]
  properties: readonly { key: string }[]
}

interface Shown extends FormOutcome {
  asked: AskedContacts
  found: FoundContacts
  sorted: Sorted
  visitor: Visitor
}

export function contactsBody(shown: Shown): Html {
  const { asked, found, sorted, visitor, done, trouble, form } = shown
  const isFirst = found.rows.length === 0 && asked.after === undefined && Object.keys(asked.typed).length === 0
  return html`<h1>Contacts</h1>
    <p class="lead">Whom <bdi>${visitor.team.name}</bdi> can send to, the latest first.</p>
    ${audienceNav('contacts')} ${done}
    ${panelForm({
      title: 'Add a contact',
      path: '/contacts/add',
      trouble,
      isOpen: isFirst,
      fields: newFields(sorted, form),
      label: 'Add the contact',
    })}
    <div class="acts">
      <a class="button" href="/contacts/imports">Import contacts from a file</a>
      ${!isFirst && exportForm(asked.search.segment_id)}
    </div>
    ${searchBox(asked)} ${filters(asked, sorted)} ${searchedWords(asked, found)}
    ${
      found.rows.length > 0
        ? contactList(found.rows)
        : html`<p class="empty">
            ${isFirst ? 'There is no contact yet. Add one, or send one from a program.' : emptyWords(asked, found)}
          </p>`
    }
    ${onward(asked, found)}`
}

/** Exports all contacts, or all in a segment, regardless of other filters. */
export function exportForm(segment_id: string | undefined): Html {
  return html`<form method="get" action="/contacts/export">
    ${segment_id !== undefined && html`<input type="hidden" name="segment_id" value="${segment_id}" />`}
    <button>${segment_id === undefined ? 'Download all contacts as CSV' : 'Download the segment as CSV'}</button>
  </form>`
}

function newFields({ picked: segments }: Sorted, form: URLSearchParams): Html {
  return html`${field('Email address', { name: 'email', ...EMAIL, value: form.get('email') })}
  ${nameFields(form.get('first_name'), form.get('last_name'))}
  ${segments.length > 0 && choice({ name: 'segment_id', title: 'Segment', none: 'None', options: segments, chosen: form.get('segment_id') })}`
}

/** The fields for both names, also on the page of a contact. */
export function nameFields(first: string | null | undefined, last: string | null | undefined): Html {
  const both = { maxlength: lengthOf('CreateContact', 'first_name'), autocomplete: 'off' }
  return html`${field('First name', { name: 'first_name', ...both, value: first })}
  ${field('Last name', { name: 'last_name', ...both, value: last })}`
}

// ---- searching ----------------------------------------------------------------------------------------------------

function searchBox({ typed: { q: words, ...kept } }: AskedContacts): Html {
  const title = 'How an address begins, or a name'
  const all = { path: '/contacts', title: 'All contacts' }
  return searchForm({ path: '/contacts', name: 'q', title, length_max: CONTACT_WORDS_MAX, words, kept, all })
}

function filters({ typed }: AskedContacts, { segments, topics, properties }: Sorted): Html {
  const { q, ...others } = typed
  const named = (name: string): Named => ({ id: name, name })
  return html`<details class="filters" ${Object.keys(others).length > 0 && html`open`}>
    <summary>Filter</summary>
    <form method="get" action="/contacts">
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}
      ${
        q !== undefined &&
        choice({
          name: 'in',
          title: 'Look for it in',
          none: 'Addresses, from their beginning',
          options: IN,
          chosen: typed.in,
        })
      }
      ${choice({ name: 'status', title: 'Status', none: 'Any', options: STATUSES, chosen: typed.status })}
      ${segments.length > 0 && choice({ name: 'segment', title: 'In the segment', none: 'Any, or none', options: segments, chosen: typed.segment })}
      ${
        topics.length > 0 &&
        html`${choice({ name: 'topic', title: 'Topic', none: 'Any', options: topics, chosen: typed.topic })}
        ${choice({ name: 'subscription', title: 'What counts for it', none: 'Subscribed', options: OUT, chosen: typed.subscription })}`
      }
      ${
        properties.length > 0 &&
        html`${choice({ name: 'property', title: 'Property', none: 'Any', options: properties.map(({ key }) => named(key)), chosen: typed.property })}
        ${field('Its value; without one, that it has any', { name: 'value', maxlength: CONTACT_WORDS_MAX, autocomplete: 'off', value: typed.value })}`
      }
      <p><button>Filter</button></p>
    </form>
  </details>`
}

const IN = [{ id: 'name', name: 'Names' }]
const OUT = [{ id: 'opt_out', name: 'Not subscribed' }]
const STATUSES = [
  { id: 'subscribed', name: 'Not unsubscribed' },
  { id: 'unsubscribed', name: 'Unsubscribed from everything' },
]

/** A text that says whether the search covered addresses or names. */
function searchedWords({ typed, search }: AskedContacts, { rows }: FoundContacts): Html | false {
  if (typed.q === undefined || rows.length === 0) return false
  return html`<p>
    ${search.name === undefined ? 'Contacts whose address begins so, by their address.' : 'Contacts with this in their name.'}
    ${search.name === undefined && html`<a href="${addressOf({ ...typed, in: 'name' })}">Look for it in names</a>`}
  </p>`
}

function emptyWords({ typed, search, after }: AskedContacts, { behind }: FoundContacts): Html {
  if (behind !== undefined) {
    return html`None is among the ${numeral(CONTACTS_LOOKED_AT)} contacts that were looked at. Look further.`
  }
  if (after !== undefined) return html`There are no more.`
  if (typed.q === undefined) return html`There is none that all of this is true of.`
  return search.name === undefined
    ? html`No address begins so. <a href="${addressOf({ ...typed, in: 'name' })}">Look for it in names</a>, or
        <a href="/people/${encodeURIComponent(typed.q)}">see whether mail went there</a>.`
    : html`No contact has this name, and no address begins with it.`
}

function onward({ typed, after }: AskedContacts, { rows, behind }: FoundContacts): Html {
  return html`<nav class="pager" aria-label="Pages">
    ${after !== undefined && html`<a href="${addressOf(typed)}">First page</a>`}
    ${behind !== undefined && html`<a href="${addressOf({ ...typed, after: behind })}" class="older">${rows.length > 0 ? 'More' : 'Look further'}</a>`}
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
    { title: 'Address', cell: ({ id, email }) => html`<a href="/contacts/${id}"><bdi>${email}</bdi></a>` },
    { title: 'Name', cell: contact => fullName(contact) !== '' && html`<bdi>${fullName(contact)}</bdi>` },
    {
      title: 'Status',
      cell: ({ unsubscribed }) => (unsubscribed ? tag('Unsubscribed', 'bad') : tag('Subscribed', 'good')),
    },
    { title: 'Since', cell: ({ created_at }) => ago(created_at) },
    ...(acts ? [{ title: 'Do', kind: 'acts' as const, cell: acts }] : []),
  ]
  return rowList(rows, { columns, empty: '', label: 'Contacts' })
}

export function fullName({ first_name, last_name }: Pick<ListedContact, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}
