// The conditions of a search for contacts, and the check of single contacts.
import { emailKey } from '../../../base/text/addresses.ts'
import { type ContactRecord } from '../rules.ts'

export interface ContactSearch {
  /** The start of an address. */
  address?: string | undefined
  /** Part of a name. */
  name?: string | undefined
  unsubscribed?: boolean | undefined
  segment_id?: string | undefined
  /** The effective subscription to a topic. */
  topic?: { id: string; subscription: 'opt_in' | 'opt_out' } | undefined
  /** The value of a property; without a value, any value matches. */
  property?: { key: string; value: string | undefined } | undefined
}

/** The bounds of the keys of addresses with this prefix; the last code point of Unicode sorts after any continuation. */
export function keyRange(address: string): { first: string; end: string } {
  const first = emailKey(address)
  return { first, end: `${first}\u{10FFFF}` }
}

/** Whether a contact matches the conditions on its own fields. */
export function matchesContactSearch(contact: ContactRecord, { name, unsubscribed }: ContactSearch): boolean {
  if (unsubscribed !== undefined && contact.unsubscribed !== unsubscribed) return false
  return name === undefined || hasName(contact, name)
}

function hasName({ first_name, last_name }: ContactRecord, name: string): boolean {
  const whole = [first_name, last_name].filter(Boolean).join(' ')
  return whole.toLowerCase().includes(name.toLowerCase())
}
