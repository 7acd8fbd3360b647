// The results of broadcasts, for other rooms.
import type { Tx } from '../../base/store/database.ts'
import { summed, type Tally } from './rules.ts'
import { countFacts, findTallies } from './store.ts'

export { findClicks, listLinks, listRecipients } from './recipients/store.ts'
export { findNamesOfBroadcasts, knownBroadcasts } from './store.ts'

/** The results of some broadcasts so far, each and in sum; the cost does not depend on the number of recipients. */
export async function sumTallies(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<{ total: Tally; each: Map<string, Tally> }> {
  const tallies = await findTallies(tx, team_id, ids)
  const each = new Map(ids.map(id => [id, summed(tallies.get(id) ?? [])]))
  return { total: summed([...each.values()]), each }
}

/** The number of recipients whose mail server first put the mail off, whatever happened later; 10,000 means that or more. */
export async function countDelayedAtFirst(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return (await countFacts(tx, { team_id, broadcast_id, type: 'delivery_delayed' }))!.count
}
