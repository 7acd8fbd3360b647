// What contacts are searched by, and which of those that were looked at are meant.
import { keyOf } from '../../../base/text/addresses.ts'
import { type ContactRecord } from '../rules.ts'

export interface ContactSearch {
  /** How an address begins. */
  address?: string | undefined
  /** In a name. */
  name?: string | undefined
  unsubscribed?: boolean | undefined
  segment_id?: string | undefined
  /** What counts for them about a topic. */
  topic?: { id: string; subscription: 'opt_in' | 'opt_out' } | undefined
  /** The value of a property; without one, that it has any. */
  property?: { key: string; value: string | undefined } | undefined
}

/** The first key of an address that begins so, and the first behind them all: no character comes after the last one. */
export function keysFrom(address: string): { first: string; end: string } {
  const first = keyOf(address)
  return { first, end: `${first}\u{10FFFF}` }
}

/** Whether a contact is meant, by what it says itself. */
export function isContactMeant(contact: ContactRecord, { name, unsubscribed }: ContactSearch): boolean {
  if (unsubscribed !== undefined && contact.unsubscribed !== unsubscribed) return false
  return name === undefined || hasName(contact, name)
}

function hasName({ first_name, last_name }: ContactRecord, name: string): boolean {
  const whole = [first_name, last_name].filter(Boolean).join(' ')
  return whole.toLowerCase().includes(name.toLowerCase())
}
