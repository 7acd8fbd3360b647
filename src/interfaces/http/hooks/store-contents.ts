// Stores the files of a request before the unit of work that accepts the email, in parts and one request at a time:
// within that unit they would block all other writes. The sweep removes files that no email refers to.
import type { Database } from '../../../base/store/database.ts'
import type { ContractParts } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { OperationTraits } from '../contract/traits.ts'
import { runSequentially } from '../large-bodies.ts'

/** Stores the contents of a request, and releases them if the request is refused. */
interface StoresContents {
  store: (request: ContractRequest) => Promise<void>
  release: (request: ContractRequest) => Promise<void>
}

/** `undefined` if the operation accepts no files. */
export function storeContents(
  { body }: OperationTraits,
  { database, now, storeContent, releaseContents }: ContractParts,
): StoresContents | undefined {
  if (!body?.forms.has_files || !storeContent) return undefined
  const turns: Pick<Database, 'unit' | 'read'> = {
    unit: act => runSequentially(() => database.unit(act)),
    read: act => database.read(act),
  }
  const contentsOf = ({ json, submitted }: ContractRequest) => [
    ...(json.contents ?? []),
    ...(submitted ? [submitted] : []),
  ]
  return {
    store: async request => {
      for (const content of contentsOf(request))
        await storeContent({ database: turns, now }, request.caller!.team_id, content)
    },
    release: async request => {
      const hashes = contentsOf(request).map(({ hash }) => hash)
      if (hashes.length > 0) await releaseContents?.({ database, now }, request.caller!.team_id, hashes)
    },
  }
}
