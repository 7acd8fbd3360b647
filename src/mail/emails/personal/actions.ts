// Erases a person's data from emails, for other modules.
import { eraseAttachments } from '../../attachments/actions.ts'
import { removeJobs } from '../../../base/queue/change.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { eraseRecipient, eraseDetail } from './rules.ts'
import * as store from './store.ts'

/** Emails erased in one transaction, each with its events. */
export const EMAILS_ERASED_AT_ONCE = 10

/** Erases the data that other modules store about an email. */
export type EraseRelated = (tx: Tx, email: { team_id: string; email_id: string; event_ids: readonly string[] }) => void

/**
 * Erases the content and one recipient of these emails. Their jobs are dropped, so that a worker cannot write data back. An
 * email with other pending recipients is kept for now. Returns the ids of these.
 */
export async function eraseEmails(
  { tx, team_id, now, address }: TeamUnit & { address: string },
  ids: readonly string[],
  eraseRest: EraseRelated,
): Promise<string[]> {
  const [emails, events] = [
    await store.listErasable(tx, { team_id }, ids),
    Map.groupBy(await store.listErasableEvents(tx, { team_id }, ids), ({ email_id }) => email_id),
  ]
  const waiting: string[] = []
  for (const email of emails) {
    const after = eraseRecipient(email, address)
    if (after === 'wait') {
      waiting.push(email.id)
      continue
    }
    const happened = events.get(email.id) ?? []
    removeJobs(tx, email.id)
    store.saveErased(tx, after)
    for (const event of happened) store.saveErasedDetail(tx, { ...event, detail: eraseDetail(event.detail, address) })
    await eraseAttachments({ tx, team_id, now }, email.id)
    eraseRest(tx, { team_id, email_id: email.id, event_ids: happened.map(({ id }) => id) })
  }
  return waiting
}
