// A program with the published SDK that uses replies and drafts. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints
// the result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const emailAddress = 'help@written.example.com'
const { threads, drafts, agent } = resend.inboxes
const { data: found } = await ask('threads', threads.list({ emailAddress }))
const threadId = found!.data[0]!.id
const { data: emails } = await ask('emails', threads.emails.list({ emailAddress, threadId }))
const emailId = emails!.data[0]!.id
const at = { emailAddress, threadId, emailId }

const attachments = [{ filename: 'a.txt', content: Buffer.from('abc') }]
const reply = { ...at, text: 'It is on its way.', replyAll: true, cc: 'bo@example.net', attachments }
const { data: replied } = await ask('reply', threads.emails.reply(reply, { idempotencyKey: 'reply-1' }))
await ask('reply again', threads.emails.reply(reply, { idempotencyKey: 'reply-1' }))
await ask('get reply', resend.emails.get(replied!.id))
await ask('reply with References', threads.emails.reply({ ...at, text: 'x', headers: { References: '<a@b>' } }))
const { data: forwarded } = await ask(
  'forward',
  threads.emails.forward({ ...at, to: 'books@example.net', html: '<p>Yours?</p>' }),
)
await ask('get forward', resend.emails.get(forwarded!.id))
await ask('emails after', threads.emails.list({ emailAddress, threadId }))

const draft = { emailAddress, to: ['mira@example.net'], subject: 'Later', text: 'Hello' }
const file = { filename: 'b.txt', content: Buffer.from('abcd'), contentType: 'text/plain' }
const { data: made } = await ask(
  'create',
  drafts.create({ ...draft, attachments: [file] }, { idempotencyKey: 'draft-1' }),
)
await ask('create again', drafts.create({ ...draft, attachments: [file] }, { idempotencyKey: 'draft-1' }))
const one = { emailAddress, draftId: made!.id }
await ask('get', drafts.get(one))
await ask('update', drafts.update({ ...one, html: '<p>Hello</p>', text: null, attachments: null }))
await ask('get updated', drafts.get(one))
await ask('list', drafts.list({ emailAddress, limit: 1 }))
const { data: sent } = await ask('send', drafts.send({ ...one, headers: { 'X-Kind': 'later' } }))
await ask('send again', drafts.send(one))
await ask('get sent', resend.emails.get(sent!.id))

const { data: another } = await ask('create another', drafts.create(draft))
const keyed = () => drafts.send({ emailAddress, draftId: another!.id }, { idempotencyKey: 'send-1' })
await ask('send by key', keyed())
await ask('send by key again', keyed())

const answer = { emailAddress, threadId, replyToEmailId: emailId, text: 'Second' }
const { data: second } = await ask('create answer', drafts.create(answer))
await ask('create second answer', drafts.create(answer))
await ask('get answer', drafts.get({ emailAddress, draftId: second!.id }))
await ask('threads with draft', threads.list({ emailAddress }))
await ask('remove', drafts.remove({ emailAddress, draftId: second!.id }))
await ask('get removed', drafts.get({ emailAddress, draftId: second!.id }))

await ask('agent', agent.get({ emailAddress }))
await ask(
  'update agent',
  agent.update({ emailAddress, instructions: 'Be kind.', tone: 'concise_casual', actions: ['draft_reply'] }),
)
await ask('agent updated', agent.get({ emailAddress }))

printAnswers()
