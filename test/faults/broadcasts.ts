// The kill loop over a broadcast: the server is killed again and again (kill -9) while it finds the recipients, creates
// their emails and delivers them, and while some of them unsubscribe. Then compares the records of the server, of the
// mail server and of the contacts who unsubscribed.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { importOf } from '../support/imports.ts'
import { unsubscribeLinkIn, oneClickUnsubscribe } from '../support/unsubscribing.ts'
import { idIn, mailSink, type MailSink } from '../support/mail-sink.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type Setup, KEY } from './several.ts'

type Books = Pick<Setup, 'env' | 'sink' | 'sql' | 'close'>

export interface BroadcastLoopOptions {
  contacts: number
  /** How many of them unsubscribe with one click while it is sent. */
  leavers: number
  kills: number
  /** A life ends when this many emails have arrived in it. */
  mails: number
  /** The server, or a variant with a bug. */
  program?: string
}

export interface KilledBroadcast {
  kills: number
  status: string
  /** Contacts who stayed subscribed and are recipients. */
  stayed: number
  /** Emails to addresses that are not recipients. */
  strange: number
  /** Contacts who are recipients more than once, and those who have more than one email. */
  twice: { recipients: number; emails: number }
  /** Subscribed contacts without an email, and those who received none. */
  lost: { emails: string[]; mails: string[] }
  /** Emails that arrived more often than once plus once per attempt recorded as unknown. */
  excess: string[]
  /** How many emails arrived more than once. */
  doubled: number
  left: number
  /**
   * Contacts who received an email after they unsubscribed: in an attempt that started later, or in one that is not
   * recorded.
   */
  late: string[]
  /** Contacts who unsubscribed and received no email. */
  spared: number
}

/** A database file and a mail sink. */
export async function newFileBooks(): Promise<Books> {
  const sink = await mailSink({ latency_ms: 2 })
  const DATA_DIR = temporaryFolder()
  return {
    sink,
    env: { DATA_DIR, SMTP_URL: sink.url, BOOTSTRAP_API_KEY: KEY, LOG_LEVEL: 'error' },
    sql: async <Row>(text: string, values: unknown[] = []) => {
      const driver = new SQLite(path.join(DATA_DIR, 'lettermill.db'), { readonly: true })
      try {
        return driver.prepare<unknown[], Row>(text.replaceAll(/\$\d/g, '?')).all(...values)
      } finally {
        driver.close()
      }
    },
    close: async () => {
      await sink.close()
      rmSync(DATA_DIR, { recursive: true, force: true })
    },
  }
}

const OVER_WITHIN_MS = 150_000
const NEWS = 'News'

/** Removes the books afterwards. */
export async function broadcastKillLoop(books: Books, asked: BroadcastLoopOptions): Promise<KilledBroadcast> {
  const env = { ...books.env, PORT: String(await freePort()) }
  // the delay of the variant with a bug: longer than a life that is killed, and short in the last one
  const start = (APART_MS = '6000') => serverProcess({ ...env, APART_MS }, undefined, asked.program)
  let server: ServerProcess | undefined
  const pressing = { on: true }
  try {
    server = await start()
    const { url } = server
    const { people, segment_id, links } = await anAudience(url, books.sink, asked)
    const before = books.sink.messages.length
    const id = await sent(url, NEWS, segment_id)
    const arrived = (): number => books.sink.messages.length - before
    const leaving = unsubscribeMeanwhile(url, links, pressing, part => arrived() >= part * asked.contacts)
    for (let kill = 0; kill < asked.kills; kill++) {
      await server.kill()
      server = await start(kill === asked.kills - 1 ? '200' : undefined)
      const from = arrived()
      await waitUntil(() => arrived() >= from + asked.mails, OVER_WITHIN_MS)
    }
    const left_at = await leaving
    await waitUntil(() => isOver(books, id), OVER_WITHIN_MS)
    return { kills: asked.kills, ...(await settled(books, id, people, left_at)) }
  } finally {
    pressing.on = false
    await server?.kill()
    await books.close()
  }
}

/** All contacts in one segment; for those who will unsubscribe, also the link in an earlier email. */
async function anAudience(
  url: string,
  sink: MailSink,
  { contacts, leavers }: BroadcastLoopOptions,
): Promise<{ people: string[]; segment_id: string; links: Map<string, string> }> {
  const at = { url, key: KEY }
  const [segment_id, few] = [
    await made(url, '/segments', { name: 'All' }),
    await made(url, '/segments', { name: 'Few' }),
  ]
  const people = Array.from({ length: contacts }, (_each, index) => `person-${index}@example.net`)
  await importOf(at, { file: `email\n${people.join('\n')}\n`, segments: [segment_id] })
  const some = people.filter((_each, index) => index % Math.floor(contacts / leavers) === 0).slice(0, leavers)
  for (const email of some) await made(url, `/contacts/${email}/segments/${few}`, {})
  if (some.length > 0) await sent(url, 'Before', few)
  const messages = await sink.received(some.length, OVER_WITHIN_MS)
  const links = messages.map(message => [message.recipients[0]!, unsubscribeLinkIn(message)] as const)
  return { people, segment_id, links: new Map(links) }
}

