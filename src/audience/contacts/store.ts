// The table of contacts.
import { emailKey } from '../../base/text/addresses.ts'
import { findMembers, listMemberIds } from '../segments/members/store.ts'
import { flag, nullable, text, uuid } from '../../base/store/column.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { inputById, type InputRow, inputRows } from '../../base/store/input-rows.ts'
import { knownTeam, statement } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import { type ContactRecord, isContactId } from './rules.ts'

export const contacts = table<ContactRecord, { email_key: string }>(
  'contacts',
  {
    id: uuid,
    team_id: uuid,
    email: text,
    first_name: nullable(text),
    last_name: nullable(text),
    unsubscribed: flag,
    tracking_allowed: flag,
    created_at: text,
    updated_at: text,
  },
  { email_key: ({ email }) => emailKey(email) },
)

const list = contacts.list('team_id')
const byId = contacts.find('team_id', 'id')
const byEmail = contacts.find('team_id', 'email_key')
const byIds = contacts.findAny('id', 'team_id')
export const listAddresses = contacts.only('id', 'email').findAny('id', 'team_id').all
const byEmails = contacts.only('id', 'email', 'unsubscribed', 'tracking_allowed').findAny('email_key', 'team_id')
/** Does nothing if the address already has a contact. */
export const insertContactIfNew = contacts.insertIfNew('team_id', 'email_key').put
export const saveContact = contacts.update({
  by: ['team_id', 'id'],
  set: ['first_name', 'last_name', 'unsubscribed', 'tracking_allowed', 'updated_at'],
}).put
/** Deletes the contact, with its values, memberships and topic choices. */
export const removeContact = contacts.remove('team_id', 'id').did

const OF_MEMBER = { id: 'member.contact_id', created_at: 'member.contact_created_at' }

// starts from the members, in the order of their index, so that the cost for a small segment of a large team depends only on
// its size. A cross join, because SQLite preserves its order. The segment is not selected: SQLite would expect several and sort
// all members
const listMembers = contacts.listWhere<{ team_id: string; segment_id: string }>(({ knex, param }) => {
  const others = contacts.names.filter(name => !(name in OF_MEMBER))
  const members = knex('segment_members as member')
    .crossJoin(knex.ref('contacts').as('contact'))
    .select(OF_MEMBER)
    .select(others.map(name => `contact.${name}`))
    .where('member.segment_id', param('segment_id'))
    .where(knownTeam(knex, { 'member.team_id': param('team_id') }))
    .where({ 'contact.id': knex.ref('member.contact_id'), 'contact.team_id': param('team_id') })
    .as('members')
  return knex(members).select(contacts.names)
})

// ---- bulk operations ----------------------------------------------------------------------------------------------

const KEYS = { email_key: 'text' } as const
const CHANGES = { id: 'uuid', first_name: 'text', last_name: 'text', unsubscribed: 'integer' } as const
const NEW = { ...CHANGES, email: 'text', ...KEYS } as const

interface Many {
  team_id: string
  rows: InputRow[]
  now: string
}

const insertNew = statement<Many>((knex, param) => {
  const conflict = contacts.conflict(knex, 'team_id', 'email_key')
  return knex.raw(
    `insert into contacts
     (id, team_id, email, email_key, first_name, last_name, unsubscribed, created_at, updated_at)
     select given.id, ?, given.email, given.email_key, given.first_name, given.last_name,
     coalesce(given.unsubscribed, 0), ?, ?
     from ? where given.id is not null on conflict ? do nothing`,
    [param('team_id'), param('now'), param('now'), inputRows(knex, NEW), conflict],
  )
})

const byKeys = contacts.only('id', 'email', 'created_at').findAny('email_key', 'team_id')

