// What others may ask about what came of broadcasts.
import type { Tx } from '../../base/store/database.ts'
import { type BroadcastCounts, broadcastCounts, summed } from './rules.ts'
import { countFacts, findTallies } from './store.ts'

export { findClicks, listLinks, listRecipients } from './recipients/store.ts'
export { knownBroadcasts } from './store.ts'

/** What came of some broadcasts so far, of each and of all; it costs the same however many they went to. */
export async function countBroadcasts(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<{ totals: BroadcastCounts; each: Map<string, BroadcastCounts> }> {
  const tallies = await findTallies(tx, team_id, ids)
  return {
    totals: broadcastCounts(summed([...tallies.values()].flat())),
    each: new Map(ids.map(id => [id, broadcastCounts(summed(tallies.get(id) ?? []))])),
  }
}

/** How many recipients' mail was put off by their mail server at first, whatever became of it; 10,000 stand for more. */
export function countDelayedAtFirst(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return countFacts(tx, { team_id, broadcast_id, type: 'delivery_delayed' })
}
