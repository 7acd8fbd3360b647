// The table of departed addresses, stored as hashes.
import { emailKey } from '../../../base/text/addresses.ts'
import { hashToken } from '../../../base/secrets/tokens.ts'
import { flag, json, text, uuid } from '../../../base/store/column.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const departed = table('departed_addresses', {
  team_id: uuid,
  address_hash: text,
  everything: flag,
  topics: json<string[]>(),
  changed_at: text,
})

/** What an address unsubscribed from: all marketing email, or some topics. */
export type DepartedAddress = Pick<RecordOf<typeof departed>, 'everything' | 'topics'>

const byHashes = departed.findAny('address_hash', 'team_id')
const one = departed
  .only('address_hash')
  .query<{ team_id: string }>(({ rows, params }) => rows.where(params('team_id')), 'limit 1')
const save = departed.upsert(['team_id', 'address_hash'], ['everything', 'topics', 'changed_at'])
const remove = departed.remove('team_id', 'address_hash')

/** The hash of an address, which is different for each team. */
const hashOf = (team_id: string, email: string): string => hashToken(`${team_id} ${emailKey(email)}`)

/** What these addresses unsubscribed from, by their keys (`emailKey`); addresses without an unsubscription are missing. */
export async function findDeparted(
  tx: Tx,
  team_id: string,
  emails: readonly string[],
): Promise<ReadonlyMap<string, DepartedAddress>> {
  const keys = new Map(emails.map(email => [hashOf(team_id, email), emailKey(email)]))
  const rows = await byHashes.all(tx, { team_id }, [...keys.keys()])
  return new Map(rows.map(row => [keys.get(row.address_hash)!, row]))
}

/** Whether the team has departed addresses. */
export async function hasDeparted(tx: Tx, team_id: string): Promise<boolean> {
  return (await tx.get(one, { team_id })) !== undefined
}

/** What an address unsubscribed from, and when that last changed. */
export async function findDepartedRow(
  tx: Tx,
  team_id: string,
  email: string,
): Promise<(DepartedAddress & { changed_at: string }) | undefined> {
  const [row] = await byHashes.all(tx, { team_id }, [hashOf(team_id, email)])
  return row
}

/** Stores what an address unsubscribed from; an empty row is deleted. */
export function saveDeparted({ tx, team_id, now }: TeamUnit, email: string, left: DepartedAddress): void {
  const address_hash = hashOf(team_id, email)
  if (!left.everything && left.topics.length === 0) return tx.put(remove, { team_id, address_hash })
  tx.put(save, { team_id, address_hash, ...left, changed_at: now.toISOString() })
}
