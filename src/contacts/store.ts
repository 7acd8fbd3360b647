import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import { type ContactRecord, isId, keyOf } from './rules.ts'

interface Row extends Omit<ContactRecord, 'unsubscribed'> {
  email_key: string
  unsubscribed: number
}

const toRow = (contact: ContactRecord): Row => ({
  ...contact,
  email_key: keyOf(contact.email),
  unsubscribed: Number(contact.unsubscribed),
})

const fromRow = ({ email_key: _key, ...row }: Row): ContactRecord => ({ ...row, unsubscribed: row.unsubscribed === 1 })

const list = new PagedList<{ team_id: string }, Row>((knex, place) =>
  knex('contacts').select('*').where('team_id', place('team_id')),
)

// from the members' side, in the order of their index: a small segment of a large team costs what it has, no more. The
// members of a segment that is gone may still be there, so the segment is asked for.
const listMembers = new PagedList<{ team_id: string; segment_id: string }, Row>((knex, place) => {
  const columns = ['team_id', 'email', 'email_key', 'first_name', 'last_name', 'unsubscribed', 'updated_at']
  const members = knex('segment_members as member')
    .join('contacts as contact', 'contact.id', 'member.contact_id')
    .select({ id: 'member.contact_id', created_at: 'member.contact_created_at' })
    .select(columns.map(column => `contact.${column}`))
    .where('member.segment_id', place('segment_id'))
    // not an `in`, with which the members would be sorted for every page
    .whereExists(
      knex('segments')
        .select('id')
        .where({ id: place('segment_id'), team_id: place('team_id') }),
    )
    .as('members')
  return knex(members).select('*')
})

const byId = statement<{ team_id: string; id: string }, Row>((knex, place) =>
  knex('contacts')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const byEmail = statement<{ team_id: string; email_key: string }, Row>((knex, place) =>
  knex('contacts')
    .select('*')
    .where({ team_id: place('team_id'), email_key: place('email_key') }),
)

const addresses = new AnyOf<{ team_id: string }, Pick<Row, 'id' | 'email'>>((knex, place, ids) =>
  knex('contacts').select('id', 'email').where('team_id', place('team_id')).whereIn('id', ids),
)

const insertIfNew = statement<Row>((knex, place) =>
  knex('contacts')
    .insert({
      id: place('id'),
      team_id: place('team_id'),
      email: place('email'),
      email_key: place('email_key'),
      first_name: place('first_name'),
      last_name: place('last_name'),
      unsubscribed: place('unsubscribed'),
      created_at: place('created_at'),
      updated_at: place('updated_at'),
    })
    .onConflict(['team_id', 'email_key'])
    .ignore(),
)

const save = statement<Row>((knex, place) =>
  knex('contacts')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({
      first_name: place('first_name'),
      last_name: place('last_name'),
      unsubscribed: place('unsubscribed'),
      updated_at: place('updated_at'),
    }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('contacts')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

/** Newest first; with a segment only those in it, and none when there is no such segment. */
export async function listContacts(
  tx: Tx,
  team_id: string,
  { segment_id, ...query }: PageQuery & { segment_id?: string },
): Promise<Page<ContactRecord>> {
  const { rows, has_more } =
    segment_id === undefined
      ? await list.page(tx, { team_id }, query)
      : await listMembers.page(tx, { team_id, segment_id }, query)
  return { rows: rows.map(fromRow), has_more }
}

export async function findContact(tx: Tx, team_id: string, id_or_email: string): Promise<ContactRecord | undefined> {
  if (!isId(id_or_email)) return findContactByEmail(tx, team_id, id_or_email)
  const row = await tx.get(byId, { team_id, id: id_or_email.toLowerCase() })
  return row && fromRow(row)
}

/** Of those of these contacts that are still there. */
export function listAddresses(tx: Tx, team_id: string, ids: string[]): Promise<Pick<Row, 'id' | 'email'>[]> {
  return addresses.all(tx, { team_id }, ids)
}

export async function findContactByEmail(tx: Tx, team_id: string, email: string): Promise<ContactRecord | undefined> {
  const row = await tx.get(byEmail, { team_id, email_key: keyOf(email) })
  return row && fromRow(row)
}

/** Does nothing when there is a contact with this address by now. */
export async function insertContactIfNew(tx: Tx, contact: ContactRecord): Promise<void> {
  await tx.run(insertIfNew, toRow(contact))
}

export async function saveContact(tx: Tx, contact: ContactRecord): Promise<void> {
  await tx.run(save, toRow(contact))
}

/** With what hangs on it: values, memberships, topic choices. Whether there was such a contact. */
export async function removeContact(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}
