// The operations that export and erase the data of a contact.
import type { Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { startErasure } from './erasure/actions.ts'
import { findErasure } from './erasure/store.ts'
import { erasureResponse } from './erasure/present.ts'
import {
  openPersonExport,
  PERSON_EXPORT_TYPE,
  type PersonalList,
  personPieces,
  recordPersonExport,
} from './export/actions.ts'

type PrivacyHandlers = Pick<Handlers, 'exportContact' | 'eraseContact' | 'getContactErasure'>

/** `lists`: the data that other modules store about a person. */
export function createPrivacyHandlers(lists: readonly PersonalList[]): PrivacyHandlers {
  return {
    exportContact: async call => {
      const wanted = await openPersonExport(call, call.path.contact_id)
      return {
        status: 200,
        headers: { 'Content-Type': PERSON_EXPORT_TYPE },
        afterCommit: async ({ unit, read }) => {
          await unit(tx => recordPersonExport(tx, wanted, call.now))
          return personPieces(read, wanted, lists)
        },
      }
    },

    eraseContact: async call => {
      return { status: 201, body: erasureResponse(await startErasure(call, call.path.contact_id)) }
    },

    getContactErasure: async ({ tx, team_id, path }) => {
      const erasure = await findErasure(tx, team_id, path.erasure_id)
      if (!erasure) throw refusal('not_found', 'Contact erasure not found')
      return { status: 200, body: erasureResponse(erasure) }
    },
  }
}
