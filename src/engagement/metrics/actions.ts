// The results of broadcasts with rates, for other modules.
import type { Tx } from '../../base/store/database.ts'
import { sumTallies } from '../facts/actions.ts'
import { type BroadcastCounts, broadcastCounts } from './sums.ts'

/** Counts some broadcasts, each and in total. */
export async function countBroadcasts(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<{ totals: BroadcastCounts; each: Map<string, BroadcastCounts> }> {
  const { total, each } = await sumTallies(tx, team_id, ids)
  return {
    totals: broadcastCounts(total),
    each: new Map(Array.from(each, ([id, tally]) => [id, broadcastCounts(tally)])),
  }
}
