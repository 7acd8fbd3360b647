// Engagement with emails: finds opened or clicked emails, and records opens, clicks and unsubscriptions.
import type { Tx } from '../../../base/store/database.ts'
import { insertEmailEvent } from '../store.ts'
import * as store from './store.ts'

/** Raises the last event of a delivered email. A complaint or failure takes precedence over an open and stays. */
export function raiseLastEvent(tx: Tx, { team_id, id }: store.EngagedEmail, to: 'opened' | 'clicked'): void {
  store.saveEngaged[to](tx, { team_id, email_id: id })
}

/** Records that the recipient unsubscribed with a link in an email: once, and only while the email exists. */
export async function recordUnsubscribed(
  tx: Tx,
  { team_id, email_id, address }: { team_id: string; email_id: string; address: string },
  now: Date,
): Promise<void> {
  const [email] = await store.findEngaged(tx, { team_id }, [email_id])
  if (!email || (await store.findLatestEvent(tx, { team_id, email_id, type: 'unsubscribed' }))) return
  const detail = { recipients: [address], code: null, words: '', attempt: 0 }
  await insertEmailEvent({ tx, now }, email, { type: 'unsubscribed', detail })
}
