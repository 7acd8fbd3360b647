// Measures how fast events are recorded for an endpoint, and posted to it, alone and during email delivery.
import { setTimeout as pause } from 'node:timers/promises'
import { acceptEmail } from '../../src/mail/emails/actions.ts'
import { record } from '../../src/base/store/signals/record.ts'
import type { Database } from '../../src/base/store/database.ts'
import { newSigningSecret } from '../../src/integrations/webhooks/secrets/actions.ts'
import { insertWebhook } from '../../src/integrations/webhooks/store.ts'
import { databases, withTeams } from '../support/databases.ts'
import { anId } from '../support/ids.ts'
import { anApprover } from '../support/oauth.ts'
import { startServer } from '../support/server.ts'
import { child, type Child, listening } from './child.ts'
import { oneKilobyte } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

const PREPARED = 20_000
const POSTED = 20_000
const MAILS = 6000
const ARRIVAL_WITHIN_MS = 180_000

export interface MeasuredWebhooks {
  /** Per second of processor time, because other programs use the machine, too. */
  prepared_per_second: number
  posted_per_second: number
  cpu_us: number
  main_us: number
  /** During email delivery. */
  beside: { posted_per_second: number; mails_per_second: number }
}

export async function measuredWebhooks(newEnv: () => Promise<Env>): Promise<MeasuredWebhooks> {
  return {
    prepared_per_second: await prepared(),
    ...(await posted(await newEnv())),
    beside: await beside(await newEnv()),
  }
}

async function addEndpoint(database: Database, team_id: string, endpoint: string): Promise<void> {
  const now = new Date()
  await database.unit(async tx => {
    tx.settings.listening.add(team_id)
    const { sealed: secret } = await newSigningSecret(tx, now)
    insertWebhook(tx, {
      id: anId('endpoint'),
      team_id,
      endpoint,
      events: null,
      status: 'enabled',
      secret,
      previous_secret: null,
      previous_until: null,
      failing_since: null,
      failure_told_at: null,
      disabled_reason: null,
      created_at: now.toISOString(),
    })
  })
}

/** Each about another object, in a separate unit. */
async function happen(database: Database, team_id: string, count: number): Promise<void> {
  const at = new Date()
  const email = {
    message_id: '<one@mail.example.org>',
    from: 'Ada <ada@mail.example.org>',
    to: ['you@example.net'],
    subject: 'Your order is on its way',
    tags: [{ name: 'kind', value: 'order' }],
    headers: {},
    template_id: null,
    created_at: at.toISOString(),
  }
  const one = (): Promise<void> =>
    database.unit(tx => {
      const id = tx.newId('emails')
      return record(tx, { type: 'email.sent', team_id, at, email: { ...email, id }, origin: undefined })
    })
  await Promise.all(Array.from({ length: count }, one))
}

async function prepared(): Promise<number> {
  const [[, open]] = databases as [[string, Parameters<typeof withTeams>[0]]]
  const { database, team_id, end } = await withTeams(open)
  await addEndpoint(database, team_id, 'http://127.0.0.1:9/hook')
  await happen(database, team_id, PREPARED / 4)
  const before = process.cpuUsage()
  await happen(database, team_id, PREPARED)
  const { user, system } = process.cpuUsage(before)
  await end()
  return (PREPARED * 1_000_000) / (user + system)
}

/** A folder with pending deliveries to an endpoint. */
async function seeded(
  env: Env,
  url: string,
  fill: (database: Database, team_id: string) => Promise<void>,
): Promise<void> {
  const server = await startServer(env)
  const { team_id } = await anApprover(server)
  await server.queue.stop()
  await addEndpoint(server.database, team_id, url)
  await fill(server.database, team_id)
  await server.stop()
}

async function posted(env: Env): Promise<Pick<MeasuredWebhooks, 'posted_per_second' | 'cpu_us' | 'main_us'>> {
  const sink = child('./hook-sink.ts')
  await seeded(env, await sink.ask('url', 'url'), (database, team_id) => happen(database, team_id, POSTED))
  const server = await started(env)
  // one-time work after a start is not part of the cost of a request
  const { count: warm } = await arrival(sink, POSTED / 4)
  const before = await server.usage()
  const { span_ms } = await arrival(sink, POSTED)
  const after = await server.usage()
  await Promise.all([server.stop(), sink.stop()])
  const count = POSTED - warm
  return {
    posted_per_second: ((POSTED - 1) * 1000) / span_ms,
    cpu_us: (after.cpu_us - before.cpu_us) / count,
    main_us: (after.main_us - before.main_us) / count,
  }
}

/** Each email causes two events: accepted and delivered. */
async function beside(env: Env): Promise<MeasuredWebhooks['beside']> {
  const [hooks, mails] = [child('./hook-sink.ts'), child('./sink.ts', { LATENCY_MS: '0' })]
  await seeded(env, await hooks.ask('url', 'url'), async (database, team_id) => {
    const one = (_: unknown, index: number): Promise<unknown> =>
      database.unit(tx => acceptEmail(tx, { team_id, body: oneKilobyte(`you, ${index}`) }, new Date()))
    await Promise.all(Array.from({ length: MAILS }, one))
  })
  const server = await started({ ...env, SMTP_URL: await mails.ask('url', 'url') })
  const { span_ms } = await arrival(mails, MAILS)
  const { count, span_ms: posting_ms } = await arrival(hooks, 2 * MAILS)
  await Promise.all([server.stop(), hooks.stop(), mails.stop()])
  return { posted_per_second: (count * 1000) / posting_ms, mails_per_second: (MAILS * 1000) / span_ms }
}

async function started(env: Env): Promise<Child> {
  const server = child('../../src/start.js', { ...env, ALLOWED_PRIVATE_NETWORKS: '127.0.0.1', LOG_LEVEL: 'error' })
  await listening(Number(env.PORT))
  return server
}

async function arrival(sink: Child, count: number): Promise<{ count: number; span_ms: number }> {
  const deadline = performance.now() + ARRIVAL_WITHIN_MS
  for (;;) {
    const arrivals: { count: number; span_ms: number } = await sink.ask('arrivals', 'arrivals')
    if (arrivals.count >= count) return arrivals
    if (performance.now() > deadline) throw new Error(`Only ${arrivals.count} of ${count} arrived`)
    await pause(20)
  }
}
