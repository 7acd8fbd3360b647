// What others may ask about what came of broadcasts.
import type { Schemas } from '../../../../generated/api.ts'
import type { Tx } from '../../../base/store/database.ts'
import { findBroadcasts } from '../store.ts'
import { broadcastCounts, summed } from './rules.ts'
import { countFacts, findTallies } from './store.ts'

export type { FoundRecipient, RecipientType } from './rules.ts'
export { type LinkRecord, listLinks, listRecipients } from './store.ts'

export type BroadcastCounts = Schemas['BroadcastCounts']

/** What came of a broadcast so far; it costs the same however many it went to. */
export async function findBroadcastCounts(tx: Tx, team_id: string, broadcast_id: string): Promise<BroadcastCounts> {
  return broadcastCounts(summed((await findTallies(tx, team_id, [broadcast_id])).get(broadcast_id) ?? []))
}

/** How many recipients' mail was put off by their mail server at first, whatever became of it; 10,000 stand for more. */
export function countDelayedAtFirst(tx: Tx, team_id: string, broadcast_id: string): Promise<number> {
  return countFacts(tx, { team_id, broadcast_id, type: 'delivery_delayed' })
}

/** Those of the ids that are broadcasts of the team. */
export async function knownBroadcasts(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await findBroadcasts(tx, team_id, ids)).map(({ id }) => id))
}
