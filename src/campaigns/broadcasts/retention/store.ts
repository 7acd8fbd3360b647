// Statements that find and remove the remaining rows of finished broadcasts.
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import type { BroadcastStatus } from '../rules.ts'
import { removeDomains } from '../../../engagement/facts/store.ts'
import { STORED_RECIPIENTS } from '../sending/store.ts'
import { STORED_GROUPS } from '../sending/groups/store.ts'
import { STORED_BROADCASTS } from '../store.ts'

/** Maximum broadcasts that one transaction examines. */
export const BROADCASTS_EXAMINED_MAX = 50
/** Maximum rows of each table that one transaction removes. */
const REMOVED_AT_ONCE = 1000

const OVER: BroadcastStatus[] = ['sent', 'canceled', 'failed']

const over = acrossTeams(
  'a sweep',
  STORED_BROADCASTS.only('id', 'team_id', 'created_at', 'snapshot_at', 'sent_at').query<{
    after_id: string
    limit: number
  }>(
    ({ rows, param }) => rows.where('id', '>', param('after_id')).whereIn('status', OVER).orderBy('id'),
    'limit :limit',
  ),
)

const { turns, waiting } = STORED_GROUPS
const SOME = { by: ['team_id' as const, 'broadcast_id' as const], limit: REMOVED_AT_ONCE }
const removeWaiting = waiting.removeSome({ key: ['name', 'contact_id'], ...SOME }).count
const removeTurns = turns.removeSome({ key: ['name'], ...SOME }).count
const removeRecipients = STORED_RECIPIENTS.removeSome({ key: ['contact_id'], ...SOME }).count

/** The next finished broadcasts. `over_at`: when sending ended; if it did not end, when it began. */
export async function listFinished(
  tx: Tx,
  after_id: string,
): Promise<{ id: string; team_id: string; over_at: string }[]> {
  const found = await tx.all(over, { after_id, limit: BROADCASTS_EXAMINED_MAX })
  return found.map(({ id, team_id, sent_at, snapshot_at, created_at }) => {
    return { id, team_id, over_at: sent_at ?? snapshot_at ?? created_at }
  })
}

/** Removes rows of a broadcast. Returns whether the maximum of one transaction was removed, so that more may remain. */
export async function removeSomeRows(
  tx: Tx,
  { id: broadcast_id, team_id }: { id: string; team_id: string },
  withRecipients: boolean,
): Promise<boolean> {
  const of = { team_id, broadcast_id }
  let removed = await removeWaiting(tx, of)
  removed += await removeTurns(tx, of)
  if (withRecipients) removed += (await removeRecipients(tx, of)) + (await removeDomains(tx, of))
  return removed >= REMOVED_AT_ONCE
}
