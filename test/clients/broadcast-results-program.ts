// A program with the published SDK that reads broadcast results. It has only RESEND_BASE_URL and RESEND_API_KEY, and
// uses the first broadcast of the list. Prints the result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const { data } = await printAnswer('list', resend.broadcasts.list())
const { id } = data!.data[0]!
await printAnswer('delivered', resend.broadcasts.recipients(id, { type: 'delivered', limit: 1 }))
await printAnswer('clicked', resend.broadcasts.recipients(id, { type: 'clicked', email: 'READER' }))
await printAnswer('bounced', resend.broadcasts.recipients(id, { type: 'bounced', bounceType: 'permanent' } as never))
await printAnswer('links', resend.broadcasts.clickedLinks(id))

printAnswers()
