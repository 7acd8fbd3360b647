// Removes what is kept of broadcasts that are over and outside retention: who waited, and to whom they went.
import type { Tx } from '../../../base/store/database.ts'
import * as store from './store.ts'

/**
 * Looks at some of the broadcasts that are over, from the one behind `after`, and removes a part of what is left of one: who
 * waited for something, and who its recipients were if it was over `before` that. Behind which one to go on, if more may be
 * left.
 */
export async function removeLeftOfBroadcasts(
  tx: Tx,
  before: Date | undefined,
  after: string,
): Promise<string | undefined> {
  const some = await store.listOver(tx, after)
  let passed = after
  for (const broadcast of some) {
    const isOld = before !== undefined && broadcast.over_at < before.toISOString()
    if (await store.removeSomeLeft(tx, broadcast, isOld)) return passed
    passed = broadcast.id
  }
  return some.length === store.BROADCASTS_LOOKED_AT ? passed : undefined
}
