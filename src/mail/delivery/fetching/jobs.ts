// Fetches the remote files of an email before it is delivered. The email fails if a file cannot be fetched within an hour,
// because without the file it would be a different email.
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { fetchFiles, type FetchParts, type FetchFailure } from '../../attachments/fetching/actions.ts'
import { findEmailToDeliver } from '../../emails/actions.ts'
import { contentBytes } from '../../emails/rules.ts'
import type { EmailInDelivery } from '../../emails/store.ts'
import { failEmail } from '../actions.ts'

type Job = Work<'fetch_attachments'>

/** Runs the job `fetch_attachments`. */
export function fetchAttachments(parts: FetchParts): (work: Job) => Promise<void> {
  return async work => {
    const { team_id, email_id, deliver } = work.payload
    const email = await work.read(tx => findEmailToDeliver(tx, { team_id, email_id }))
    // the email was removed or canceled meanwhile
    if (!email || email.last_event === 'canceled') return
    const unfetched = await fetchFiles(work, { team_id, email_id, bytes: contentBytes(email) }, parts)
    if (unfetched) return waitOrFail(work, email, unfetched)
    await work.finish(tx => enqueue(tx, 'deliver_email', deliver, work.now(), work.now(), email_id))
  }
}

async function waitOrFail(work: Job, email: EmailInDelivery, { message, again, next }: FetchFailure): Promise<void> {
  const now = work.now()
  work.log.info({ email_id: email.id, attempt: work.attempt, reason: message, next }, 'attachment fetch failed')
  if (next) return work.postpone(next, message)
  const reason = again ? `${message}; failed after ${work.attempt} attempts` : message
  await work.finish(async tx => {
    // read again: other transactions may have changed the email since
    const latest = await findEmailToDeliver(tx, work.payload)
    if (latest && latest.last_event !== 'canceled') await failEmail({ tx, now }, latest, reason)
  })
}
