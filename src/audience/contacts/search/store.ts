// Contacts as they are searched: those whose address begins in a way, in the order of addresses.
import { contacts } from '../store.ts'

interface Addressed {
  team_id: string
  /** Of addresses, as contacts are compared by: from the first, up to the end of those that begin so. */
  first: string
  end: string
  limit: number
}

export const listAddressed = contacts.query<Addressed>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id'))
      .andWhere('email_key', '>=', param('first'))
      .andWhere('email_key', '<', param('end'))
      .orderBy('email_key'),
  'limit :limit',
).all
