import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const erasures = table('contact_erasures', {
  id: uuid,
  team_id: uuid,
  contact_id: uuid,
  /** As contacts are compared by; `null` when it is done. */
  address: nullable(text),
  /** What is gone through, and behind which of it to go on. */
  stage: number,
  after: text,
  /** Before the first email that others are still to get; `null` when there is none. */
  again_after: nullable(text),
  /** Emails that were erased. */
  emails: number,
  created_at: text,
  completed_at: nullable(text),
})

export type ErasureRecord = RecordOf<typeof erasures>

const byId = erasures.find('team_id', 'id')
export const insertErasure = erasures.insert().put
export const saveErasure = erasures.update({
  by: ['team_id', 'id'],
  set: ['address', 'stage', 'after', 'again_after', 'emails', 'completed_at'],
}).put

export function findErasure(tx: Tx, team_id: string, id: string): Promise<ErasureRecord | undefined> {
  return tx.get(byId, { team_id, id: id.toLowerCase() })
}
