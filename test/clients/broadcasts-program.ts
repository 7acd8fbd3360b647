// A program with the published SDK that uses broadcasts. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const segment = (await resend.segments.create({ name: 'Readers' })).data!.id
for (const [email, firstName] of [
  ['mira@example.net', 'Mira'],
  ['otto@example.net', undefined],
] as const) {
  const { data } = await resend.contacts.create({ email, ...(firstName !== undefined && { firstName }) })
  await resend.contacts.segments.add({ contactId: data!.id, segmentId: segment })
}
const content = { from: 'Acme <news@acme.example>', subject: 'Hi {{{contact.first_name|there}}}', html: '<p>News</p>' }
const { data } = await printAnswer(
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
await printAnswer('get', resend.broadcasts.get(id))
await printAnswer('list', resend.broadcasts.list())
await printAnswer('update', resend.broadcasts.update(id, { name: 'November news', text: '' }))
await printAnswer('schedule', resend.broadcasts.send(id, { scheduledAt: 'in 1 hour' }))
await printAnswer('get scheduled', resend.broadcasts.get(id))
await printAnswer('cancel', resend.broadcasts.cancel(id))
await printAnswer('duplicate', resend.broadcasts.duplicate(id))
await printAnswer('remove', resend.broadcasts.remove(id))
await printAnswer('get removed', resend.broadcasts.get(id))
const { data: sent } = await printAnswer(
  'create and send',
  resend.broadcasts.create({ name: 'At once', segmentId: segment, send: true, ...content }),
)
await printAnswer('remove sent', resend.broadcasts.remove(sent!.id))

printAnswers()
