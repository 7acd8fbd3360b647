// A program with the published SDK that uses domains. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the result
// of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const { data } = await ask(
  'create',
  resend.domains.create({ name: 'mail.example.org', customReturnPath: 'bounces', trackingSubdomain: 'go' }),
)
const { id } = data!
await ask('create again', resend.domains.create({ name: 'mail.example.org' }))
await ask('list', resend.domains.list())
await ask('get', resend.domains.get(id))
await ask('update', resend.domains.update({ id, openTracking: true, tls: 'enforced' }))
await ask('verify', resend.domains.verify(id))
await ask('get verifying', resend.domains.get(id))
await ask('claim nobody', resend.domains.claims.create({ name: 'nobody.example.org' }))
await ask('claim get', resend.domains.claims.get(id))
await ask('claim verify', resend.domains.claims.verify(id))
await ask('remove', resend.domains.remove(id))
await ask('get removed', resend.domains.get(id))

printAnswers()
