// Emails of threads with their bodies. The modules `receiving` and `emails` store these; here they get a common form.
import type { Schemas } from '../../../../generated/api.ts'
import type { TeamTx, Tx } from '../../../base/store/database.ts'
import type { Page } from '../../../base/store/page.ts'
import { listAttachments } from '../../../mail/attachments/store/attachments.ts'
import { findEmail } from '../../../mail/emails/actions.ts'
import { findBodiesOf } from '../../receiving/actions.ts'
import { findReceivedEmail, listReceivedAttachments } from '../../receiving/store.ts'
import { isRead, formatSender } from '../present.ts'
import type { MessageRecord } from '../store/messages.ts'
import type { ThreadRecord } from '../store/threads.ts'

type PresentedMessage = Schemas['InboxEmail']

/** A page of emails ends early if the total of their bodies is larger. */
export const PAGE_BYTES_MAX = 4_000_000

/** An email of a thread in the form of the API; `undefined` if it was removed meanwhile. */
export async function presentMessage(
  unit: TeamTx,
  thread: ThreadRecord,
  message: MessageRecord,
): Promise<PresentedMessage | undefined> {
  const content = message.direction === 'inbound' ? await findInbound(unit, message) : await findOutbound(unit, message)
  return content && { ...content, read: isRead(thread, message), received_at: message.created_at }
}

type Content = Omit<PresentedMessage, 'read' | 'received_at'>

async function findInbound(
  { tx, team_id }: TeamTx,
  { id, has_attachment }: MessageRecord,
): Promise<Content | undefined> {
  const [mail, bodies] = [await findReceivedEmail(tx, { team_id, id }), await findBodiesOf({ tx, team_id }, id)]
  if (!mail || !bodies) return undefined
  const { from_name, from_address, to, cc, bcc, reply_to, subject, message_id } = mail
  const files = has_attachment ? await listReceivedAttachments(tx, { team_id, email_id: id }) : []
  return {
    id,
    direction: 'inbound',
    from: formatSender(from_name, from_address),
    to,
    cc,
    bcc,
    reply_to,
    subject,
    message_id,
    // the content of an email above the quota is withheld
    html: mail.above_quota ? null : bodies.html,
    text: mail.above_quota ? null : bodies.text,
    attachments: files.map(file => ({ id: file.id, filename: file.filename, size: file.size })),
  }
}

async function findOutbound(
  { tx, team_id }: TeamTx,
  { id, has_attachment }: MessageRecord,
): Promise<Content | undefined> {
  const email = await findEmail(tx, team_id, id)
  if (!email) return undefined
  const { from, to, cc, bcc, reply_to, subject, message_id, html, text } = email
  const files = has_attachment ? await listAttachments(tx, { team_id, email_id: id }) : []
  return {
    id,
    direction: 'outbound',
    from,
    to,
    cc,
    bcc,
    reply_to,
    subject,
    message_id,
    html,
    text,
    attachments: files.map(file => ({ id: file.id, filename: file.filename, size: file.bytes })),
  }
}

/**
 * A page of emails with their bodies. If these exceed `PAGE_BYTES_MAX`, the emails farthest from the cursor are omitted.
 * `isBack`: the page was requested with `before`, so the cursor follows its last email.
 */
export async function presentPage(
  tx: Tx,
  thread: ThreadRecord,
  { rows, has_more }: Page<MessageRecord>,
  isBack: boolean,
): Promise<Page<PresentedMessage>> {
  const shown: PresentedMessage[] = []
  const inOrder = (all: readonly PresentedMessage[]): PresentedMessage[] => (isBack ? all.toReversed() : [...all])
  let length = 0
  for (const [index, message] of (isBack ? rows.toReversed() : rows).entries()) {
    const content = await presentMessage({ tx, team_id: thread.team_id }, thread, message)
    if (content) shown.push(content)
    length += (content?.html?.length ?? 0) + (content?.text?.length ?? 0)
    if (length > PAGE_BYTES_MAX) return { rows: inOrder(shown), has_more: has_more || index < rows.length - 1 }
    await tx.pause()
  }
  return { rows: inOrder(shown), has_more }
}
