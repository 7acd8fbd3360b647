// Measures incoming mail: emails of 20 kB received per second while as many are sent, the memory for an email of 40 MB,
// and how long hostile emails block the event loop.
import { setTimeout as pause } from 'node:timers/promises'
import { HOSTILE_MAILS } from '../support/hostile-mails.ts'
import { aReceivingDomain } from '../support/receiving.ts'
import { firstTeamOf } from '../support/people.ts'
import { startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { type SmtpTalk, smtpTalk } from '../support/smtp-talk.ts'
import { child, type Child, listening } from './child.ts'
import { KEY, oneKilobyte } from './seed.ts'

type Env = Record<string, string> & { PORT: string }

const TO = 'in@rx.example.org'
const SENDERS = 20
const BESIDE_MS = 15_000
const MAILS_PER_SECOND = 300
const MB = 1_000_000
const LARGE_BYTES = 40 * MB
const READ_WITHIN_MS = 60_000

export interface MeasuredReceiving {
  /** While emails are sent at the target rate. */
  taken_per_second: number
  sent_per_second: number
  cpu_us: number
  large_ms: number
  /** Memory growth while ten large emails arrived, and during the first alone. */
  grown_mb: number
  grown_first_mb: number
  held: Held[]
}

/** In a separate data folder. */
export async function measuredReceiving(env: Env): Promise<MeasuredReceiving> {
  const door = await freePort()
  const sink = child('./sink.ts', { LATENCY_MS: '0' })
  const all = { ...env, SMTP_URL: (await sink.ask('url', 'url')) as string, DNS_SERVERS: '127.0.0.1:9' }
  const seeding = await startServer(all)
  const team_id = await firstTeamOf(seeding, seeding.admin.email)
  await aReceivingDomain(seeding.database, team_id, 'rx.example.org', new Date())
  await seeding.call('POST', '/inboxes', { key: KEY, body: { email_address: TO } })
  await seeding.stop()
  const server = child('../../src/start.js', { ...all, SMTP_IN_PORT: String(door), LOG_LEVEL: 'error' })
  await listening(Number(env.PORT))
  const beside = await takenBeside(server, Number(env.PORT), door)
  const large = await large40(server, door)
  const held = await heldByHostile(server, Number(env.PORT), door)
  await Promise.all([server.stop(), sink.stop()])
  return { ...beside, held, ...large }
}

async function takenBeside(server: Child, port: number, door: number): Promise<Beside> {
  const mail = message('x', 20_000)
  let taken = 0
  const over = new AbortController()
  const before = await server.usage()
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    const talk = await greeted(door, `127.0.${sender}.1`)
    // staggered, so that all together send this many per second
    const due_ms = performance.now()
    for (let mails = 0; !over.signal.aborted; mails++) {
      await pause(Math.max(0, due_ms + (mails * 1000 * SENDERS) / MAILS_PER_SECOND - performance.now()))
      await handedIn(talk, mail)
      taken++
    }
    talk.end()
  })
  const sent_per_second = await sentAt(port)
  over.abort()
  await Promise.all(senders)
  const after = await server.usage()
  return {
    taken_per_second: (taken * 1000) / BESIDE_MS,
    sent_per_second,
    cpu_us: (after.cpu_us - before.cpu_us) / taken,
  }
}

type Beside = Pick<MeasuredReceiving, 'taken_per_second' | 'sent_per_second' | 'cpu_us'>

/** Sends emails in batches, each when it is due. */
async function sentAt(port: number): Promise<number> {
  const batch = 30
  const until_ms = performance.now() + BESIDE_MS
  let sent = 0
  for (let due_ms = performance.now(); due_ms < until_ms; due_ms += (batch * 1000) / MAILS_PER_SECOND) {
    await pause(Math.max(0, due_ms - performance.now()))
    const body = JSON.stringify(Array.from({ length: batch }, () => oneKilobyte()))
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const { status } = await fetch(`http://127.0.0.1:${port}/emails/batch`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`A batch was answered with ${status}`)
    sent += batch
  }
  return (sent * 1000) / BESIDE_MS
}

export interface Held {
  name: string
  /** CPU time in one turn of the event loop. */
  cpu_ms: number
  /** Elapsed time of the turn, which is longer on a busy machine: parser threads or other processes. */
  wall_ms: number
}

/** The longest time that the event loop is blocked while emails arrive and are parsed that are designed to be slow. */
async function heldByHostile(server: Child, port: number, door: number): Promise<Held[]> {
  const talk = await greeted(door)
  const held: Held[] = []
  for (const [name, mail] of Object.entries(HOSTILE_MAILS)) {
    const before = await newestReceived(port)
    const bytes = Buffer.from(mail(), 'latin1')
    await server.ask('watch', 'watching')
    await handedIn(talk, bytes)
    const until_ms = performance.now() + READ_WITHIN_MS
    while ((await newestReceived(port)) === before && performance.now() < until_ms) await pause(200)
    const cpu_ms: number = await server.ask('held', 'held_cpu_ms')
    held.push({ name, cpu_ms, wall_ms: await server.ask('held', 'held_ms') })
  }
  talk.end()
  return held
}

async function newestReceived(port: number): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`http://127.0.0.1:${port}/emails/receiving?limit=1`, { headers })
  return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id
}

async function large40(server: Child, door: number): Promise<Large> {
  const mail = message('large', LARGE_BYTES)
  const talk = await greeted(door)
  const before = await server.usage()
  const times: number[] = []
  let first_bytes = 0
  let most = before.rss_bytes
  for (let mails = 0; mails < 10; mails++) {
    const from = performance.now()
    const handed = handedIn(talk, mail)
    const over = new AbortController()
    const watching = (async () => {
      while (!over.signal.aborted) {
        most = Math.max(most, (await server.usage()).rss_bytes)
        await pause(50)
      }
    })()
    await handed
    times.push(performance.now() - from)
    await pause(3_000)
    over.abort()
    await watching
    if (mails === 0) first_bytes = most
  }
  talk.end()
  return {
    large_ms: times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!,
    grown_mb: (most - before.rss_bytes) / MB,
    grown_first_mb: (first_bytes - before.rss_bytes) / MB,
  }
}

type Large = Pick<MeasuredReceiving, 'large_ms' | 'grown_mb' | 'grown_first_mb'>

function message(subject: string, bytes: number): string {
  const line = `${'x'.repeat(76)}\r\n`
  return `From: bob@example.net\r\nSubject: ${subject}\r\n\r\n${line.repeat(Math.ceil(bytes / line.length))}`
}

async function greeted(door: number, from?: string): Promise<SmtpTalk> {
  const talk = await smtpTalk(door, from)
  await talk.say('EHLO mx.example.net')
  return talk
}

/** Resolves with the reply to the whole email, which is on stable storage then. */
async function handedIn(talk: SmtpTalk, mail: string | Buffer): Promise<string> {
  for (const line of ['MAIL FROM:<bob@example.net>', `RCPT TO:<${TO}>`, 'DATA']) {
    const reply = await talk.say(line)
    if (!/^[23]/.test(reply)) throw new Error(`${line}: ${reply}`)
  }
  talk.send(mail)
  const reply = await talk.say('.')
  if (!/^[25]/.test(reply)) throw new Error(reply)
  return reply
}
