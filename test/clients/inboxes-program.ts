// A program with the published SDK that uses inboxes. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the result
// of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const emailAddress = 'help@inbound.example.com'
const { inboxes } = resend
const { threads, labels } = inboxes
const answers = await printAnswer('list threads', threads.list({ emailAddress }))
const thread = answers.data!.data[0]!
const at = { emailAddress, threadId: thread.id }

await printAnswer(
  'create',
  inboxes.create({ emailAddress: 'new@inbound.example.com', name: 'New', fromName: 'New name' }),
)
await printAnswer('create again', inboxes.create({ emailAddress: 'new@inbound.example.com' }))
await printAnswer('list', inboxes.list({ limit: 1 }))
await printAnswer('get by address', inboxes.get(emailAddress))
await printAnswer('update', inboxes.update('new@inbound.example.com', { name: 'Newer', fromName: 'Newer name' }))
await printAnswer('get updated', inboxes.get('new@inbound.example.com'))

const { data: label } = await printAnswer(
  'create label',
  labels.create({ emailAddress, name: 'Urgent', color: '#e93d82' }),
)
const labelId = label!.id
await printAnswer('update label', labels.update({ emailAddress, labelId, name: 'Very urgent' }))
await printAnswer('list labels', labels.list({ emailAddress }))
await printAnswer('add labels', threads.labels.add({ ...at, labels: [labelId] }))
await printAnswer(
  'list labelled',
  threads.list({ emailAddress, labels: [labelId], folders: ['inbox', 'archive'], read: false }),
)
await printAnswer('set labels', threads.labels.set({ ...at, labels: [] }))
await printAnswer('remove label of thread', threads.labels.remove({ ...at, labelId }))
await printAnswer('remove label', labels.remove({ emailAddress, labelId }))

await printAnswer('get thread', threads.get(at))
await printAnswer('update thread', threads.update({ ...at, read: true, folder: 'archive' }))
const { data: emails } = await printAnswer('list emails', threads.emails.list(at))
const emailId = emails!.data[0]!.id
await printAnswer('get email', threads.emails.get({ ...at, emailId }))
await printAnswer(
  'search',
  threads.search({
    emailAddress,
    query: 'bicycles',
    from: ['mira@example.net'],
    hasAttachment: false,
    folders: ['archive'],
  }),
)
await printAnswer('search others', threads.search({ emailAddress, query: 'bicycles', endDate: '2020-01-01' }))
await printAnswer('remove thread', threads.remove(at))
await printAnswer('get removed', threads.get(at))
await printAnswer('remove', inboxes.remove('new@inbound.example.com'))
await printAnswer('get unknown', inboxes.get('new@inbound.example.com'))

printAnswers()
