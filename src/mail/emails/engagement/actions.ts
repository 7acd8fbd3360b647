// Emails that were read: which they are, and recording that they were, or that a recipient unsubscribed by them.
import type { Tx } from '../../../base/store/database.ts'
import { insertEmailEvent } from '../store.ts'
import * as store from './store.ts'

export { type EngagedEmail, findEngaged, whenDelivered } from './store.ts'
export { insertEmailEvent } from '../store.ts'

/** What is known of an email last, when it was delivered before: who complains or is lost has said more than who opens. */
export function raiseLastEvent(tx: Tx, { team_id, id }: store.EngagedEmail, to: 'opened' | 'clicked'): void {
  store.saveEngaged[to](tx, { team_id, email_id: id })
}

/** Writes down that the recipient left by a link in an email: once, and while the email is there. */
export async function recordUnsubscribed(
  tx: Tx,
  { team_id, email_id, address }: { team_id: string; email_id: string; address: string },
  now: Date,
): Promise<void> {
  const [email] = await store.findEngaged(tx, { team_id }, [email_id])
  if (!email || (await store.findLatest(tx, { team_id, email_id, type: 'unsubscribed' }))) return
  const detail = { recipients: [address], code: null, words: '', attempt: 0 }
  await insertEmailEvent({ tx, now }, email, { type: 'unsubscribed', detail })
}
