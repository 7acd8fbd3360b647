// The criteria of a search, and which emails match them.
import { parseAddress } from '../../../base/text/addresses.ts'
import type { Email, LastEvent } from '../rules.ts'

/** What caused an email: a request, a broadcast or an automation. */
export const EMAIL_ORIGINS = ['single', 'broadcast', 'automation'] as const
export type EmailOrigin = (typeof EMAIL_ORIGINS)[number]

/** The stored names of origins. */
export const STORED_ORIGINS = { broadcast: 'broadcast', automation: 'automation_run' } as const

export interface EmailSearch {
  /** Matches any of these. */
  origins?: readonly EmailOrigin[] | undefined
  /** A bare address of a recipient. */
  address?: string | undefined
  /** Text in a recipient's address or the subject. */
  words?: string | undefined
  status?: LastEvent | undefined
  /** A tag as `name` or `name:value`. */
  tag?: string | undefined
  /** Accepted at or after `from`, and before `until`. */
  from?: Date | undefined
  until?: Date | undefined
  automation_id?: string | undefined
}

/** The fields that a search compares. */
interface SearchedEmail extends Pick<Email, 'to' | 'cc' | 'bcc' | 'subject' | 'tags' | 'last_event' | 'created_at'> {
  automation_id?: string | undefined
  origin_kind: 'broadcast' | 'automation_run' | null
}

/** The form in which addresses are compared; `undefined` if the text is not an address. */
export function searchedAddress(text: string): string | undefined {
  return parseAddress(text)?.address.toLowerCase()
}

export function matchesEmailSearch(email: SearchedEmail, search: EmailSearch): boolean {
  const { origins, status, tag, from, until, automation_id, words } = search
  if (origins && !origins.includes(originOf(email))) return false
  if (status !== undefined && email.last_event !== status) return false
  if (tag !== undefined && !email.tags.some(({ name, value }) => tag === name || tag === `${name}:${value}`))
    return false
  if (from !== undefined && email.created_at < from.toISOString()) return false
  if (until !== undefined && email.created_at >= until.toISOString()) return false
  if (automation_id !== undefined && email.automation_id !== automation_id) return false
  return words === undefined || hasWords(email, words)
}

function originOf({ origin_kind }: SearchedEmail): EmailOrigin {
  if (origin_kind === null) return 'single'
  return origin_kind === 'broadcast' ? 'broadcast' : 'automation'
}

function hasWords({ subject, to, cc, bcc }: SearchedEmail, words: string): boolean {
  const wanted = words.toLowerCase()
  return [subject, ...to, ...cc, ...bcc].some(text => text.toLowerCase().includes(wanted))
}

/**
 * A quick check of whether an email can contain these words, in lower case. Its lists are in their stored form, in which quotes
 * and control characters are escaped.
 */
export function mayContainWords(words: string): (email: Record<'subject' | 'to' | 'cc' | 'bcc', string>) => boolean {
  const listed = JSON.stringify(words).slice(1, -1)
  return ({ subject, to, cc, bcc }) =>
    subject.toLowerCase().includes(words) || [to, cc, bcc].some(list => list.toLowerCase().includes(listed))
}

/** Last events that have an index; the common ones are found quickly in any part of the list. */
export const TROUBLE_STATES = [
  'scheduled',
  'canceled',
  'delivery_delayed',
  'bounced',
  'complained',
  'failed',
  'suppressed',
] as const
export type TroubleState = (typeof TROUBLE_STATES)[number]

/** Whether an email is addressed to a bare address in lower case. Its lists are in their stored form. */
export function isAddressedTo({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', string>, address: string): boolean {
  // a matching list contains the local part, whatever form the domain has; this excludes most lists
  const local = address.slice(0, address.lastIndexOf('@') + 1)
  return [to, cc, bcc].some(list => list.toLowerCase().includes(local) && isAmong(list, address))
}

function isAmong(list: string, address: string): boolean {
  const texts: string[] = JSON.parse(list)
  return texts.some(text => searchedAddress(text) === address)
}