async function made(url: string, at: string, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const response = await fetch(url + at, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as { id: string }
  if (!response.ok) throw new Error(`${at}: ${JSON.stringify(answer)}`)
  return answer.id
}

function sent(url: string, subject: string, segment_id: string): Promise<string> {
  const text = 'Hello. Unsubscribe: {{{RESEND_UNSUBSCRIBE_URL}}}'
  return made(url, '/broadcasts', { name: subject, segment_id, from: 'a@example.com', subject, text, send: true })
}

/**
 * Unsubscribes sequentially while emails arrive, starting with the contacts who would receive theirs last. Returns when
 * each request was confirmed.
 */
async function unsubscribeMeanwhile(
  url: string,
  links: Map<string, string>,
  pressing: { on: boolean },
  hasArrived: (part: number) => boolean,
): Promise<Map<string, number>> {
  const left_at = new Map<string, number>()
  const number = (email: string): number => Number(/\d+/.exec(email)![0])
  const leavers = [...links].toSorted(([one], [other]) => number(other) - number(one))
  for (const [email, link] of leavers) {
    while (pressing.on && !hasArrived((left_at.size / links.size) * LEFT_BY)) await pause(2)
    const here = link.replace(/^https?:\/\/[^/]+/, url)
    // a client that gets no response because the server was killed retries
    while (pressing.on && (await oneClickUnsubscribe(here).catch(() => undefined))?.status !== 204) await pause(5)
    left_at.set(email, Date.now())
  }
  return left_at
}

/** The last contact unsubscribes when this share of the emails has arrived. */
const LEFT_BY = 0.6

async function isOver({ sql }: Books, id: string): Promise<boolean> {
  const [broadcast] = await sql<{ status: string }>('select status from broadcasts where id = $1', [id])
  if (broadcast!.status !== 'sent') return false
  const [jobs] = await sql<{ count: number | string }>(
    "select count(*) as count from jobs where kind = 'deliver_email'",
  )
  return Number(jobs!.count) === 0
}

interface Recipient {
  contact_id: string
  email: string
}

interface Made {
  id: string
  contact_id: string
}

async function settled(
  { sql, sink }: Books,
  id: string,
  people: readonly string[],
  left_at: ReadonlyMap<string, number>,
): Promise<Omit<KilledBroadcast, 'kills'>> {
  const [broadcast] = await sql<{ status: string }>('select status from broadcasts where id = $1', [id])
  const recipients = await sql<Recipient>(
    'select contact_id, email from broadcast_recipients where broadcast_id = $1',
    [id],
  )
  const emails = await sql<Made>('select id, contact_id from emails where broadcast_id = $1', [id])
  const attempts = await sql<{ email_id: string; started_at: string; outcome: string | null }>(
    'select email_id, started_at, outcome from email_attempts where email_id in (select id from emails where broadcast_id = $1)',
    [id],
  )
  const copies = Map.groupBy(sink.messages, ({ raw }) => idIn(raw))
  const copiesOf = (email: string): number => copies.get(email)?.length ?? 0
  const attemptsAt = Map.groupBy(attempts, ({ email_id }) => email_id)
  const unknown = (email: string): number =>
    (attemptsAt.get(email) ?? []).filter(({ outcome }) => outcome === 'unknown').length
  const emailsTo = Map.groupBy(emails, ({ contact_id }) => contact_id)
  const idsTo = ({ contact_id }: Recipient): string[] => (emailsTo.get(contact_id) ?? []).map(made => made.id)
  const toWhom = Map.groupBy(recipients, ({ email }) => email)
  const emailsOf = (person: string): string[] => (toWhom.get(person) ?? []).flatMap(idsTo)
  const stayed = people.filter(person => !left_at.has(person))
  const left = recipients.filter(({ email }) => left_at.has(email))
  const isLate = (recipient: Recipient): boolean =>
    idsTo(recipient).some(email => {
      const begun = attemptsAt.get(email) ?? []
      const later = begun.some(({ started_at }) => Date.parse(started_at) > left_at.get(recipient.email)!)
      return later || copiesOf(email) > begun.length
    })
  const ids = new Set(recipients.map(({ contact_id }) => contact_id))
  return {
    status: broadcast!.status,
    stayed: stayed.filter(person => toWhom.has(person)).length,
    strange: emails.filter(({ contact_id }) => !ids.has(contact_id)).length,
    twice: { recipients: recipients.length - ids.size, emails: emails.length - emailsTo.size },
    lost: {
      emails: stayed.filter(person => emailsOf(person).length === 0),
      mails: stayed.filter(person => emailsOf(person).every(email => copiesOf(email) === 0)),
    },
    excess: emails.filter(email => copiesOf(email.id) > 1 + unknown(email.id)).map(email => email.id),
    doubled: emails.filter(email => copiesOf(email.id) > 1).length,
    left: left_at.size,
    late: left.filter(isLate).map(({ email }) => email),
    spared: left.filter(each => idsTo(each).every(email => copiesOf(email) === 0)).length,
  }
}
