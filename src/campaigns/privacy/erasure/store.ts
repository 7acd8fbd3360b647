// The table of erasures.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const erasures = table('contact_erasures', {
  id: uuid,
  team_id: uuid,
  contact_id: uuid,
  /** The normalized address by which contacts are compared; `null` after completion. */
  address: nullable(text),
  /** The list that is being erased (0: emails), and the id in it to continue after. */
  stage: number,
  after: text,
  /** A position before the first email that still has to be delivered to others; `null` if there is none. */
  again_after: nullable(text),
  /** The number of erased emails. */
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
