// Creates a data folder with the data for the measured requests. The server that creates it runs in this process and is
// stopped before another one is measured on the folder.
import { acceptEmail } from '../../src/mail/emails/actions.ts'
import { type Names, zoneServer } from '../support/dns.ts'
import { aVerifiedDomain } from '../support/domains.ts'
import { anEmailBody } from '../support/emails.ts'
import { type GrantedClient, aClient, aGrantedClient, aRequest, anApprover, encodeForm } from '../support/oauth.ts'
import { startServer } from '../support/server.ts'

export const KEY = 're_benchmark_aaaaaaaaaaaaaaaaaaaaaaaa'

export interface Seeded {
  email_id: string
  automation_id: string
  authorize_path: string
  /** One per connection, because refresh tokens are single-use. */
  grants: GrantedClient[]
}

type Env = Record<string, string>

export async function seeded(env: Env, connections: number): Promise<Seeded> {
  const server = await startServer(env)
  try {
    const email = await server.call('POST', '/emails', { key: KEY, body: oneKilobyte() })
    const automation = await server.call('POST', '/automations', { key: KEY, body: { name: 'Welcome' } })
    const grants: GrantedClient[] = []
    while (grants.length < connections) grants.push(await aGrantedClient(server))
    const query = encodeForm(aRequest(await aClient(server), { state: 'af0ifjsldkj', scope: 'emails:send' }))
    await server.queue.idle()
    return {
      email_id: email.body.id,
      automation_id: automation.body.id,
      authorize_path: `/oauth/authorize?${query}`,
      grants,
    }
  } finally {
    await server.stop()
  }
}

/** A folder with this many pending emails; `signed`: from a domain that has keys. */
export async function seededWithMail(env: Env, count: number, signed = false): Promise<void> {
  const zone: Record<string, Names> = {}
  const names = await zoneServer(zone)
  const server = await startServer({ ...env, DNS_SERVERS: names.address, MAIL_HOST: 'mail.example.com' })
  if (signed) await aVerifiedDomain(server, zone, 'example.org')
  const { team_id } = await anApprover(server)
  // stopped first, so that nothing is delivered yet
  await server.queue.stop()
  // each with different words, like most emails
  const one = (_: unknown, index: number): Promise<unknown> =>
    server.database.unit(tx => acceptEmail(tx, { team_id, body: oneKilobyte(`you, ${index}`) }, new Date()))
  await Promise.all(Array.from({ length: count }, one))
  await server.stop()
  await names.close()
}

/** The email that is sent: about one kilobyte as JSON. */
export function oneKilobyte(whom = 'you'): ReturnType<typeof anEmailBody> {
  return anEmailBody({ html: `<p>Thank ${whom}!</p><p>${'Lorem ipsum dolor sit amet. '.repeat(32)}</p>` })
}
