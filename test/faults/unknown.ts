// Delivers emails with a process that is killed (kill -9) about when the mail server replies 250, before the outcome is
// stored, again and again. Then compares what the server accepted with the stored attempts.
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { listAttempts } from '../../src/mail/delivery/store.ts'
import { acceptEmail, resendEmail } from '../../src/mail/emails/actions.ts'
import { findEmailInDelivery, listEmailEvents } from '../../src/mail/emails/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { COMPILED } from '../support/compiled.ts'
import { anEmailBody } from '../support/emails.ts'
import { idIn, mailSink } from '../support/mail-sink.ts'

const WORKER = fileURLToPath(new URL('./delivery-worker.ts', import.meta.url))
const MAILS_PER_KILL = 6

export interface EmailResult {
  /** How many copies the mail server accepted. */
  copies: number
  /** How many attempts are recorded as unknown. */
  unknown: number
  last_event: string
  /** The status of its only recipient, and the reason. */
  status: string | undefined
  reply: string | undefined
  /** Its events, in order. */
  events: string[]
  /** The outcome of the email that was created by "Send again", because the delivery was unknown. */
  again?: EmailResult
}

interface UnknownLoopOptions {
  /** The URL of a database with all tables. */
  url: string
  kills: number
  unknown: 'resend' | 'hold'
  variant?: 'careless'
}

/** The outcome of each email. */
export async function unknownLoop({ url, kills, unknown, variant }: UnknownLoopOptions): Promise<EmailResult[]> {
  const copies = new Map<string, number>()
  let left = 0
  let strike = (): void => {}
  const sink = await mailSink({
    message: ({ raw }) => {
      const id = idIn(raw)
      copies.set(id, (copies.get(id) ?? 0) + 1)
      // it replies 250 after about 1 ms, and the process needs about as long to store that
      if (--left === 0) setTimeout(strike, Math.random() * 6)
      return undefined
    },
  })
  const env = { DATABASE_URL: url, SMTP_URL: sink.url, UNKNOWN_OUTCOME: unknown, ...(variant && { VARIANT: variant }) }
  try {
    const { team_id, ids } = await withDatabase(url, database =>
      seedEmails(database, kills * MAILS_PER_KILL, mail => `user${mail}@example.net`),
    )
    for (let kill = 0; kill < kills; kill++) {
      left = 1 + (kill % 4)
      const worker = spawnWorker(env)
      const ended = new Promise(resolve => worker.once('exit', resolve))
      strike = () => worker.kill('SIGKILL')
      await ended
    }
    left = Infinity
    await drainQueue(env)
    const again = await withDatabase(url, database => sentAgain(database, team_id, ids))
    if (again.size > 0) await drainQueue(env)
    const fates = await withDatabase(url, database => fatesIn(database, team_id, [...ids, ...again.values()], copies))
    return ids.map(id => {
      const second = fates.get(again.get(id) ?? '')
      return second ? Object.assign(fates.get(id)!, { again: second }) : fates.get(id)!
    })
  } finally {
    await sink.close()
  }
}

/** For held emails with an unknown outcome: the ids of the new emails by their ids. */
async function sentAgain(database: Database, team_id: string, ids: string[]): Promise<Map<string, string>> {
  const again = new Map<string, string>()
  for (const id of ids) {
    const { last_event, recipients } = (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!
    if (last_event !== 'failed' || recipients[0]?.status !== 'unknown') continue
    again.set(id, (await database.unit(tx => resendEmail({ tx, team_id, now: new Date() }, id)))!.id)
  }
  return again
}

export async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url)
  database.subscribers = subscribers
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Accepts this number of emails, each for the recipients of its number. */
export async function seedEmails(
  database: Database,
  count: number,
  recipientsOf: (mail: number) => string | string[],
): Promise<{ team_id: string; ids: string[] }> {
  const now = new Date()
  const admin = { email: 'admin@example.com', password_hash: 'none' }
  const { id: team_id } = await database.unit(tx => addTeam(tx, { name: 'Team', ...admin }, now))
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const body = anEmailBody({ to: recipientsOf(index) })
    ids.push((await database.unit(tx => acceptEmail(tx, { team_id, body }, now))).id)
  }
  return { team_id, ids }
}

async function fatesIn(
  database: Database,
  team_id: string,
  ids: string[],
  copies: Map<string, number>,
): Promise<Map<string, EmailResult>> {
  const fates = new Map<string, EmailResult>()
  for (const id of ids) {
    const email = (await database.read(tx => findEmailInDelivery(tx, team_id, id)))!
    const attempts = await database.read(tx => listAttempts(tx, { team_id, email_id: id }))
    const events = await database.read(tx => listEmailEvents(tx, { team_id, email_id: id }))
    fates.set(id, {
      copies: copies.get(id) ?? 0,
      unknown: attempts.filter(({ outcome }) => outcome === 'unknown').length,
      last_event: email.last_event,
      status: email.recipients[0]?.status,
      reply: email.recipients[0]?.reply,
      events: events.map(({ type }) => type),
    })
  }
  return fates
}

/** Lets a process finish all remaining jobs. */
export async function drainQueue(env: Record<string, string>): Promise<void> {
  const last = spawnWorker({ ...env, DRAIN: '1' })
  await waitForOutput(last, 'done')
  last.kill('SIGKILL')
  await new Promise(resolve => last.once('exit', resolve))
}

export function spawnWorker(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [WORKER], {
    env: { PATH: process.env.PATH, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

export async function waitForOutput(child: ChildProcess, word: string): Promise<void> {
  let text = ''
  for await (const part of child.stdout!) {
    text += String(part)
    if (text.includes(word)) return
  }
  throw new Error(`The process ended and has not said ${word}`)
}

/** Held emails that arrived twice, or that are unknown without a reason, or that could not be sent again. */
export function violations(fates: EmailResult[]): EmailResult[] {
  return fates.filter(({ copies, unknown, last_event, status, reply, events, again }) => {
    if (unknown === 0) return copies !== 1 || status !== 'delivered' || events.join() !== 'delivered'
    const isTold = status === 'unknown' && events.join() === 'failed' && reply?.includes('outcome is unknown') === true
    return copies > 1 || last_event !== 'failed' || !isTold || again?.copies !== 1 || again.status !== 'delivered'
  })
}
