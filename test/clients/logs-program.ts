// A program with the published SDK that uses request logs. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

await ask('add', resend.suppressions.add({ email: 'ada@example.com' }))
const { data } = await ask('list', resend.logs.list({ limit: 1 }))
const [first] = data!.data
await ask('get', resend.logs.get(first!.id))
await ask('older', resend.logs.list({ after: first!.id }))
await ask('none', resend.logs.get('019a9e2c-3f10-7000-8a11-5c2d7e90b4f3'))

printAnswers()
