// Suppressions: addresses that a team no longer sends to, and the reasons.
import { hash } from 'node:crypto'
import type { InSchemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { addressFault, parseAddress, parseBareAddress } from '../../base/text/addresses.ts'
import { describeValue } from '../../base/text/describe-value.ts'

export type SuppressionOrigin = 'bounce' | 'complaint' | 'manual'

export interface Suppression {
  id: string
  team_id: string
  /** The bare address, as given. */
  email: string
  origin: SuppressionOrigin
  /** The email that caused it; `null` if the team added it. */
  source_id: string | null
  /** The text of the mail server or of the report that caused it; `null` if there is none. */
  words: string | null
  created_at: string
}

/** Why an address is suppressed, if the team did not add it. */
export interface SuppressionCause {
  origin: SuppressionOrigin
  source_id: string | null
  words: string | null
}

export const MANUAL_CAUSE: SuppressionCause = { origin: 'manual', source_id: null, words: null }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isSuppressionId = (id_or_email: string): boolean => UUID.test(id_or_email)

/** The form in which addresses are compared: in lower case, and with an international domain in canonical form. */
export function suppressionKey(email: string): string {
  return (parseAddress(email)?.address ?? email.trim()).toLowerCase()
}

/** A domain that cannot receive mail (RFC 2606). */
const ERASED_DOMAIN = 'erased.invalid'

/** The stored form of an erased contact's address: a hash, which can be found only with the address. */
export function erasedKey(team_id: string, email: string): string {
  return `${hash('sha256', `${team_id} ${suppressionKey(email)}`, 'hex')}@${ERASED_DOMAIN}`
}

/** Whether only a hash of the suppressed address is stored. */
export const isErasedAddress = (email: string): boolean => email.endsWith(`@${ERASED_DOMAIN}`)

/** The bare address of a suppression. `field`: the field that contained it. Refuses an invalid one. */
export function suppressibleAddress(email: string, field: string): string {
  if (email.trim() === '') throw refusal('missing_required_field', `Missing \`${field}\` field.`)
  const address = parseBareAddress(email)
  if (address !== undefined) return address
  const fault = addressFault(email, 'it must be an address like `name@example.com`')
  throw refusal('validation_error', `Invalid \`${field}\` field: ${fault}; received ${describeValue(email)}.`)
}

/** The suppressions to remove, given by addresses or by ids. */
export function selectedSuppressions({
  emails,
  ids,
}: InSchemas['RemoveSuppressions']): { emails: string[] } | { ids: string[] } {
  if (emails && !ids) return { emails }
  if (ids && !emails) return { ids }
  throw refusal(
    'validation_error',
    `Give either \`emails\` or \`ids\`, a list of 1 to 100; received ${emails ? 'both' : 'neither'}.`,
  )
}

const WHY: Record<SuppressionOrigin, string> = {
  bounce: 'it bounced on',
  complaint: 'its owner complained on',
  manual: 'the team suppressed it on',
}

/** Why an email was not offered to an address, as text for people. */
export function suppressionReason({ origin, created_at, words }: Omit<Suppression, 'id' | 'team_id'>): string {
  const because = `Not offered, as the address is suppressed: ${WHY[origin]} ${created_at.slice(0, 10)}`
  return words === null || words === '' ? because : `${because} (${words})`
}
