// What is left of broadcasts that are over.
import { nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import type { BroadcastStatus } from '../rules.ts'

/** Broadcasts, in one unit of work. */
export const BROADCASTS_LOOKED_AT = 50
/** Rows of one of them. */
const REMOVED_AT_ONCE = 1000

const OVER: BroadcastStatus[] = ['sent', 'canceled', 'failed']

interface Ended {
  id: string
  team_id: string
  status: BroadcastStatus
  created_at: string
  snapshot_at: string | null
  sent_at: string | null
}

const over = acrossTeams(
  'a sweep',
  table<Ended>('broadcasts', {
    id: uuid,
    team_id: uuid,
    status: oneOf<BroadcastStatus>(),
    created_at: text,
    snapshot_at: nullable(text),
    sent_at: nullable(text),
  }).query<{ after_id: string; limit: number }>(
    ({ rows, param }) => rows.where('id', '>', param('after_id')).whereIn('status', OVER).orderBy('id'),
    'limit :limit',
  ),
)

const OF_BROADCAST = { broadcast_id: uuid, team_id: uuid }
const removeWaiting = table('broadcast_waiting', { ...OF_BROADCAST, name: text, contact_id: uuid }).removeSome(
  REMOVED_AT_ONCE,
  ['name', 'contact_id'],
  'team_id',
  'broadcast_id',
)
const removeTurns = table('broadcast_turns', { ...OF_BROADCAST, name: text }).removeSome(
  REMOVED_AT_ONCE,
  ['name'],
  'team_id',
  'broadcast_id',
)
const removeRecipients = table('broadcast_recipients', { ...OF_BROADCAST, contact_id: uuid }).removeSome(
  REMOVED_AT_ONCE,
  ['contact_id'],
  'team_id',
  'broadcast_id',
)

/** The next ones. `over_at`: when it was sent, or, if it was not to the end, was begun. */
export async function listOver(tx: Tx, after_id: string): Promise<{ id: string; team_id: string; over_at: string }[]> {
  const found = await tx.all(over, { after_id, limit: BROADCASTS_LOOKED_AT })
  return found.map(({ id, team_id, sent_at, snapshot_at, created_at }) => {
    return { id, team_id, over_at: sent_at ?? snapshot_at ?? created_at }
  })
}

/** Whether it removed as much as it may at once. */
export async function removeSomeLeft(
  tx: Tx,
  { id: broadcast_id, team_id }: { id: string; team_id: string },
  withRecipients: boolean,
): Promise<boolean> {
  const of = { team_id, broadcast_id }
  let removed = await tx.run(removeWaiting, of)
  removed += await tx.run(removeTurns, of)
  if (withRecipients) removed += await tx.run(removeRecipients, of)
  return removed >= REMOVED_AT_ONCE
}