const changeMany = statement<Many>((knex, param) => {
  const { from, isMeant, value } = inputById(knex, {
    table: contacts.name,
    columns: CHANGES,
    team_id: param('team_id'),
  })
  return knex.raw(
    `update contacts set first_name = coalesce(?, contacts.first_name), last_name = coalesce(?, contacts.last_name),
     unsubscribed = coalesce(?, contacts.unsubscribed), updated_at = ? from ? where ?`,
    [value('first_name'), value('last_name'), value('unsubscribed'), param('now'), from, isMeant],
  )
})

/**
 * With a segment, only its contacts; none if there is no such segment. `now`: the time from which its rule calculates ages.
 */
type ListedBy = PageQuery & ({ segment_id?: undefined } | { segment_id?: string | undefined; now: Date })

/** Newest first. */
export async function listContacts(tx: Tx, team_id: string, by: ListedBy): Promise<Page<ContactRecord>> {
  if (by.segment_id === undefined) return list.page(tx, { team_id }, by)
  const { segment_id, now, ...query } = by
  const members = await findMembers(tx, team_id, segment_id)
  // the membership rows of a removed segment may still exist
  if (!members) return { rows: [], has_more: false }
  if (!members.by) return listMembers.page(tx, { team_id, segment_id }, query)
  const { rows, has_more } = await listMemberIds({ tx, now }, members, query)
  return { rows: await listContactsById(tx, team_id, rows), has_more }
}

export async function findContactRecord(
  tx: Tx,
  team_id: string,
  id_or_email: string,
): Promise<ContactRecord | undefined> {
  if (!isContactId(id_or_email)) return findContactByEmail(tx, team_id, id_or_email)
  return tx.get(byId, { team_id, id: id_or_email.toLowerCase() })
}

/** Those of these contacts that still exist, in the order of the ids. */
export async function listContactsById(tx: Tx, team_id: string, ids: readonly string[]): Promise<ContactRecord[]> {
  const found = new Map((await byIds.all(tx, { team_id }, ids)).map(contact => [contact.id, contact]))
  return ids.flatMap(id => found.get(id) ?? [])
}

/** The contacts with one of these addresses. */
export function listContactsByEmail(
  tx: Tx,
  team_id: string,
  emails: readonly string[],
): Promise<Pick<ContactRecord, 'id' | 'email' | 'unsubscribed' | 'tracking_allowed'>[]> {
  return byEmails.all(tx, { team_id }, emails.map(emailKey))
}

export async function findContactByEmail(tx: Tx, team_id: string, email: string): Promise<ContactRecord | undefined> {
  return tx.get(byEmail, { team_id, email_key: emailKey(email) })
}

/** A contact found by its address among many. */
interface FoundContact {
  id: string
  email_key: string
  created_at: string
}

/** One of many contacts that are stored together. The caller has checked the address; `null` fields stay unchanged. */
export interface ContactInput {
  email: string
  /** `emailKey(email)`; must be distinct among contacts that are stored together. */
  email_key: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean | null
}

export type IdentifiedContact = ContactInput & { id: string }

const flagOf = (given: boolean | null): number | null => (given === null ? null : Number(given))
const changesOf = ({ id, first_name, last_name, unsubscribed }: IdentifiedContact): InputRow => [
  id,
  first_name,
  last_name,
  flagOf(unsubscribed),
]

/** Stores the contacts with new addresses. Returns their number. */
export function insertNewContacts({ tx, team_id, now }: TeamUnit, many: readonly IdentifiedContact[]): Promise<number> {
  const rows = many.map(each => [...changesOf(each), each.email, each.email_key])
  return tx.run(insertNew, { team_id, rows, now: now.toISOString() })
}

export async function listContactsByEmailKey(
  tx: Tx,
  team_id: string,
  keys: readonly string[],
): Promise<FoundContact[]> {
  const found = await byKeys.all(tx, { team_id }, keys)
  return found.map(({ id, email, created_at }) => ({ id, email_key: emailKey(email), created_at }))
}

export async function updateContacts(
  { tx, team_id, now }: TeamUnit,
  many: readonly IdentifiedContact[],
): Promise<void> {
  tx.put(changeMany, { team_id, rows: many.map(changesOf), now: now.toISOString() })
}
