// Stores the files of a request before the unit of work that accepts the email, in parts and one request at a time:
// within that unit they would block all other writes. The sweep removes files that no email refers to.
import type { Database } from '../../../base/store/database.ts'
import type { ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { Traits } from '../contract/traits.ts'
import { inTurn } from '../large-bodies.ts'

/** `undefined` if the operation accepts no files. */
export function storeContents(
  { body }: Traits,
  { database, now, storeContent }: ContractParts,
): ((request: ContractRequest) => Promise<void>) | undefined {
  if (!body?.forms.has_files || !storeContent) return undefined
  const turns: Pick<Database, 'unit' | 'read'> = {
    unit: act => inTurn(() => database.unit(act)),
    read: act => database.read(act),
  }
  return async ({ caller, json, submitted }) => {
    const contents = [...(json.contents ?? []), ...(submitted ? [submitted] : [])]
    for (const content of contents) await storeContent({ database: turns, now }, caller!.team_id, content)
  }
}
