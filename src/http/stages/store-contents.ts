// What came in files is stored before the unit that accepts the email, a part at a time and one request at a time: in that
// unit it would hold up everybody else. What no email refers to in the end is swept.
import type { Database } from '../../store/database.ts'
import { inTurn } from '../large-bodies.ts'
import type { ContractParts } from '../parts.ts'
import type { Traits } from '../traits.ts'
import type { Valid } from './validate.ts'

export function storeContents(
  { body }: Traits,
  { database, now, storeContent }: ContractParts,
): (valid: Valid) => Valid | Promise<Valid> {
  if (!body?.forms.has_files || !storeContent) return valid => valid
  const parts: Pick<Database, 'unit' | 'read'> = {
    unit: act => inTurn(() => database.unit(act)),
    read: act => database.read(act),
  }
  return async valid => {
    const { caller, json } = valid
    if (!caller || !json.contents) return valid
    for (const content of json.contents) await storeContent(parts, caller.team_id, content, now)
    return valid
  }
}
