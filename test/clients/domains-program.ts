// A program with the published SDK that uses domains. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the result
// of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const { data } = await printAnswer(
  'create',
  resend.domains.create({ name: 'mail.example.org', customReturnPath: 'bounces', trackingSubdomain: 'go' }),
)
const { id } = data!
await printAnswer('create again', resend.domains.create({ name: 'mail.example.org' }))
await printAnswer('list', resend.domains.list())
await printAnswer('get', resend.domains.get(id))
await printAnswer('update', resend.domains.update({ id, openTracking: true, tls: 'enforced' }))
await printAnswer('verify', resend.domains.verify(id))
await printAnswer('get verifying', resend.domains.get(id))
await printAnswer('claim nobody', resend.domains.claims.create({ name: 'nobody.example.org' }))
await printAnswer('claim get', resend.domains.claims.get(id))
await printAnswer('claim verify', resend.domains.claims.verify(id))
await printAnswer('remove', resend.domains.remove(id))
await printAnswer('get removed', resend.domains.get(id))

printAnswers()
