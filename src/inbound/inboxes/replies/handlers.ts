// The operations that reply to emails of inboxes and forward them.
import type { HandlerResult, HandlerInput, Handler } from '../../../base/operation/operation.ts'
import { quotaHeaders } from '../../../engagement/quotas/rules.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { findOnlySender } from '../../../mail/emails/actions.ts'
import { requireInbox } from '../actions.ts'
import { guardInbox } from '../threads/actions.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import * as actions from './actions.ts'
import { replySubject } from './headers.ts'
import { givenAddresses, replyRecipients, withCopies } from './recipients.ts'

export const replyToInboxEmail: Handler<'replyToInboxEmail'> = async call => {
  const { inbox, answered } = await findReplyInput(call)
  const { html, text, headers, reply_all, subject, ...body } = call.body
  if (!html && !text) throw refusal('missing_required_field', 'Missing `html` or `text` field.')
  const to = replyRecipients(answered.mail, actions.ownAddresses(inbox), reply_all ?? false)
  const recipients = withCopies(to, { cc: givenAddresses(body.cc), bcc: givenAddresses(body.bcc) })
  const attachments = actions.replyFiles(body.attachments, { html, text })
  const outgoing = { ...recipients, subject: subject || replySubject(answered.mail.subject), html, text, headers }
  const only_from = await findOnlySender(call.tx, call.caller)
  return sentResponse(await actions.sendFromInbox(call, inbox, { ...outgoing, attachments }, { answered, only_from }))
}

export const forwardInboxEmail: Handler<'forwardInboxEmail'> = async call => {
  const inbox = await requireInbox(call, call.path.inbox)
  const only_from = await findOnlySender(call.tx, call.caller)
  return sentResponse(await actions.forwardInboxEmail(call, inbox, { ...call.path, body: call.body, only_from }))
}

interface ReplyInput {
  inbox: InboxRecord
  answered: actions.MessageToReplyTo
}

async function findReplyInput(call: HandlerInput<'replyToInboxEmail'>): Promise<ReplyInput> {
  const inbox = await requireInbox(call, call.path.inbox)
  guardInbox(call.tx, inbox)
  const { thread, message } = await actions.requireMessage(call, inbox, call.path)
  return { inbox, answered: { thread, mail: await actions.findEmailToReplyTo(call, message) } }
}

/** Returns the id of the sent email, for `GET /emails/{id}`. */
export function sentResponse({
  id,
  spent,
}: Pick<actions.SentEmail, 'id' | 'spent'>): HandlerResult<'replyToInboxEmail'> {
  return spent ? { status: 200, headers: quotaHeaders(spent), body: { id } } : { status: 200, body: { id } }
}
