// A program with the published SDK that schedules emails and sends batches. Prints the result of each call by name, as
// JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const email = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Later', html: '<p>Thank you!</p>' }
const wrong = { ...email, to: 'nobody' }
const at = new Date(Date.now() + 3_600_000).toISOString()

const later = await printAnswer('send later', resend.emails.send({ ...email, scheduledAt: 'in 1 hour' }))
await printAnswer('send in the past', resend.emails.send({ ...email, scheduledAt: 'yesterday' }))
await printAnswer('update', resend.emails.update({ id: later.data!.id, scheduledAt: at }))
await printAnswer('get updated', resend.emails.get(later.data!.id))
await printAnswer('cancel', resend.emails.cancel(later.data!.id))
await printAnswer('get canceled', resend.emails.get(later.data!.id))
await printAnswer('update canceled', resend.emails.update({ id: later.data!.id, scheduledAt: at }))

const many = [
  { ...email, subject: 'Batch 1' },
  { ...email, subject: 'Batch 2', scheduledAt: 'tomorrow at 9am ET' },
]
await printAnswer('batch', resend.batch.send(many, { idempotencyKey: 'many' }))
await printAnswer('batch again', resend.batch.send(many, { idempotencyKey: 'many' }))
await printAnswer('strict', resend.batch.send([email, wrong], { batchValidation: 'strict' }))
await printAnswer('permissive', resend.batch.send([email, wrong], { batchValidation: 'permissive' }))
const topic = await printAnswer('create topic', resend.topics.create({ name: 'News', defaultSubscription: 'opt_out' }))
await printAnswer('send about', resend.emails.send({ ...email, subject: 'About', topicId: topic.data!.id }))

printAnswers({ at })
