// Several server processes on one PostgreSQL database of the experiment, with a mail sink, and a comparison of the
// records of all three.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { idIn, mailSink, type MailSink, type SinkOptions } from '../support/mail-sink.ts'
import { type Cluster, startCluster } from '../support/postgres/cluster.ts'
import type { NewDatabase } from '../support/postgres/new-database.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { type RetryingProxy, retryingProxy } from '../support/retrying-proxy.ts'
import { freePort } from '../support/port.ts'
import { waitUntil } from '../support/wait-until.ts'

export const KEY = 're_several0_aaaaaaaaaaaaaaaaaaaaaaaa'
const DRAINED_WITHIN_MS = 90_000

export interface Setup {
  /** Set if the cluster belongs to the experiment. */
  cluster: Cluster | undefined
  database_url: string
  sink: MailSink
  /** The environment of each server. */
  env: Record<string, string>
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** A database, empty unless one is given, and a mail sink. */
export async function startSetup(options: SinkOptions = {}, given?: NewDatabase): Promise<Setup> {
  const cluster = given ? undefined : await startCluster({ autovacuum: 'on' })
  const database_url = given?.url ?? (await emptyDatabase(cluster!))
  const sink = await mailSink(options)
  const env = {
    DATABASE_URL: database_url,
    SMTP_URL: sink.url,
    BOOTSTRAP_API_KEY: KEY,
    ADMIN_PASSWORD: 'correct horse battery',
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'warn',
  }
  return {
    cluster,
    database_url,
    sink,
    env,
    sql: (text, values) => ask(database_url, text, values),
    close: async () => {
      await sink.close()
      await given?.drop()
      await cluster?.stop()
    },
  }
}

async function emptyDatabase({ url }: Cluster): Promise<string> {
  const name = `house_${randomUUID().replaceAll('-', '')}`
  await ask(url, `create database ${name} template template0`)
  return url.replace(/[^/]+$/, name)
}

async function ask<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

export interface Reply {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  body: any
  /** How often it may have been executed. */
  tries: number
}

export interface Fleet {
  house: Setup
  /** The running servers, by their numbers. */
  processes: ServerProcess[]
  proxy: RetryingProxy
  /** Restarts the server with this number. */
  begin(index: number): Promise<void>
  call(method: string, path: string, body?: unknown, key?: string): Promise<Reply>
  stop(): Promise<void>
}

/** Starts this number of servers at the same time, and distributes requests to them. */
export async function startFleet(house: Setup, count: number): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const start = (index: number): Promise<ServerProcess> => serverProcess({ ...house.env, PORT: String(ports[index]) })
  const processes = await Promise.all(ports.map((_, index) => start(index)))
  const proxy = await retryingProxy(ports)
  return {
    house,
    processes,
    proxy,
    begin: async index => void (processes[index] = await start(index)),
    call: (method, path, body, key) => call(proxy.url, method, path, body, key),
    stop: async () => {
      await proxy.close()
      await Promise.all(processes.map(each => each.kill()))
    },
  }
}

async function call(url: string, method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const tries = Number(response.headers.get('x-tries') ?? 1)
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), tries }
}

interface Load {
  on: boolean
  /** Makes its events and contacts unique. */
  name: string
}

/** The responses that clients received during the failures. */
export interface SentRecords {
  /** Ids of emails. */
  accepted: string[]
  /** Contacts by event, and how often the event may have been accepted. */
  events: Map<string, number>
  /** Other responses and missing ones. */
  failed: string[]
}

/** Sends emails and events for as long as `befall` lasts. */
export async function underLoad(fleet: Fleet, befall: (books: SentRecords) => Promise<void>): Promise<SentRecords> {
  const books: SentRecords = { accepted: [], events: new Map(), failed: [] }
  const load = { on: true, name: randomUUID().slice(0, 8) }
  await anAutomation(fleet, load)
  const senders = [1, 2, 3, 4].map(number => sendMails(fleet, books, load, number))
  const reporters = [1, 2].map(number => sendEvents(fleet, books, load, number))
  try {
    await befall(books)
  } finally {
    load.on = false
    await Promise.all([...senders, ...reporters])
  }
  return books
}

/** Sends one email to the contact of an event. */
async function anAutomation({ call }: Fleet, { name }: Load): Promise<void> {
  const template = {
    name: 'Welcome',
    alias: `welcome-${name}`,
    from: 'us@example.com',
    subject: 'Welcome',
    html: '<p>Hi</p>',
  }
  const { body } = await call('POST', '/templates', template)
  await call('POST', `/templates/${body.id}/publish`)
  const steps = [
    { key: 'trigger', type: 'trigger', config: { event_name: `came-${name}` } },
    { key: 'mail', type: 'send_email', config: { template: { id: template.alias } } },
  ]
  const connections = [{ from: 'trigger', to: 'mail' }]
  const made = await call('POST', '/automations', { name: 'Welcome', status: 'enabled', steps, connections })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
}

async function sendMails(
  { call }: Fleet,
  { accepted, failed }: SentRecords,
  load: Load,
  number: number,
): Promise<void> {
  for (let count = 0; load.on; count++) {
    const mail = { from: 'a@example.com', to: 'b@example.net', subject: 'Hello', text: 'Hello' }
    const { status, body } = await call('POST', '/emails', mail, `mail-${load.name}-${number}-${count}`).catch(asReply)
    if (status === 200) accepted.push(body.id)
    else failed.push(`POST /emails: ${status} ${JSON.stringify(body)}`)
    await pause(30)
  }
}

