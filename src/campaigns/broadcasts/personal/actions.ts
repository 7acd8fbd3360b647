// Export and erasure of the personal data in broadcasts.
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import {
  removeContactFacts,
  removePersonalLinks,
  findFactsOfPerson,
} from '../../../engagement/facts/personal/actions.ts'
import type { FactRecord } from '../../../engagement/facts/store.ts'
import * as store from './store.ts'

/** Maximum broadcasts that one read examines. */
const BROADCASTS_AT_ONCE = 100

interface OfContact {
  team_id: string
  contact_id: string
}

/** A broadcast with a contact among its recipients, and the contact's interactions with it, in the form of the export. */
interface BroadcastOfPerson {
  id: string
  name: string
  email: string | null
  email_id: string | null
  facts: Pick<FactRecord, 'type' | 'count' | 'bounce_type' | 'happened_at'>[]
  links: { url: string; clicks: number }[]
}

/**
 * Those of the next broadcasts that contain data of a contact, oldest first, and the id to continue after, if more may remain.
 */
export async function listBroadcastsOfPerson(
  tx: Tx,
  { team_id, contact_id }: OfContact,
  after_id: string,
): Promise<{ rows: BroadcastOfPerson[]; behind: string | undefined }> {
  const some = await store.listBroadcastsNewer(tx, { team_id, after_id, limit: BROADCASTS_AT_ONCE })
  const ids = some.map(({ id }) => id)
  const of = { team_id, contact_id }
  const recipients = new Map((await store.listRecipientRows(tx, of, ids)).map(row => [row.broadcast_id, row]))
  const { facts, clicks } = await findFactsOfPerson(tx, of, ids)
  const rows = some
    .filter(({ id }) => recipients.has(id) || facts.has(id))
    .map(({ id, name }) => ({
      id,
      name,
      email: recipients.get(id)?.email ?? null,
      email_id: recipients.get(id)?.email_id ?? null,
      facts: (facts.get(id) ?? []).map(
        ({ broadcast_id: _broadcast, team_id: _team, contact_id: _contact, ...fact }) => fact,
      ),
      links: (clicks.get(id) ?? []).map(({ url, clicks: count }) => ({ url, clicks: count })),
    }))
  return { rows, behind: some.length < BROADCASTS_AT_ONCE ? undefined : ids.at(-1) }
}

/**
 * Removes the data of a person from some broadcasts. Returns the id to continue after, if more may remain. Counts are
 * unchanged.
 */
export async function eraseFromBroadcasts(
  { tx, team_id, contact_id, address }: TeamUnit & { contact_id: string; address: string },
  after_id: string,
): Promise<string | undefined> {
  const some = await store.listBroadcastsNewer(tx, { team_id, after_id, limit: BROADCASTS_AT_ONCE })
  const ids = some.map(({ id }) => id)
  const of = { team_id, contact_id }
  const { facts, clicks } = await findFactsOfPerson(tx, of, ids)
  await removePersonalLinks(tx, { team_id, address }, clicks)
  const recipients = await store.listRecipientRows(tx, of, ids)
  for (const id of new Set([...recipients.map(({ broadcast_id }) => broadcast_id), ...facts.keys()])) {
    store.clearRecipientAddress(tx, { ...of, broadcast_id: id })
    removeContactFacts(tx, { ...of, address }, id)
  }
  return some.length < BROADCASTS_AT_ONCE ? undefined : ids.at(-1)
}
