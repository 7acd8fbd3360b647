// Contacts by address prefix, sorted by address.
import { contacts } from '../store.ts'

interface Addressed {
  team_id: string
  /** The bounds of the keys of addresses: from the first, up to but excluding the end. */
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
