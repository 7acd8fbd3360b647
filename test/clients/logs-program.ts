// A program with the published SDK that uses request logs. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

await printAnswer('add', resend.suppressions.add({ email: 'ada@example.com' }))
const { data } = await printAnswer('list', resend.logs.list({ limit: 1 }))
const [first] = data!.data
await printAnswer('get', resend.logs.get(first!.id))
await printAnswer('older', resend.logs.list({ after: first!.id }))
await printAnswer('none', resend.logs.get('019a9e2c-3f10-7000-8a11-5c2d7e90b4f3'))

printAnswers()
