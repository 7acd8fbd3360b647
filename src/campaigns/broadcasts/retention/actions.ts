// Removes rows of finished broadcasts: rows of waiting recipients immediately, rows of recipients after the retention.
import type { Tx } from '../../../base/store/database.ts'
import * as store from './store.ts'

/**
 * Examines some finished broadcasts, starting after `after`, and removes up to a limit of rows of one: those of waiting
 * recipients, and those of its recipients if it finished before `before`. Returns the id to continue after, if more may remain.
 */
export async function removeRowsOfFinished(
  tx: Tx,
  before: Date | undefined,
  after: string,
): Promise<string | undefined> {
  const some = await store.listFinished(tx, after)
  let passed = after
  for (const broadcast of some) {
    const isOld = before !== undefined && broadcast.over_at < before.toISOString()
    if (await store.removeSomeRows(tx, broadcast, isOld)) return passed
    passed = broadcast.id
  }
  return some.length === store.BROADCASTS_EXAMINED_MAX ? passed : undefined
}
