// Turns an email into the message to hand over: adds its unsubscribe link and tracking if they apply, and signs it.
import type { MailSigner } from '../../../identity/domains/keys/actions.ts'
import type { EmailInDelivery } from '../../emails/store.ts'
import { loadContent } from '../../content/actions.ts'
import type { MailMessage } from '../../../base/net/mail-message.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { Database } from '../../../base/store/database.ts'
import { ThreadFailed } from '../../../base/threads/pool.ts'
import { fillInvitationLink } from '../../../identity/teams/invitations/actions.ts'
import type { MailTracker } from '../../tracking/actions.ts'
import { addUnsubscribeLink } from '../../content/unsubscribe-link/actions.ts'
import { composeSigned } from '../actions.ts'

type Job = Work<'deliver_email'>

type WrittenMail = { message: MailMessage } | { delay: string } | { fault: string }

/**
 * The message to hand over. `leaves`: it goes to a mail server and is not captured. `delay`: why it could not be composed now.
 * `fault`: why it can never be composed.
 */
export async function composeMessage(
  work: Job,
  { email: accepted, recipients }: { email: EmailInDelivery; recipients: readonly string[] },
  { track, sign, leaves }: { track: MailTracker | undefined; sign: MailSigner; leaves: boolean },
): Promise<WrittenMail> {
  try {
    const hasFiles = work.payload.attachments !== undefined
    const now = work.now()
    const read: Database['read'] = body => work.read(body)
    const whole = accepted.broadcast_id === null ? accepted : await read(tx => loadContent(tx, accepted))
    const left = await addUnsubscribeLink(read, whole)
    // captured email is shown to the team, which must not get the link
    const email = leaves ? await fillInvitationLink(read, left) : left
    const html = track && email.html !== null ? await trackedBy(track, work, email, recipients) : email.html
    return { message: await composeSigned(read, email, { hasFiles, html, sign, now }) }
  } catch (error) {
    const { message } = error as Error
    if (error instanceof ThreadFailed) return { delay: `The message could not be composed: ${message}` }
    return { fault: `The message could not be composed: ${message}` }
  }
}

/** The HTML with tracking. Logs why it has none although tracking is enabled for its domain. */
async function trackedBy(
  track: MailTracker,
  work: Job,
  email: EmailInDelivery,
  recipients: readonly string[],
): Promise<string | null> {
  const { html, untracked } = await track(body => work.read(body), { ...email, recipients }, work.now())
  if (untracked !== undefined) work.log.info({ email_id: email.id, reason: untracked }, 'email not tracked')
  return html
}
