// A program with the published SDK that schedules emails and sends batches. Prints the result of each call by name, as
// JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const email = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Later', html: '<p>Thank you!</p>' }
const wrong = { ...email, to: 'nobody' }
const at = new Date(Date.now() + 3_600_000).toISOString()

const later = await ask('send later', resend.emails.send({ ...email, scheduledAt: 'in 1 hour' }))
await ask('send in the past', resend.emails.send({ ...email, scheduledAt: 'yesterday' }))
await ask('update', resend.emails.update({ id: later.data!.id, scheduledAt: at }))
await ask('get updated', resend.emails.get(later.data!.id))
await ask('cancel', resend.emails.cancel(later.data!.id))
await ask('get canceled', resend.emails.get(later.data!.id))
await ask('update canceled', resend.emails.update({ id: later.data!.id, scheduledAt: at }))

const many = [
  { ...email, subject: 'Batch 1' },
  { ...email, subject: 'Batch 2', scheduledAt: 'tomorrow at 9am ET' },
]
await ask('batch', resend.batch.send(many, { idempotencyKey: 'many' }))
await ask('batch again', resend.batch.send(many, { idempotencyKey: 'many' }))
await ask('strict', resend.batch.send([email, wrong], { batchValidation: 'strict' }))
await ask('permissive', resend.batch.send([email, wrong], { batchValidation: 'permissive' }))
const topic = await ask('create topic', resend.topics.create({ name: 'News', defaultSubscription: 'opt_out' }))
await ask('send about', resend.emails.send({ ...email, subject: 'About', topicId: topic.data!.id }))

printAnswers({ at })
