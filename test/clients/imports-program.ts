// A program with the published SDK that imports contacts. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { setTimeout as pause } from 'node:timers/promises'
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const segment = (await printAnswer('create segment', resend.segments.create({ name: 'Imported' }))).data!.id
const topic = (
  await printAnswer('create topic', resend.topics.create({ name: 'News', defaultSubscription: 'opt_out' }))
).data!.id

const rows = ['Mail,Given,Plan', 'ada@example.com,Ada,pro', 'nobody,Bob,free', 'eve@example.com,Eve,free']
const { id } = (
  await printAnswer(
    'create',
    resend.contacts.imports.create({
      file: new Blob([rows.join('\n')]),
      columnMap: {
        email: 'Mail',
        firstName: 'Given',
        properties: { billing_plan: { column: 'Plan', type: 'string' } },
      },
      onConflict: 'skip',
      segments: [{ id: segment }],
      topics: [{ id: topic, subscription: 'opt_in' }],
    }),
  )
).data!
let seen = (await resend.contacts.imports.get(id)).data!
while (seen.status === 'queued' || seen.status === 'in_progress') {
  await pause(50)
  seen = (await resend.contacts.imports.get(id)).data!
}
await printAnswer('get', resend.contacts.imports.get(id))
await printAnswer('list', resend.contacts.imports.list({ limit: 1, status: 'completed' }))
await printAnswer('list all', resend.contacts.imports.list())
await printAnswer('contact', resend.contacts.get({ email: 'ada@example.com' }))
await printAnswer('members', resend.contacts.list({ segmentId: segment }))
await printAnswer('topics', resend.contacts.topics.list({ email: 'eve@example.com' }))
await printAnswer('no column', resend.contacts.imports.create({ file: new Blob(['name\nAda\n']) }))
await printAnswer('get unknown', resend.contacts.imports.get('e17c4b53-19b4-4d83-8d65-6f5ab0bd5f02'))
printAnswers()
