// A program with the published SDK that uses replies and drafts. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints
// the result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const emailAddress = 'help@written.example.com'
const { threads, drafts, agent } = resend.inboxes
const { data: found } = await printAnswer('threads', threads.list({ emailAddress }))
const threadId = found!.data[0]!.id
const { data: emails } = await printAnswer('emails', threads.emails.list({ emailAddress, threadId }))
const emailId = emails!.data[0]!.id
const at = { emailAddress, threadId, emailId }

const attachments = [{ filename: 'a.txt', content: Buffer.from('abc') }]
const reply = { ...at, text: 'It is on its way.', replyAll: true, cc: 'bo@example.net', attachments }
const { data: replied } = await printAnswer('reply', threads.emails.reply(reply, { idempotencyKey: 'reply-1' }))
await printAnswer('reply again', threads.emails.reply(reply, { idempotencyKey: 'reply-1' }))
await printAnswer('get reply', resend.emails.get(replied!.id))
await printAnswer('reply with References', threads.emails.reply({ ...at, text: 'x', headers: { References: '<a@b>' } }))
const { data: forwarded } = await printAnswer(
  'forward',
  threads.emails.forward({ ...at, to: 'books@example.net', html: '<p>Yours?</p>' }),
)
await printAnswer('get forward', resend.emails.get(forwarded!.id))
await printAnswer('emails after', threads.emails.list({ emailAddress, threadId }))

const draft = { emailAddress, to: ['mira@example.net'], subject: 'Later', text: 'Hello' }
const file = { filename: 'b.txt', content: Buffer.from('abcd'), contentType: 'text/plain' }
const { data: made } = await printAnswer(
  'create',
  drafts.create({ ...draft, attachments: [file] }, { idempotencyKey: 'draft-1' }),
)
await printAnswer('create again', drafts.create({ ...draft, attachments: [file] }, { idempotencyKey: 'draft-1' }))
const one = { emailAddress, draftId: made!.id }
await printAnswer('get', drafts.get(one))
await printAnswer('update', drafts.update({ ...one, html: '<p>Hello</p>', text: null, attachments: null }))
await printAnswer('get updated', drafts.get(one))
await printAnswer('list', drafts.list({ emailAddress, limit: 1 }))
const { data: sent } = await printAnswer('send', drafts.send({ ...one, headers: { 'X-Kind': 'later' } }))
await printAnswer('send again', drafts.send(one))
await printAnswer('get sent', resend.emails.get(sent!.id))

const { data: another } = await printAnswer('create another', drafts.create(draft))
const keyed = () => drafts.send({ emailAddress, draftId: another!.id }, { idempotencyKey: 'send-1' })
await printAnswer('send by key', keyed())
await printAnswer('send by key again', keyed())

const answer = { emailAddress, threadId, replyToEmailId: emailId, text: 'Second' }
const { data: second } = await printAnswer('create answer', drafts.create(answer))
await printAnswer('create second answer', drafts.create(answer))
await printAnswer('get answer', drafts.get({ emailAddress, draftId: second!.id }))
await printAnswer('threads with draft', threads.list({ emailAddress }))
await printAnswer('remove', drafts.remove({ emailAddress, draftId: second!.id }))
await printAnswer('get removed', drafts.get({ emailAddress, draftId: second!.id }))

await printAnswer('agent', agent.get({ emailAddress }))
await printAnswer(
  'update agent',
  agent.update({ emailAddress, instructions: 'Be kind.', tone: 'concise_casual', actions: ['draft_reply'] }),
)
await printAnswer('agent updated', agent.get({ emailAddress }))

printAnswers()
