// Suppressions in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import type { Suppression } from './rules.ts'

/** A list item. */
export function suppressionItem(suppression: Suppression): Schemas['SuppressionItem'] {
  const { id, email, origin, source_id, created_at } = suppression
  return { id, email, origin, source_id, created_at }
}

export const suppressionReference = (id: string): Schemas['SuppressionReference'] => ({ object: 'suppression', id })

export const removedSuppression = (id: string): Schemas['RemovedSuppression'] => ({
  object: 'suppression',
  id,
  deleted: true,
})
