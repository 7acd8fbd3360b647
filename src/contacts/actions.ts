// What others may ask of contacts: who somebody is, and making a contact of an address that is new.
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../store/database.ts'
import * as store from './store.ts'

export function findContact(tx: Tx, team_id: string, id: string): Promise<store.Contact | undefined> {
  return store.findContact(tx, team_id, id)
}

/** The contact with this address; made if there is none. */
export async function contactFor(tx: Tx, team_id: string, email: string, now: Date): Promise<store.Contact> {
  const known = await store.findContactByEmail(tx, team_id, email)
  if (known) return known
  await store.insertContactIfNew(tx, blank(team_id, email, now.toISOString()))
  return (await store.findContactByEmail(tx, team_id, email))!
}

function blank(team_id: string, email: string, moment: string): store.Contact {
  return {
    id: randomUUIDv7(),
    team_id,
    email,
    first_name: null,
    last_name: null,
    unsubscribed: false,
    properties: {},
    created_at: moment,
    updated_at: moment,
  }
}
