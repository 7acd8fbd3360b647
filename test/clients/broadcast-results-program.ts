// What a user of the published SDK writes about what came of a broadcast: it knows the server only by RESEND_BASE_URL and
// RESEND_API_KEY, and the broadcast by the first of its list. Prints what each call gave, by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const { data } = await ask('list', resend.broadcasts.list())
const { id } = data!.data[0]!
await ask('delivered', resend.broadcasts.recipients(id, { type: 'delivered', limit: 1 }))
await ask('clicked', resend.broadcasts.recipients(id, { type: 'clicked', email: 'READER' }))
await ask('bounced', resend.broadcasts.recipients(id, { type: 'bounced', bounceType: 'permanent' } as never))
await ask('links', resend.broadcasts.clickedLinks(id))

printAnswers()
