// What others may ask about what came of broadcasts.
import type { Schemas } from '../../../generated/api.ts'
import type { Tx } from '../../store/database.ts'
import { broadcastCounts, summed } from './rules.ts'
import { findTallies } from './store.ts'

/** What came of a broadcast so far; it costs the same however many it went to. */
export async function findBroadcastCounts(
  tx: Tx,
  team_id: string,
  broadcast_id: string,
): Promise<Schemas['BroadcastCounts']> {
  return broadcastCounts(summed((await findTallies(tx, team_id, [broadcast_id])).get(broadcast_id) ?? []))
}
