import type { Tx } from '../store/database.ts'
import { statement } from '../store/statement.ts'

export interface Contact {
  id: string
  team_id: string
  email: string
  first_name: string | null
  last_name: string | null
  unsubscribed: boolean
  properties: Record<string, string | number>
  created_at: string
  updated_at: string
}

interface Row extends Omit<Contact, 'unsubscribed' | 'properties'> {
  email_key: string
  unsubscribed: number
  properties: string
}

const toRow = (contact: Contact): Row => ({
  ...contact,
  email_key: keyOf(contact.email),
  unsubscribed: Number(contact.unsubscribed),
  properties: JSON.stringify(contact.properties),
})

const fromRow = (row: Row): Contact => {
  const { email_key: _key, ...contact } = row
  const properties = JSON.parse(row.properties) as Contact['properties']
  return { ...contact, unsubscribed: row.unsubscribed === 1, properties }
}

/** Two addresses that differ in case only are the same contact. */
const keyOf = (email: string): string => email.toLowerCase()

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
      properties: place('properties'),
      created_at: place('created_at'),
      updated_at: place('updated_at'),
    })
    .onConflict(['team_id', 'email_key'])
    .ignore(),
)

export async function findContact(tx: Tx, team_id: string, id: string): Promise<Contact | undefined> {
  const row = await tx.get(byId, { team_id, id })
  return row && fromRow(row)
}

export async function findContactByEmail(tx: Tx, team_id: string, email: string): Promise<Contact | undefined> {
  const row = await tx.get(byEmail, { team_id, email_key: keyOf(email) })
  return row && fromRow(row)
}

/** Does nothing when there is a contact with this address by now. */
export async function insertContactIfNew(tx: Tx, contact: Contact): Promise<void> {
  await tx.run(insertIfNew, toRow(contact))
}
