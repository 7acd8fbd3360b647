// What others may ask of delivery: to look at mail, what was captured of it instead of sent, and to clear that away.
import { type ShownEmail, findContentBytes, findEmail } from '../emails/actions.ts'
import { enqueue } from '../queue/enqueue.ts'
import type { Tx } from '../store/database.ts'
import * as store from './store.ts'

export {
  type CapturedItem,
  listCaptured,
  removeCapturedUntilEmail,
  removeDelivery,
  removeOldCaptured,
} from './store.ts'

/** An email, and what was captured of it. */
export interface Mail {
  email: ShownEmail
  captured: Pick<store.CapturedMail, 'id' | 'created_at' | 'raw'> | undefined
}

/** The email with this id, or the one that was captured under it. */
export async function findMail(tx: Tx, team_id: string, id: string): Promise<Mail | undefined> {
  const captured = await store.findCaptured(tx, team_id, id)
  const email = await findEmail(tx, team_id, captured?.email_id ?? id)
  return email && { email, captured }
}

/** How large what `findMail` finds is; found out without reading it. */
export async function findMailBytes(tx: Tx, team_id: string, id: string): Promise<number | undefined> {
  const captured = await store.findCapturedBytes(tx, team_id, id)
  const content_bytes = await findContentBytes(tx, team_id, captured?.email_id ?? id)
  return content_bytes === undefined ? undefined : content_bytes + (captured?.bytes ?? 0)
}

/** Has everything that was captured of a team's mail until now removed, a part at a time. */
export async function clearCaptured(tx: Tx, team_id: string, now: Date): Promise<void> {
  const until = now.toISOString()
  if (await store.removeCapturedUntil(tx, team_id, until)) await enqueue(tx, 'clear_mailbox', { team_id, until }, now)
}
