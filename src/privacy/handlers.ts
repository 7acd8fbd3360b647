import type { Handlers } from '../operation.ts'
import { openPersonExport, PERSON_EXPORT_TYPE, type PersonalList, personPieces } from './export/actions.ts'

/** `lists`: what other rooms hold of a person. */
export function createPrivacyHandlers(lists: readonly PersonalList[]): Pick<Handlers, 'exportContact'> {
  return {
    exportContact: async ({ tx, caller, path, now }) => {
      const wanted = await openPersonExport(tx, caller.team_id, path.contact_id, now)
      return {
        status: 200,
        headers: { 'Content-Type': PERSON_EXPORT_TYPE },
        afterCommit: async ({ read }) => personPieces(read, wanted, lists),
      }
    },
  }
}
