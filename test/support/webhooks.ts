// Webhooks without a server: endpoints, a manual clock, and a process that delivers.
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { parseProxies } from '../../src/base/net/client-ip.ts'
import { dnsClient } from '../../src/base/net/dns.ts'
import { keepAliveClients } from '../../src/base/net/keep-alive.ts'
import { createQueue, type Queue } from '../../src/base/queue/runner.ts'
import type { Database } from '../../src/base/store/database.ts'
import { record } from '../../src/base/store/signals/record.ts'
import { statement } from '../../src/base/store/statement.ts'
import { webhookJobs, type WebhookParts } from '../../src/integrations/webhooks/delivery/jobs.ts'
import { newSigningSecret } from '../../src/integrations/webhooks/secrets/actions.ts'
import {
  insertWebhook,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from '../../src/integrations/webhooks/store.ts'
import { type Clock, clock } from './clock.ts'
import type { ReceivedRequest } from './destination.ts'
import { anId } from './ids.ts'
import { everyJob } from './jobs.ts'

const byId = statement<{ id: string }, Webhook>((knex, param) => knex('webhooks').select().where('id', param('id')))
const deliveriesOf = statement<{ webhook_id: string }, WebhookDelivery>((knex, param) =>
  knex('webhook_deliveries')
    .select('event_id', 'seq', 'about', 'status', 'attempts', 'next_attempt_at')
    .where('webhook_id', param('webhook_id'))
    .orderBy('seq'),
)
const attemptsOf = statement<{ webhook_id: string }, WebhookAttempt>((knex, param) =>
  knex('webhook_attempts')
    .select('event_id', 'http_status_code', 'response', 'sent_at', 'duration_ms')
    .where('webhook_id', param('webhook_id'))
    .orderBy('id'),
)

export interface Endpoint {
  id: string
  signing_secret: string
}

export interface Postings {
  time: Clock
  queue: Queue
  endpoint(name: string, url: string, given?: Partial<Webhook>): Promise<Endpoint>
  /** Emits an event about this topic. */
  recordTopic(about?: string): Promise<void>
  /** Delivers what is due after the wait. */
  later(wait_ms?: number): Promise<void>
  webhook(id: string): Promise<Webhook>
  deliveries(webhook_id: string): Promise<WebhookDelivery[]>
  attempts(webhook_id: string): Promise<WebhookAttempt[]>
  close(): Promise<void>
}

const TOPIC = { name: 'News', description: null, default_subscription: 'opt_in' as const }

/** Uses short timeouts and no randomness. */
export async function openPostings(
  database: Database,
  team_id: string,
  parts: Partial<WebhookParts> = {},
): Promise<Postings> {
  const time = clock()
  const connections = keepAliveClients({ allowed: parseProxies('127.0.0.1'), dns: dnsClient() })
  const jobs = webhookJobs({ connections, limit_ms: 5000, chance: () => 0.5, ...parts })
  const queue = createQueue(database, { ...everyJob(), ...jobs }, { now: time.now, log: pino({ level: 'silent' }) })
  await queue.start()
  return {
    time,
    queue,
    async endpoint(name, url, given = {}) {
      const id = anId(name)
      const { signing_secret } = await database.unit(async tx => {
        const secret = await newSigningSecret(tx, time.now())
        const webhook: Webhook = {
          id,
          team_id,
          endpoint: url,
          events: null,
          status: 'enabled',
          secret: secret.sealed,
          previous_secret: null,
          previous_until: null,
          failing_since: null,
          failure_told_at: null,
          disabled_reason: null,
          created_at: time.now().toISOString(),
          ...given,
        }
        insertWebhook(tx, webhook)
        return secret
      })
      return { id, signing_secret }
    },
    recordTopic: (about = 'topic') =>
      database.unit(tx => {
        const topic = { ...TOPIC, id: anId(about), created_at: time.now().toISOString() }
        return record(tx, { type: 'topic.updated', team_id, at: time.now(), topic })
      }),
    async later(wait_ms = 0) {
      time.forward(wait_ms)
      await queue.idle()
    },
    webhook: async id => (await database.read(tx => tx.get(byId, { id })))!,
    deliveries: webhook_id => database.read(tx => tx.all(deliveriesOf, { webhook_id })),
    attempts: webhook_id => database.read(tx => tx.all(attemptsOf, { webhook_id })),
    async close() {
      connections.close()
      await queue.stop()
    },
  }
}

/**
 * The event that a receiver gets when it verifies a request at that time; throws unless the signature is valid under
 * both header prefixes.
 */
export function verified(signing_secret: string, { body, headers }: ReceivedRequest, now: Date): unknown {
  const verifier = new Verifier(signing_secret)
  const verify = (family: string): unknown => {
    const of = ['id', 'timestamp', 'signature'].map(each => [`webhook-${each}`, String(headers[`${family}-${each}`])])
    return verifier.verify(body, Object.fromEntries(of))
  }
  const { now: real } = Date
  // the library reads the clock directly; no other code runs meanwhile
  Date.now = () => now.getTime()
  try {
    verify('svix')
    return verify('webhook')
  } finally {
    Date.now = real
  }
}
