// Delivers emails to several destinations, which are split into parts, with a process that is killed (kill -9) again
// and again: while it creates the parts, and while some of them are delivered. Then compares what each mail server
// accepted for each recipient with the stored attempts.
import type { ChildProcess } from 'node:child_process'
import { listAttempts } from '../../src/mail/delivery/store.ts'
import { findEmailInDelivery } from '../../src/mail/emails/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { type Names, zoneServer } from '../support/dns.ts'
import { idIn, type MailSink, mailSink, type SinkMessage, type SinkOptions } from '../support/mail-sink.ts'
import { freePort } from '../support/port.ts'
import { drainQueue, waitForOutput, seedEmails, spawnWorker, withDatabase } from './unknown.ts'

const MAILS_PER_KILL = 3
/** The approximate time from the start of a process until it has created the parts. */
const SPLITTING_MS = 60
/** Recipients who are rejected permanently. */
const NOBODY = /@refusing\.example$/

/**
 * Two at one destination, one at a second, one at a destination that rejects each recipient temporarily first, and one
 * who is rejected and belongs to this email alone.
 */
const recipientsOf = (mail: number): string[] => [
  'a@one.example',
  'b@one.example',
  'c@two.example',
  'd@later.example',
  `nobody-${mail}@refusing.example`,
]

/** The outcome for one recipient of an email. */
export interface RecipientResult {
  address: string
  /** How many copies the mail server accepted for this recipient. */
  copies: number
  /** How many attempts at the destination are recorded as unknown. */
  unknown: number
  status: string | undefined
  reply: string | undefined
}

export interface Split {
  fates: RecipientResult[]
  /** The status of each email as a whole. */
  last_events: string[]
  /** How many kills left an email of which some parts existed. */
  kills_in_parts: number
  /** How many attempts were interrupted before their process stored an outcome. */
  broken_off: number
}

interface SplitLoopOptions {
  /** The URL of a database with all tables. */
  url: string
  kills: number
  unknown: 'resend' | 'hold'
}

const aPart = statement<object, { id: string }>(knex =>
  knex('jobs').whereRaw("kind like 'deliver_email%' and id like '%/%'").select('id').limit(1),
)

/** The outcome for each recipient of each email. */
export async function splitLoop({ url, kills, unknown }: SplitLoopOptions): Promise<Split> {
  const servers = await mailServers()
  const env = {
    DATABASE_URL: url,
    DELIVERY: 'direct',
    DNS_SERVERS: servers.names,
    MX_PORT: String(servers.port),
    ALLOW_PRIVATE_ADDRESSES: 'true',
    UNKNOWN_OUTCOME: unknown,
  }
  try {
    const { team_id, ids } = await withDatabase(url, database =>
      seedEmails(database, kills * MAILS_PER_KILL, recipientsOf),
    )
    let kills_in_parts = 0
    for (let kill = 0; kill < kills; kill++) {
      await lifeOf(spawnWorker(env), kill, servers)
      const part = await withDatabase(url, database => database.read(tx => tx.get(aPart, {})))
      if (part) kills_in_parts++
    }
    await drainQueue(env)
    const found = await withDatabase(url, database => fatesIn(database, team_id, ids, servers.copies))
    return { ...found, kills_in_parts }
  } finally {
    await servers.close()
  }
}

/**
 * Every second process dies while it creates parts, the others when the first or the next of the emails was accepted.
 */
async function lifeOf(worker: ChildProcess, kill: number, servers: MailServers): Promise<void> {
  const ended = new Promise(resolve => worker.once('exit', resolve))
  const strike = (within_ms: number): unknown => setTimeout(() => worker.kill('SIGKILL'), Math.random() * within_ms)
  if (kill % 2 === 1) {
    servers.onTaken(() => {})
    await waitForOutput(worker, 'ready')
    strike(SPLITTING_MS)
  } else {
    let left = 1 + (kill % 6)
    servers.onTaken(() => --left === 0 && strike(6))
  }
  await ended
}

interface MailServers {
  /** The address of the name server. */
  names: string
  port: number
  /** By email id and recipient. */
  copies: Map<string, number>
  onTaken(hear: () => unknown): void
  close(): Promise<void>
}

async function mailServers(): Promise<MailServers> {
  const copies = new Map<string, number>()
  const came_before = new Set<string>()
  const port = await freePort()
  let onTaken = (): unknown => undefined
  const taken = ({ raw, recipients }: SinkMessage): undefined => {
    for (const address of recipients) {
      const key = `${idIn(raw)} ${address}`
      copies.set(key, (copies.get(key) ?? 0) + 1)
    }
    onTaken()
  }
  const once = (message: SinkMessage): ReturnType<NonNullable<SinkOptions['message']>> => {
    const id = idIn(message.raw)
    if (came_before.has(id)) return taken(message)
    came_before.add(id)
    return { code: 451, words: '4.7.1 Greylisted, come again' }
  }
  const options: Record<string, SinkOptions> = {
    'one.example': { message: taken },
    'two.example': { message: taken },
    'later.example': { message: once },
    'refusing.example': { recipient: () => ({ code: 550, words: '5.1.1 Nobody here' }) },
  }
  const zone: Record<string, Names> = {}
  const sinks: MailSink[] = []
  for (const [index, [domain, how]] of Object.entries(options).entries()) {
    const host = `127.0.0.${201 + index}`
    zone[domain] = { A: [host] }
    sinks.push(await mailSink({ ...how, host, port }))
  }
  const names = await zoneServer(zone)
  return {
    names: names.address,
    port,
    copies,
    onTaken: hear => void (onTaken = hear),
    close: async () => {
      await Promise.all(sinks.map(sink => sink.close()))
      await names.close()
    },
  }
}

async function fatesIn(
  database: Database,
  team_id: string,
  ids: string[],
  copies: Map<string, number>,
): Promise<Omit<Split, 'kills_in_parts'>> {
  const fates: RecipientResult[] = []
  const last_events: string[] = []
  let broken_off = 0
  for (const [index, id] of ids.entries()) {
    const email = (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!
    const attempts = await database.read(tx => listAttempts(tx, { team_id, email_id: id }))
    last_events.push(email.last_event)
    broken_off += attempts.filter(({ outcome }) => outcome === 'unknown' || outcome === 'interrupted').length
    for (const address of recipientsOf(index)) {
      const state = email.recipients.find(each => each.address === address)
      const unknown = attempts.filter(
        ({ outcome, destination }) => outcome === 'unknown' && address.endsWith(`@${destination}`),
      ).length
      fates.push({
        address,
        copies: copies.get(`${id} ${address}`) ?? 0,
        unknown,
        status: state?.status,
        reply: state?.reply,
      })
    }
  }
  return { fates, last_events, broken_off }
}

/** Recipients who did not receive the email as often as recorded and have no final status with a reason. */
export function violationsOf({ fates }: Split, unknown: 'resend' | 'hold'): RecipientResult[] {
  return fates.filter(({ address, copies, unknown: times, status, reply }) => {
    if (NOBODY.test(address)) return copies > 0 || status !== 'bounced' || !reply?.includes('Nobody here')
    if (unknown === 'resend') return copies < 1 || copies > 1 + times || status !== 'delivered'
    const isHeld = status === 'unknown' && reply?.includes('The outcome is unknown') === true && times === 1
    return isHeld ? copies > 1 : copies !== 1 || times > 0 || status !== 'delivered'
  })
}
