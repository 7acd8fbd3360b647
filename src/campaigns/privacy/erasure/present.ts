// How an erasure looks in answers.
import type { Schemas } from '../../../../generated/api.ts'
import type { ErasureRecord } from './store.ts'

/** In place of what is gone through: all was, and is again when others have got what they are still to get. */
export const WAITING = -1

export const isWaiting = ({ stage }: ErasureRecord): boolean => stage === WAITING

export function presentedErasure(erasure: ErasureRecord): Schemas['ContactErasure'] {
  const { id, contact_id, emails, created_at, completed_at } = erasure
  const status = completed_at !== null ? 'completed' : isWaiting(erasure) ? 'waiting' : 'in_progress'
  return { object: 'contact_erasure', id, contact_id, status, emails, created_at, completed_at }
}
