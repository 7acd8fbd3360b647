// Erasures in the form of API responses.
import type { Schemas } from '../../../../generated/api.ts'
import type { ErasureRecord } from './store.ts'

/** A value of `stage`: all data was examined, and will be examined again once emails to other recipients are delivered. */
export const WAITING_STAGE = -1

export const isWaiting = ({ stage }: ErasureRecord): boolean => stage === WAITING_STAGE

export function erasureResponse(erasure: ErasureRecord): Schemas['ContactErasure'] {
  const { id, contact_id, emails, created_at, completed_at } = erasure
  const status = completed_at !== null ? 'completed' : isWaiting(erasure) ? 'waiting' : 'in_progress'
  return { object: 'contact_erasure', id, contact_id, status, emails, created_at, completed_at }
}
