import type { Answer, Call, Handler } from '../../../base/operation/operation.ts'
import { quotaHeaders } from '../../../engagement/quotas/actions.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { findOnlySender } from '../../../mail/emails/actions.ts'
import { findInbox, guardInbox } from '../actions.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import type { MessageRecord } from '../store/messages.ts'
import {
  answerFiles,
  type AnsweredIn,
  findAnswered,
  findFilesAgain,
  findMessageOf,
  findOriginal,
  ownAddresses,
  sendFromInbox,
  type SentFrom,
} from './actions.ts'
import { forwardedTexts } from './forwarded.ts'
import { forwardSubject, replySubject } from './headers.ts'
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
  const { inbox, answered, message } = await findAsked(call)
  const { headers, subject, ...body } = call.body
  const texts = forwardedTexts(body, await findOriginal(call, message, answered.mail))
  const attachments = answerFiles(body.attachments, texts, await findFilesAgain(call, message))
  const [to, cc, bcc] = [givenAddresses(body.to), givenAddresses(body.cc), givenAddresses(body.bcc)]
  const outgoing = { to, cc, bcc, subject: subject || forwardSubject(answered.mail.subject), ...texts, headers }
  const only_from = await findOnlySender(call.tx, call.caller)
  return sent(await sendFromInbox(call, inbox, { ...outgoing, attachments }, { answered, only_from }))
}

interface Asked {
  inbox: InboxRecord
  answered: AnsweredIn
  message: MessageRecord
}

async function findAsked(call: Call<'replyToInboxEmail'> | Call<'forwardInboxEmail'>): Promise<Asked> {
  const inbox = await findInbox(call, call.path.inbox)
  guardInbox(call.tx, inbox)
  const { thread, message } = await findMessageOf(call, inbox, call.path)
  return { inbox, message, answered: { thread, mail: await findAnswered(call, message) } }
}

/** The id of the email, as `GET /emails/{id}` knows it. */
export function sent({ id, spent }: Pick<SentFrom, 'id' | 'spent'>): Answer<'replyToInboxEmail'> {
  return spent ? { status: 200, headers: quotaHeaders(spent), body: { id } } : { status: 200, body: { id } }
}
