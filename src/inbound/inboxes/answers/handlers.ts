// The operations that reply to emails of inboxes and forward them.
import type { Answer, Call, Handler } from '../../../base/operation/operation.ts'
import { quotaHeaders } from '../../../engagement/quotas/rules.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { findOnlySender } from '../../../mail/emails/actions.ts'
import { findInbox } from '../actions.ts'
import { guardInbox } from '../threads/actions.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import {
  answerFiles,
  type AnsweredIn,
  findAnswered,
  findMessageOf,
  forwardMessage,
  ownAddresses,
  sendFromInbox,
  type SentFrom,
} from './actions.ts'
import { replySubject } from './headers.ts'
import { givenAddresses, answerRecipients, withCopies } from './recipients.ts'

export const replyToInboxEmail: Handler<'replyToInboxEmail'> = async call => {
  const { inbox, answered } = await findAsked(call)
  const { html, text, headers, reply_all, subject, ...body } = call.body
  if (!html && !text) throw refusal('missing_required_field', 'Missing `html` or `text` field.')
  const to = answerRecipients(answered.mail, ownAddresses(inbox), reply_all ?? false)
  const recipients = withCopies(to, { cc: givenAddresses(body.cc), bcc: givenAddresses(body.bcc) })
  const attachments = answerFiles(body.attachments, { html, text })
  const outgoing = { ...recipients, subject: subject || replySubject(answered.mail.subject), html, text, headers }
  const only_from = await findOnlySender(call.tx, call.caller)
  return sent(await sendFromInbox(call, inbox, { ...outgoing, attachments }, { answered, only_from }))
}

export const forwardInboxEmail: Handler<'forwardInboxEmail'> = async call => {
  const inbox = await findInbox(call, call.path.inbox)
  const only_from = await findOnlySender(call.tx, call.caller)
  return sent(await forwardMessage(call, inbox, { ...call.path, body: call.body, only_from }))
}

interface Asked {
  inbox: InboxRecord
  answered: AnsweredIn
}

async function findAsked(call: Call<'replyToInboxEmail'>): Promise<Asked> {
  const inbox = await findInbox(call, call.path.inbox)
  guardInbox(call.tx, inbox)
  const { thread, message } = await findMessageOf(call, inbox, call.path)
  return { inbox, answered: { thread, mail: await findAnswered(call, message) } }
}

/** Returns the id of the sent email, for `GET /emails/{id}`. */
export function sent({ id, spent }: Pick<SentFrom, 'id' | 'spent'>): Answer<'replyToInboxEmail'> {
  return spent ? { status: 200, headers: quotaHeaders(spent), body: { id } } : { status: 200, body: { id } }
}