async function sendEvents({ call }: Fleet, { events, failed }: SentRecords, load: Load, number: number): Promise<void> {
  for (let count = 0; load.on; count++) {
    const email = `${load.name}-${number}-${count}@example.net`
    const { status, body, tries } = await call('POST', '/events/send', { event: `came-${load.name}`, email }).catch(
      asReply,
    )
    if (status === 202) events.set(email, tries)
    else failed.push(`POST /events/send: ${status} ${JSON.stringify(body)}`)
    await pause(60)
  }
}

const asReply = (error: unknown): Reply => ({ status: 0, body: String(error), tries: 1 })

export interface Reconciliation {
  /** Ids of accepted emails that were not received. */
  lost: string[]
  /** Emails that arrived more often than once plus once per attempt recorded as unknown. */
  excess: string[]
  /** Contacts who received another number of emails than there were events. */
  wrong: string[]
  /** How many emails arrived more than once. */
  doubled: number
}

/** Compares the records when all accepted emails have arrived, or will not. */
export async function reconcile({ sql, sink }: Setup, { accepted, events }: SentRecords): Promise<Reconciliation> {
  const to = (address: string): Set<string> =>
    new Set(sink.messages.filter(({ recipients }) => recipients.includes(address)).map(({ raw }) => idIn(raw)))
  const missing = (): string[] => {
    const seen = new Set(sink.messages.map(({ raw }) => idIn(raw)))
    return accepted.filter(id => !seen.has(id))
  }
  const waiting = (): boolean => missing().length > 0 || [...events.keys()].some(email => to(email).size === 0)
  await waitUntil(() => !waiting() && isIdle(sql), DRAINED_WITHIN_MS).catch(() => {})
  const unknown = await sql<{ email_id: string; count: string }>(
    "select email_id, count(*) as count from email_attempts where outcome = 'unknown' group by email_id",
  )
  const allowed = new Map(unknown.map(({ email_id, count }) => [email_id, 1 + Number(count)]))
  const copies = new Map<string, number>()
  for (const { raw } of sink.messages) copies.set(idIn(raw), (copies.get(idIn(raw)) ?? 0) + 1)
  return {
    lost: missing(),
    excess: [...copies].filter(([id, count]) => count > (allowed.get(id) ?? 1)).map(([id]) => id),
    wrong: [...events].flatMap(([email, tries]) => {
      const { size } = to(email)
      return size >= 1 && size <= tries ? [] : [`${email}: ${size} of ${tries}`]
    }),
    doubled: [...copies.values()].filter(count => count > 1).length,
  }
}

async function isIdle(sql: Setup['sql']): Promise<boolean> {
  const [found] = await sql<{ count: string }>("select count(*) as count from jobs where kind <> 'sweep'")
  return found!.count === '0'
}

const READ_ONLY_MS = 1500

/** The failures of a fleet under load. Each returns the time until recovery. */
export const FAILURES = {
  /** kill -9 while it runs jobs: they are taken over. */
  async killed(fleet: Fleet, index: number): Promise<number> {
    const worker = await caught(fleet, index)
    await fleet.processes[index]!.kill()
    const took_ms = await takenOver(fleet.house, worker)
    await fleet.begin(index)
    return took_ms
  },

  /**
   * Suspends it while it runs jobs, for longer than the others wait for it, and resumes it when they have taken over.
   */
  async asleep(fleet: Fleet, index: number): Promise<number> {
    const worker = await caught(fleet, index)
    const took_ms = await takenOver(fleet.house, worker)
    fleet.processes[index]!.child.kill('SIGCONT')
    return took_ms
  },

  async databaseRestarted(fleet: Fleet): Promise<number> {
    await fleet.house.cluster!.restart()
    return mailFlows(fleet)
  },

  /** As after a failover to a replica that is not writable yet. */
  async databaseReadOnly(fleet: Fleet): Promise<number> {
    await readOnly(fleet.house, true)
    await pause(READ_ONLY_MS)
    await readOnly(fleet.house, false)
    return mailFlows(fleet)
  },
}

async function readOnly({ sql }: Setup, on: boolean): Promise<void> {
  await sql(`alter system set default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await sql('select pg_reload_conf()')
}

/** Suspends a process while it runs jobs; returns the id of its worker. */
async function caught({ house: { sql }, processes }: Fleet, index: number): Promise<string> {
  const { child } = processes[index]!
  let worker: string | undefined
  await waitUntil(async () => {
    child.kill('SIGSTOP')
    const [found] = await sql<{ owner: string }>(
      'select owner from jobs join workers on workers.id = jobs.owner where workers.pid = $1 limit 1',
      [child.pid],
    )
    worker = found?.owner
    if (worker === undefined) child.kill('SIGCONT')
    return worker !== undefined
  }, 60_000)
  return worker!
}

async function takenOver({ sql }: Setup, worker: string): Promise<number> {
  const began = performance.now()
  await waitUntil(async () => {
    const held = await sql('select 1 from jobs where owner = $1 limit 1', [worker])
    return held.length === 0
  })
  return performance.now() - began
}

/** The time until an email that is accepted now has arrived. */
async function mailFlows({ call, house: { sink } }: Fleet): Promise<number> {
  const began = performance.now()
  let id: string | undefined
  await waitUntil(async () => {
    const mail = { from: 'a@example.com', to: 'probe@example.net', subject: 'Probe', text: 'Hello' }
    if (id === undefined) {
      const { status, body } = await call('POST', '/emails', mail).catch(asReply)
      if (status === 200) id = body.id
    }
    return id !== undefined && sink.messages.some(({ raw }) => idIn(raw) === id)
  })
  return performance.now() - began
}
