// What other rooms may ask of the personal data in broadcasts: to read it, and to erase it.
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { dropFacts, dropPersonalLinks, findFactsOfPerson } from '../../../engagement/facts/personal/actions.ts'
import type { FactRecord } from '../../../engagement/facts/store.ts'
import * as store from './store.ts'

/** Looked at in one read. */
const BROADCASTS_AT_ONCE = 100

interface OfContact {
  team_id: string
  contact_id: string
}

/** A broadcast of which a contact is a recipient, with what it did, as it is handed to whom it is about. */
interface BroadcastOfPerson {
  id: string
  name: string
  email: string | null
  email_id: string | null
  facts: Pick<FactRecord, 'type' | 'count' | 'bounce_type' | 'happened_at'>[]
  links: { url: string; clicks: number }[]
}

/** Those of the next broadcasts that hold something of a contact, the oldest first; behind which one to go on, if any may be left. */
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
 * Takes away what some broadcasts hold of a person; behind which one to go on, if any may be left. What was counted stays.
 */
export async function eraseFromBroadcasts(
  { tx, team_id, contact_id, address }: TeamUnit & { contact_id: string; address: string },
  after_id: string,
): Promise<string | undefined> {
  const some = await store.listBroadcastsNewer(tx, { team_id, after_id, limit: BROADCASTS_AT_ONCE })
  const ids = some.map(({ id }) => id)
  const of = { team_id, contact_id }
  const { facts, clicks } = await findFactsOfPerson(tx, of, ids)
  await dropPersonalLinks(tx, { team_id, address }, clicks)
  const recipients = await store.listRecipientRows(tx, of, ids)
  for (const id of new Set([...recipients.map(({ broadcast_id }) => broadcast_id), ...facts.keys()])) {
    store.dropAddress(tx, { ...of, broadcast_id: id })
    dropFacts(tx, of, id)
  }
  return some.length < BROADCASTS_AT_ONCE ? undefined : ids.at(-1)
}
