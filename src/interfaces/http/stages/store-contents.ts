// Stores the files of a request before the unit of work that accepts the email, a part at a time and one request at a time:
// within that unit they would block all other writes. The sweep removes files that no email refers to.
import type { Database } from '../../../base/store/database.ts'
import type { FileContent } from '../../../base/text/cut.ts'
import { inTurn } from '../large-bodies.ts'
import type { ContractParts } from '../parts.ts'
import type { Traits } from '../traits.ts'
import type { Valid } from './validate.ts'

/** `undefined` where the operation takes no files. */
export function storeContents(
  { body }: Traits,
  { database, now, storeContent }: ContractParts,
): ((valid: Valid) => Valid | Promise<Valid>) | undefined {
  if (!body?.forms.has_files || !storeContent) return undefined
  const turns: Pick<Database, 'unit' | 'read'> = {
    unit: act => inTurn(() => database.unit(act)),
    read: act => database.read(act),
  }
  const store = async (valid: Valid, team_id: string, contents: readonly FileContent[]): Promise<Valid> => {
    for (const content of contents) await storeContent({ database: turns, now }, team_id, content)
    return valid
  }
  return valid => {
    const { caller, json } = valid
    return caller && json.contents ? store(valid, caller.team_id, json.contents) : valid
  }
}
