// What others may ask about what came of broadcasts.
import type { Tx } from '../../base/store/database.ts'
import { summed, type Tally } from './rules.ts'
import { countFacts, findTallies } from './store.ts'

export { findClicks, listLinks, listRecipients } from './recipients/store.ts'
export { findNamesOfBroadcasts, knownBroadcasts } from './store.ts'

/** What came of some broadcasts so far, of each and of all; it costs the same however many they went to. */
export async function sumTallies(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<{ total: Tally; each: Map<string, Tally> }> {
  const tallies = await findTallies(tx, team_id, ids)
  const each = new Map(ids.map(id => [id, summed(tallies.get(id) ?? [])]))
  return { total: summed([...each.values()]), each }
}

/** How many recipients' mail was put off by their mail server at first, whatever became of it; 10,000 stand for more. */
export async function countDelayedAtFirst(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return (await countFacts(tx, { team_id, broadcast_id, type: 'delivery_delayed' }))!.count
}
