// A program with the published SDK that reads broadcast results. It has only RESEND_BASE_URL and RESEND_API_KEY, and
// uses the first broadcast of the list. Prints the result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const { data } = await ask('list', resend.broadcasts.list())
const { id } = data!.data[0]!
await ask('delivered', resend.broadcasts.recipients(id, { type: 'delivered', limit: 1 }))
await ask('clicked', resend.broadcasts.recipients(id, { type: 'clicked', email: 'READER' }))
await ask('bounced', resend.broadcasts.recipients(id, { type: 'bounced', bounceType: 'permanent' } as never))
await ask('links', resend.broadcasts.clickedLinks(id))

printAnswers()
