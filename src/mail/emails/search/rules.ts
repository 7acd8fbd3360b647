// What emails are searched by, and which of those that were looked at are meant.
import { parsedAddress } from '../../../base/text/addresses.ts'
import type { Email, LastEvent } from '../rules.ts'

/** What made the server send an email: a request for it, a broadcast or an automation. */
export const EMAIL_ORIGINS = ['single', 'broadcast', 'automation'] as const
export type EmailOrigin = (typeof EMAIL_ORIGINS)[number]

/** As it is stored. */
export const STORED_ORIGINS = { broadcast: 'broadcast', automation: 'automation_run' } as const

export interface EmailSearch {
  /** Any of these. */
  origins?: readonly EmailOrigin[] | undefined
  /** A bare address that an email goes to. */
  address?: string | undefined
  /** In a recipient's address or the subject. */
  words?: string | undefined
  status?: LastEvent | undefined
  /** `name` or `name:value` of a tag. */
  tag?: string | undefined
  /** From that moment, and before that one. */
  from?: Date | undefined
  until?: Date | undefined
  automation_id?: string | undefined
}

/** What there is to look at. */
interface SearchedEmail extends Pick<Email, 'to' | 'cc' | 'bcc' | 'subject' | 'tags' | 'last_event' | 'created_at'> {
  automation_id?: string | undefined
  origin_kind: 'broadcast' | 'automation_run' | null
}

/** As it is compared; nothing when it is none. */
export function searchedAddress(text: string): string | undefined {
  return parsedAddress(text)?.address.toLowerCase()
}

export function isMeant(email: SearchedEmail, search: EmailSearch): boolean {
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

/** Those that are found by an index of their own; what goes well is found soon wherever one looks. */
export const TROUBLED = [
  'scheduled',
  'canceled',
  'delivery_delayed',
  'bounced',
  'complained',
  'failed',
  'suppressed',
] as const

/** Whether an email goes to a bare address in lower case; its lists as they are stored. */
export function goesTo({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', string>, address: string): boolean {
  // whatever the domain looks like, this is there; most have not even that
  const local = address.slice(0, address.lastIndexOf('@') + 1)
  return [to, cc, bcc].some(list => list.toLowerCase().includes(local) && isAmong(list, address))
}

function isAmong(list: string, address: string): boolean {
  const texts: string[] = JSON.parse(list)
  return texts.some(text => searchedAddress(text) === address)
}
