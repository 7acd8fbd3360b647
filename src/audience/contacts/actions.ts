// Contacts for other modules: finds, creates, changes and removes contacts.
import { emailKey } from '../../base/text/addresses.ts'
import type { Schemas } from '../../../generated/api.ts'
import { type PlannedValues, planValues, savePlannedValues } from '../contact-properties/actions.ts'
import { listPropertyValues, listValuesAndFallbacks } from '../contact-properties/store.ts'
import type { PropertyValue } from '../contact-properties/rules.ts'
import { addToSegment } from '../segments/actions.ts'
import { record } from '../../base/store/signals/record.ts'
import type { ChangeSource } from '../../base/store/signals/signal.ts'
import type { TeamTx, TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { type TopicChoices, findTopics, saveContactChoices } from '../topics/actions.ts'
import { saveChoicesForContacts } from '../topics/store.ts'
import { updateDeparted, findDepartedAmong, findDepartedOne } from './departed/actions.ts'
import type { DepartedAddress } from './departed/store.ts'
import { contactResponse, contactItem } from './present.ts'
import {
  newContact,
  updatedContact,
  checkedEmail,
  type ChangeableFields,
  type ContactFields,
  type ContactRecord,
  isContactId,
} from './rules.ts'
import * as store from './store.ts'

/** A contact with its values, by the keys of their properties. */
export interface Contact extends ContactRecord {
  properties: Record<string, PropertyValue>
  /** The default values for properties without a value, by key. */
  fallbacks: Record<string, PropertyValue>
}

/** The contact of the team with this id. */
export async function findContact(tx: Tx, team_id: string, id: string): Promise<Contact | undefined> {
  const contact = await store.findContactRecord(tx, team_id, id)
  return contact && withProperties(tx, contact)
}

/** The addresses of those of these contacts that still exist. */
export async function findContactAddresses(
  tx: Tx,
  team_id: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await store.listAddresses(tx, { team_id }, [...new Set(ids)])
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** The contacts with one of these addresses, by their keys (`emailKey`). */
export async function findContactsByEmail(
  tx: Tx,
  team_id: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, { id: string; unsubscribed: boolean; tracking_allowed: boolean }>> {
  return new Map(
    (await store.listContactsByEmail(tx, team_id, emails)).map(contact => [emailKey(contact.email), contact]),
  )
}

/** The id of the contact with this id or address. An id is returned even if the contact was deleted. */
export async function findContactId(tx: Tx, team_id: string, id_or_email: string): Promise<string | undefined> {
  return isContactId(id_or_email)
    ? id_or_email.toLowerCase()
    : (await store.findContactByEmail(tx, team_id, id_or_email))?.id
}

/** The contact with this address, case-insensitively; created if there is none. The address is not checked. */
export async function findOrCreateContact({ tx, team_id, now }: TeamUnit, email: string): Promise<Contact> {
  return withProperties(tx, await findOrCreateContactRecord({ tx, team_id, now }, email))
}

/** Like `findOrCreateContact`, without the properties. */
export async function findOrCreateContactRecord({ tx, team_id, now }: TeamUnit, email: string): Promise<ContactRecord> {
  const { contact, is_new } = await findOrInsert({ tx, team_id, now }, email)
  if (is_new) await record(tx, { type: 'contact.created', team_id, at: now, contact })
  return contact
}

async function findOrInsert(
  { tx, team_id, now }: TeamUnit,
  email: string,
): Promise<{ contact: ContactRecord; is_new: boolean }> {
  const known = await store.findContactByEmail(tx, team_id, email)
  if (known) return { contact: known, is_new: false }
  const left = await findDepartedOne(tx, team_id, email)
  const unsubscribed = left.everything
  store.insertContactIfNew(tx, { ...newContact({ id: tx.newId('contacts'), team_id, email }, now), unsubscribed })
  const contact = (await store.findContactByEmail(tx, team_id, email))!
  await keepTopicsLeft({ tx, now }, contact, left)
  return { contact, is_new: true }
}

/** Applies the topics that a person unsubscribed from to the new contact with the same address. */
async function keepTopicsLeft(
  { tx, now }: TimedTx,
  contact: Pick<ContactRecord, 'team_id' | 'id'>,
  { topics }: DepartedAddress,
): Promise<void> {
  const known = topics.length > 0 ? await findTopics(tx, contact.team_id, topics) : NONE
  await saveContactChoices({ tx, now }, contact, new Map([...known.keys()].map(id => [id, 'opt_out'])))
}

const NONE: ReadonlyMap<string, unknown> = new Map()

/** The data of a contact to create, or to change if the address has one. */
interface NewContact {
  team_id: string
  /** Not checked. */
  email: string
  fields: ContactFields
  segment_ids: readonly string[]
}

/** Like `upsertContact`, for an address that a person typed: refuses (422 validation_error) an invalid one. */
export async function createContact(tx: Tx, contact: NewContact, now: Date): Promise<ContactRecord> {
  return upsertContact(tx, { ...contact, email: checkedEmail(contact.email) }, now)
}

/** Creates or changes a contact. Refuses fields like `updateContactFields`; a segment that does not exist is skipped. */
export async function upsertContact(
  tx: Tx,
  { team_id, email, fields, segment_ids }: NewContact,
  now: Date,
): Promise<ContactRecord> {
  const { contact: before, is_new } = await findOrInsert({ tx, team_id, now }, email)
  // an address that unsubscribed remains unsubscribed when its contact is created again: only a change of a contact subscribes
  // it
  const given = is_new && before.unsubscribed ? { ...fields, unsubscribed: true } : fields
  const contact = await saveFields({ tx, now }, before, given)
  if (!is_new) await comeBack({ tx, now }, before, fields)
  for (const segment_id of segment_ids) await addToSegment({ tx, team_id, now }, contact.id, segment_id)
  await record(tx, { type: is_new ? 'contact.created' : 'contact.updated', team_id, at: now, contact })
  return contact
}

interface UpdateContext extends TimedTx {
  /** The email with which the contact made the change, if any. */
  through?: ChangeSource
}

/**
 * Changes the given fields. Properties are merged by key; `null` removes a value or a name. Returns false if the team has no
 * such contact. Refuses (422 validation_error) unknown property keys and values of another type, before anything is written.
 */
export async function updateContactFields(
  { tx, team_id, now }: TeamUnit,
  id: string,
  fields: ContactFields,
): Promise<boolean> {
  const contact = await store.findContactRecord(tx, team_id, id)
  if (contact) await updateContact({ tx, now }, contact, fields)
  return contact !== undefined
}

/** Like `updateContactFields`, for a contact that was just read. */
export async function updateContact(
  { tx, now, through }: UpdateContext,
  before: ContactRecord,
  fields: ContactFields,
): Promise<void> {
  const contact = await saveFields({ tx, now }, before, fields)
  await comeBack({ tx, now }, before, fields)
  await record(tx, { type: 'contact.updated', team_id: contact.team_id, at: now, contact, through })
}

/** The address of a contact that is set to `unsubscribed: false` is no longer departed. */
async function comeBack({ tx, now }: TimedTx, { team_id, email }: ContactRecord, fields: ContactFields): Promise<void> {
  if (fields.unsubscribed === false) await updateDeparted({ tx, team_id, now }, email, { everything: false })
}

async function saveFields({ tx, now }: TimedTx, contact: ContactRecord, fields: ContactFields): Promise<ContactRecord> {
  const { after, values } = await planChange({ tx, team_id: contact.team_id }, contact, fields)
  await savePlannedValues(tx, { team_id: contact.team_id, contact_id: contact.id }, values)
  const saved = { ...after, updated_at: now.toISOString() }
  store.saveContact(tx, saved)
  return saved
}

/** Stores a contact's choices about topics of its team. */
export async function chooseTopics(
  { tx, now, through }: UpdateContext,
  contact: ContactRecord,
  topics: TopicChoices,
): Promise<void> {
  if (topics.size === 0) return
  const { team_id, email } = contact
  await saveContactChoices({ tx, now }, contact, topics)
  const back = optedIn(topics)
  if (back.size > 0) await updateDeparted({ tx, team_id, now }, email, { topics: back })
  await record(tx, { type: 'contact.topics.updated', team_id, at: now, contact, topics, through })
}

/** Stores the same choices for many contacts, without signals, like `upsertContacts`. */
export async function chooseTopicsForMany(
  { tx, team_id, now }: TeamUnit,
  contacts: readonly { id: string; email: string }[],
  topics: TopicChoices,
): Promise<void> {
  if (topics.size === 0 || contacts.length === 0) return
  const ids = contacts.map(({ id }) => id)
  await saveChoicesForContacts({ tx, team_id, now }, ids, topics)
  const back = optedIn(topics)
  if (back.size === 0) return
  const left = await findDepartedAmong(tx, team_id, () => contacts.map(({ email }) => email))
  for (const email of left.keys()) await updateDeparted({ tx, team_id, now }, email, { topics: back })
}

const optedIn = (topics: TopicChoices): TopicChoices => new Map([...topics].filter(([, choice]) => choice === 'opt_in'))

/** The contact as `updateContactFields` would store it, with the same refusals; nothing is written. */
export async function draftContact<Drafted extends ChangeableFields & Pick<Contact, 'properties'>>(
  { tx, team_id }: TeamTx,
  contact: Drafted,
  fields: ContactFields,
): Promise<Drafted> {
  const { after, values } = await planChange({ tx, team_id }, contact, fields)
  const entries = new Map(Object.entries<PropertyValue | null>(contact.properties))
  for (const { key, value } of values) entries.set(key, value)
  const properties = Object.fromEntries([...entries].filter(([, value]) => value !== null))
  return { ...after, properties }
}

/** The checks of every change of a contact, whether it is stored or only simulated. */
async function planChange<Planned extends ChangeableFields>(
  { tx, team_id }: TeamTx,
  contact: Planned,
  fields: ContactFields,
): Promise<{ after: Planned; values: PlannedValues }> {
  const after = updatedContact(contact, fields)
  return { after, values: fields.properties ? await planValues(tx, team_id, fields.properties) : [] }
}

/** Deletes a contact with its values, memberships and topic choices. Returns whether it existed. */
export async function removeContact({ tx, team_id, now }: TeamUnit, id: string): Promise<boolean> {
  const contact = await store.findContactRecord(tx, team_id, id)
  if (!contact) return false
  // recorded first, because subscribers read the segments of the contact
  await record(tx, { type: 'contact.deleted', team_id, at: now, contact })
  await store.removeContact(tx, { team_id, id: contact.id })
  return true
}

/** The contacts in a segment of the team, as list items; empty if there is no such segment. */
export async function listSegmentContacts(
  { tx, team_id, now }: TeamUnit,
  segment_id: string,
  query: PageQuery,
): Promise<Page<Schemas['ContactItem']>> {
  const { rows, has_more } = await store.listContacts(tx, team_id, { ...query, segment_id, now })
  return { rows: rows.map(contactItem), has_more }
}

/** The contact in the form of an API response. */
export async function presentContact(tx: Tx, contact: ContactRecord): Promise<Schemas['Contact']> {
  return contactResponse(contact, await listPropertyValues(tx, contact.team_id, contact.id))
}

async function withProperties(tx: Tx, contact: ContactRecord): Promise<Contact> {
  return { ...contact, ...(await listValuesAndFallbacks(tx, contact.team_id, contact.id)) }
}

/** The result for one of many contacts. */
interface PutContact {
  id: string
  created_at: string
  is_new: boolean
  /** Whether the owner of the address had unsubscribed from something. */
  had_left: boolean
}

/**
 * Creates contacts or, with `upsert`, changes existing ones, in a few statements regardless of their number. Records no
 * signals: a file of a million contacts must not cause a million events.
 */
export async function upsertContacts(
  { tx, team_id, now }: TeamUnit,
  given: readonly store.ContactInput[],
  on_conflict: 'upsert' | 'skip',
): Promise<PutContact[]> {
  const many = given.map(each => ({ ...each, id: tx.newId('contacts') }))
  const left = await findDepartedAmong(tx, team_id, () => given.map(({ email }) => email))
  const count = await store.insertNewContacts({ tx, team_id, now }, asDeparted(many, left))
  const made = count === many.length ? many.map(asNew(now)) : await changeKnown({ tx, team_id, now }, many, on_conflict)
  const put = made.map((each, index) => Object.assign(each, { had_left: left.has(many[index]!.email_key) }))
  for (const [index, { email, email_key, unsubscribed }] of left.size > 0 ? many.entries() : []) {
    const departed = left.get(email_key)
    if (!departed) continue
    const { id, is_new } = put[index]!
    if (is_new) await keepTopicsLeft({ tx, now }, { team_id, id }, departed)
    else if (on_conflict === 'upsert' && unsubscribed === false)
      await updateDeparted({ tx, team_id, now }, email, { everything: false })
  }
  return put
}

type NewContactRecord = Omit<PutContact, 'had_left'>

/** Keeps departed addresses unsubscribed when their contacts are created again. */
function asDeparted(
  many: readonly store.IdentifiedContact[],
  left: ReadonlyMap<string, DepartedAddress>,
): readonly store.IdentifiedContact[] {
  if (left.size === 0) return many
  return many.map(each => (left.get(each.email_key)?.everything ? { ...each, unsubscribed: true } : each))
}

const asNew =
  (now: Date) =>
  ({ id }: store.IdentifiedContact): NewContactRecord => ({ id, created_at: now.toISOString(), is_new: true })

/** Determines which of the contacts are new, and changes the others with `upsert`. */
async function changeKnown(
  { tx, team_id, now }: TeamUnit,
  many: readonly store.IdentifiedContact[],
  on_conflict: 'upsert' | 'skip',
): Promise<NewContactRecord[]> {
  const rows = await store.listContactsByEmailKey(
    tx,
    team_id,
    many.map(({ email_key }) => email_key),
  )
  const found = new Map(rows.map(row => [row.email_key, row]))
  const known = many.flatMap(each => {
    const { id } = found.get(each.email_key)!
    return id === each.id ? [] : [{ ...each, id }]
  })
  if (on_conflict === 'upsert') await store.updateContacts({ tx, team_id, now }, known)
  return many.map(each => {
    const { id, created_at } = found.get(each.email_key)!
    return { id, created_at, is_new: id === each.id }
  })
}
