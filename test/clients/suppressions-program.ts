// A program with the published SDK that uses suppressions. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const email = 'ada+news@example.com'
const { data } = await printAnswer('add', resend.suppressions.add({ email }))
await printAnswer('add again', resend.suppressions.add({ email: 'ADA+news@example.com' }))
await printAnswer('add nobody', resend.suppressions.add({ email: 'nobody' }))
await printAnswer('get by address', resend.suppressions.get(email))
await printAnswer('get by id', resend.suppressions.get(data!.id))
await printAnswer('add several', resend.suppressions.batch.add({ emails: ['b@example.com', 'c@example.com'] }))
await printAnswer('list', resend.suppressions.list({ limit: 2, origin: 'manual' }))
await printAnswer('list bounces', resend.suppressions.list({ origin: 'bounce' }))
await printAnswer('remove several', resend.suppressions.batch.remove({ emails: ['c@example.com', 'd@example.com'] }))
await printAnswer('remove', resend.suppressions.remove(email))
await printAnswer('get removed', resend.suppressions.get(data!.id))

printAnswers()
