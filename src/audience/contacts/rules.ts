// The fields of a contact, and how they may change.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas } from '../../../generated/api.ts'
import { addressFault, emailKey, parseBareAddress } from '../../base/text/addresses.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { describeValue } from '../../base/text/describe-value.ts'

/** A contact without the values of its properties. */
export interface ContactRecord {
  id: string
  team_id: string
  email: string
  first_name: string | null
  last_name: string | null
  /** Whether the contact is unsubscribed from everything, regardless of topics and segments. */
  unsubscribed: boolean
  /** Whether opens and clicks of the contact may be tracked. */
  tracking_allowed: boolean
  created_at: string
  updated_at: string
}

/** A change: fields that are not given stay unchanged; `null` clears one. Properties are given by key and merged. */
export interface ContactFields {
  first_name?: string | null
  last_name?: string | null
  unsubscribed?: boolean
  tracking_allowed?: boolean
  properties?: Readonly<Record<string, unknown>>
}

const LONGEST_NAME_CHARACTERS = 255
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isContactId = (id_or_email: string): boolean => UUID.test(id_or_email)

/** The bare address of a new contact. Refuses an invalid one. */
export function checkedEmail(email: string): string {
  if (email.trim() === '') throw refusal('missing_required_field', 'Missing `email` field.')
  const address = parseBareAddress(email)
  if (address !== undefined) return address
  const fault = addressFault(email, 'it must be an address like `name@example.com`')
  throw refusal('validation_error', `Invalid \`email\` field: ${fault}; received ${describeValue(email)}`)
}

export function newContact(of: Pick<ContactRecord, 'id' | 'team_id' | 'email'>, now: Date): ContactRecord {
  const moment = now.toISOString()
  return {
    ...of,
    first_name: null,
    last_name: null,
    unsubscribed: false,
    tracking_allowed: true,
    created_at: moment,
    updated_at: moment,
  }
}

/** The fields of a contact that can change. */
export type ChangeableFields = Pick<ContactRecord, 'first_name' | 'last_name' | 'unsubscribed'> &
  Partial<Pick<ContactRecord, 'tracking_allowed'>>

/** The changed contact. Refuses invalid values. */
export function updatedContact<Contact extends ChangeableFields>(contact: Contact, fields: ContactFields): Contact {
  return {
    ...contact,
    first_name: named(contact, fields, 'first_name'),
    last_name: named(contact, fields, 'last_name'),
    unsubscribed: fields.unsubscribed ?? contact.unsubscribed,
    ...(fields.tracking_allowed !== undefined && { tracking_allowed: fields.tracking_allowed }),
  }
}

/** Refuses another address. The unchanged address may be included. */
export function refuseOtherEmail({ email }: ContactRecord, given: string | undefined): void {
  if (given === undefined || emailKey(given) === emailKey(email)) return
  throw refusal('validation_error', 'The `email` of a contact cannot change; create another contact')
}

/** The distinct ids of the segments. */
export function segmentIds(references: ReadonlyArray<InSchemas['SegmentChoice']>): string[] {
  return [...new Set(references.map(reference => (typeof reference === 'string' ? reference : reference.id)))]
}

/** The choices by topic; of two choices about one topic, the later one applies. */
export function latestTopicChoices(
  choices: InSchemas['TopicChoices'],
): Map<string, InSchemas['TopicChoice']['subscription']> {
  return new Map(choices.map(({ id, subscription }) => [id, subscription]))
}

function named(contact: ChangeableFields, fields: ContactFields, field: 'first_name' | 'last_name'): string | null {
  const name = fields[field]
  if (name === undefined) return contact[field]
  // values from automation steps are not checked by a contract
  if (name !== null && (typeof name !== 'string' || isLongerThan(name, LONGEST_NAME_CHARACTERS))) {
    throw refusal(
      'validation_error',
      `Invalid \`${field}\` field: it must be a text of at most ${LONGEST_NAME_CHARACTERS} characters`,
    )
  }
  return name
}
