// What broadcasts hold of one contact: that it was a recipient, what it did, and the links that it followed.
import { nullable, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { STORED_RESULTS } from '../results/store.ts'

const broadcasts = table('broadcasts', { id: uuid, team_id: uuid, name: text })

const recipients = table('broadcast_recipients', {
  broadcast_id: uuid,
  contact_id: uuid,
  team_id: uuid,
  email: text,
  email_id: nullable(uuid),
})

const { facts, clicks, links } = STORED_RESULTS

export type NamedBroadcast = RecordOf<typeof broadcasts>
export type PersonalRecipient = RecordOf<typeof recipients>
export type PersonalFact = RecordOf<typeof facts>
export type PersonalClicks = RecordOf<typeof clicks>

interface OfContact {
  team_id: string
  contact_id: string
}

const newer = broadcasts.query<{ team_id: string; after_id: string; limit: number }>(
  ({ rows, param, params }) => rows.where(params('team_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
)
const recipientOf = recipients.findAny('broadcast_id', 'team_id', 'contact_id')
const clicksOf = clicks.findAny('broadcast_id', 'team_id', 'contact_id')
const factsOf = facts.findAny('broadcast_id', 'team_id', 'contact_id')
const linksOf = links.findAny('url_key', 'team_id', 'broadcast_id')
const removeLink = links.remove('team_id', 'broadcast_id', 'url_key')
const eraseRecipient = recipients.update({ by: ['team_id', 'broadcast_id', 'contact_id'], to: { email: '' } })
const removeFacts = facts.remove('team_id', 'broadcast_id', 'contact_id')
const removeClicks = clicks.remove('team_id', 'broadcast_id', 'contact_id')

export type PersonalLink = RecordOf<typeof links>

export function listLinksWith(
  tx: Tx,
  of: { team_id: string; broadcast_id: string },
  url_keys: readonly string[],
): Promise<PersonalLink[]> {
  return linksOf.all(tx, of, url_keys)
}

export function dropLink(tx: Tx, { team_id, broadcast_id, url_key }: PersonalLink): void {
  tx.put(removeLink, { team_id, broadcast_id, url_key })
}

/** What a broadcast holds of a contact, but that there was a recipient. */
export function eraseFromBroadcast(tx: Tx, { team_id, contact_id }: OfContact, broadcast_id: string): void {
  for (const part of [eraseRecipient, removeFacts, removeClicks]) tx.put(part, { team_id, broadcast_id, contact_id })
}

/** The oldest first. */
export function listBroadcastsNewer(
  tx: Tx,
  newerThan: { team_id: string; after_id: string; limit: number },
): Promise<NamedBroadcast[]> {
  return tx.all(newer, newerThan)
}

export function listRecipientRows(tx: Tx, of: OfContact, ids: readonly string[]): Promise<PersonalRecipient[]> {
  return recipientOf.all(tx, of, ids)
}

export function listClicksOf(tx: Tx, of: OfContact, ids: readonly string[]): Promise<PersonalClicks[]> {
  return clicksOf.all(tx, of, ids)
}

export function listFactsOf(tx: Tx, of: OfContact, ids: readonly string[]): Promise<PersonalFact[]> {
  return factsOf.all(tx, of, ids)
}
