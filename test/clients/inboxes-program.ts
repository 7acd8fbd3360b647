// A program with the published SDK that uses inboxes. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the result
// of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const emailAddress = 'help@inbound.example.com'
const { inboxes } = resend
const { threads, labels } = inboxes
const answers = await ask('list threads', threads.list({ emailAddress }))
const thread = answers.data!.data[0]!
const at = { emailAddress, threadId: thread.id }

await ask('create', inboxes.create({ emailAddress: 'new@inbound.example.com', name: 'New', fromName: 'New name' }))
await ask('create again', inboxes.create({ emailAddress: 'new@inbound.example.com' }))
await ask('list', inboxes.list({ limit: 1 }))
await ask('get by address', inboxes.get(emailAddress))
await ask('update', inboxes.update('new@inbound.example.com', { name: 'Newer', fromName: 'Newer name' }))
await ask('get updated', inboxes.get('new@inbound.example.com'))

const { data: label } = await ask('create label', labels.create({ emailAddress, name: 'Urgent', color: '#e93d82' }))
const labelId = label!.id
await ask('update label', labels.update({ emailAddress, labelId, name: 'Very urgent' }))
await ask('list labels', labels.list({ emailAddress }))
await ask('add labels', threads.labels.add({ ...at, labels: [labelId] }))
await ask(
  'list labelled',
  threads.list({ emailAddress, labels: [labelId], folders: ['inbox', 'archive'], read: false }),
)
await ask('set labels', threads.labels.set({ ...at, labels: [] }))
await ask('remove label of thread', threads.labels.remove({ ...at, labelId }))
await ask('remove label', labels.remove({ emailAddress, labelId }))

await ask('get thread', threads.get(at))
await ask('update thread', threads.update({ ...at, read: true, folder: 'archive' }))
const { data: emails } = await ask('list emails', threads.emails.list(at))
const emailId = emails!.data[0]!.id
await ask('get email', threads.emails.get({ ...at, emailId }))
await ask(
  'search',
  threads.search({
    emailAddress,
    query: 'bicycles',
    from: ['mira@example.net'],
    hasAttachment: false,
    folders: ['archive'],
  }),
)
await ask('search others', threads.search({ emailAddress, query: 'bicycles', endDate: '2020-01-01' }))
await ask('remove thread', threads.remove(at))
await ask('get removed', threads.get(at))
await ask('remove', inboxes.remove('new@inbound.example.com'))
await ask('get unknown', inboxes.get('new@inbound.example.com'))

printAnswers()
