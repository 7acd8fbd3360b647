// Reads the search in the URL of the list of contacts, and the forms about a contact.
import type { ContactFields } from '../../../../audience/contacts/rules.ts'
import type { ContactSearch } from '../../../../audience/contacts/search/rules.ts'
import { idIn } from '../emails/search.ts'

/** No address and hardly any name is longer. */
export const CONTACT_WORDS_MAX = 320
const FILTERS = ['q', 'in', 'status', 'segment', 'topic', 'subscription', 'property', 'value'] as const

export interface AskedContacts {
  search: ContactSearch
  /** As typed, by their names in the URL. */
  typed: Partial<Record<(typeof FILTERS)[number], string>>
  after: string | undefined
  /** Whether the URL does not specify where to search for the words. */
  isOpen: boolean
}

export function askedContacts(query: URLSearchParams): AskedContacts {
  const typed: AskedContacts['typed'] = {}
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

/** The names in a form; an empty field results in `null`. */
export function askedNames(form: URLSearchParams): Pick<ContactFields, 'first_name' | 'last_name'> {
  const name = (field: string): string | null => (form.get(field) ?? '').trim() || null
  return { first_name: name('first_name'), last_name: name('last_name') }
}

/**
 * A value in the type of its property; `null`, for no text, removes it. Text that is not a number is passed on and refused
 * later.
 */
export function askedValue(text: string, type: 'string' | 'number' | undefined): string | number | null {
  if (text.trim() === '') return null
  const number = Number(text)
  return type === 'number' && Number.isFinite(number) ? number : text
}
