import type { Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { beginErasure, findErasure, presentedErasure } from './erasure/actions.ts'
import { openPersonExport, PERSON_EXPORT_TYPE, type PersonalList, personPieces } from './export/actions.ts'

type PrivacyHandlers = Pick<Handlers, 'exportContact' | 'eraseContact' | 'getContactErasure'>

/** `lists`: what other rooms hold of a person. */
export function createPrivacyHandlers(lists: readonly PersonalList[]): PrivacyHandlers {
  return {
    exportContact: async ({ tx, caller, path, now }) => {
      const wanted = await openPersonExport(tx, caller.team_id, path.contact_id, now)
      return {
        status: 200,
        headers: { 'Content-Type': PERSON_EXPORT_TYPE },
        afterCommit: async ({ read }) => personPieces(read, wanted, lists),
      }
    },

    eraseContact: async ({ tx, caller, path, now }) => {
      const erasure = await beginErasure(tx, caller.team_id, path.contact_id, now)
      return { status: 201, body: presentedErasure(erasure) }
    },

    getContactErasure: async ({ tx, caller, path }) => {
      const erasure = await findErasure(tx, caller.team_id, path.erasure_id)
      if (!erasure) throw refusal('not_found', 'Contact erasure not found')
      return { status: 200, body: presentedErasure(erasure) }
    },
  }
}
