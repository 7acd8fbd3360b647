// A program with the published SDK that uses broadcasts. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const segment = (await resend.segments.create({ name: 'Readers' })).data!.id
for (const [email, firstName] of [
  ['mira@example.net', 'Mira'],
  ['otto@example.net', undefined],
] as const) {
  const { data } = await resend.contacts.create({ email, ...(firstName !== undefined && { firstName }) })
  await resend.contacts.segments.add({ contactId: data!.id, segmentId: segment })
}
const content = { from: 'Acme <news@acme.example>', subject: 'Hi {{{contact.first_name|there}}}', html: '<p>News</p>' }
const { data } = await ask(
  'create',
  resend.broadcasts.create({
    name: 'News',
    segmentId: segment,
    replyTo: 'a@acme.example',
    previewText: 'Look',
    ...content,
  }),
)
const { id } = data!
await ask('get', resend.broadcasts.get(id))
await ask('list', resend.broadcasts.list())
await ask('update', resend.broadcasts.update(id, { name: 'November news', text: '' }))
await ask('schedule', resend.broadcasts.send(id, { scheduledAt: 'in 1 hour' }))
await ask('get scheduled', resend.broadcasts.get(id))
await ask('cancel', resend.broadcasts.cancel(id))
await ask('duplicate', resend.broadcasts.duplicate(id))
await ask('remove', resend.broadcasts.remove(id))
await ask('get removed', resend.broadcasts.get(id))
const { data: sent } = await ask(
  'create and send',
  resend.broadcasts.create({ name: 'At once', segmentId: segment, send: true, ...content }),
)
await ask('remove sent', resend.broadcasts.remove(sent!.id))

printAnswers()
