// Erases a contact from the request log.
import type { Tx } from '../../../base/store/database.ts'
import { listPartsAfter, saveLogPart } from '../store.ts'
import { withoutPerson } from './rules.ts'

/** Rows in one unit of work; unpacking them takes some milliseconds. */
const PARTS_ERASED_AT_ONCE = 4

/** Erases the contact from some rows; returns where to continue, or `undefined` at the end. */
export async function eraseFromLogs(
  { tx, team_id, address, contact_id }: { tx: Tx; team_id: string; address: string; contact_id: string },
  after: string,
): Promise<string | undefined> {
  const parts = await listPartsAfter(tx, { team_id, after_id: after, limit: PARTS_ERASED_AT_ONCE })
  for (const part of parts) {
    const rest = withoutPerson(part, { address, contact_id })
    if (rest) saveLogPart(tx, { ...part, ...rest })
  }
  return parts.length < PARTS_ERASED_AT_ONCE ? undefined : parts.at(-1)!.last_id
}
