// What others may ask about what came of broadcasts.
import type { Schemas } from '../../../generated/api.ts'
import type { Tx } from '../../store/database.ts'
import { broadcastCounts, summed } from './rules.ts'
import { findTallies } from './store.ts'

export type { FoundRecipient, RecipientType } from './rules.ts'
export { type LinkRecord, listLinks, listRecipients } from './store.ts'

export type BroadcastCounts = Schemas['BroadcastCounts']

/** What came of a broadcast so far; it costs the same however many it went to. */
export async function findBroadcastCounts(tx: Tx, team_id: string, broadcast_id: string): Promise<BroadcastCounts> {
  return broadcastCounts(summed((await findTallies(tx, team_id, [broadcast_id])).get(broadcast_id) ?? []))
}

/**
 * That a row `contact` opened a broadcast, or followed a link in one, since that time: SQL with its values, which an index
 * answers for each contact.
 */
export function activityCondition(
  team_id: string,
  type: 'opened' | 'clicked',
  since: Date,
): { sql: string; values: string[] } {
  return {
    sql: 'exists (select 1 from broadcast_facts as fact where fact.contact_id = contact.id and fact.team_id = ? and fact.type = ? and fact.happened_at >= ?)',
    values: [team_id, type, since.toISOString()],
  }
}
