// A program with the published SDK that uses suppressions. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const email = 'ada+news@example.com'
const { data } = await ask('add', resend.suppressions.add({ email }))
await ask('add again', resend.suppressions.add({ email: 'ADA+news@example.com' }))
await ask('add nobody', resend.suppressions.add({ email: 'nobody' }))
await ask('get by address', resend.suppressions.get(email))
await ask('get by id', resend.suppressions.get(data!.id))
await ask('add several', resend.suppressions.batch.add({ emails: ['b@example.com', 'c@example.com'] }))
await ask('list', resend.suppressions.list({ limit: 2, origin: 'manual' }))
await ask('list bounces', resend.suppressions.list({ origin: 'bounce' }))
await ask('remove several', resend.suppressions.batch.remove({ emails: ['c@example.com', 'd@example.com'] }))
await ask('remove', resend.suppressions.remove(email))
await ask('get removed', resend.suppressions.get(data!.id))

printAnswers()
