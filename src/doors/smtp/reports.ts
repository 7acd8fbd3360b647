// The door that hears of emails after they were handed over: reports of their delivery and complaints, which come to an
// address that names the email. Nothing else is taken, and nothing is answered with 250 before it is written down.
import type { SMTPServerSession } from 'smtp-server'
import { isHeard, type NamedEmail, recordReport, type Report, type ReturnPaths } from '../../mail/bounces/actions.ts'
import { Buckets } from '../../base/limits/bucket.ts'
import { networkOf } from '../../base/net/caller-ip.ts'
import type { Database } from '../../base/store/database.ts'
import { ThreadFailed } from '../../base/threads/pool.ts'
import { readReportApart } from '../../mail/bounces/reports/actions.ts'
import * as smtp from './listener.ts'

export interface ReportsDoor extends smtp.SmtpDoor {
  database: Database
  return_paths: ReturnPaths
  now: () => Date
  rate?: Partial<typeof RATE>
}

/** A report tells what matters first, and then returns the mail, as large as that was. */
const BOUNDS: smtp.SmtpBounds = {
  connections_max: 200,
  connections_of_one_max: 150,
  message_bytes_max: 60_000_000,
  kept_bytes_max: 128 * 1024,
  in_hand_bytes_max: 26_000_000,
  idle_ms: 60_000,
  connection_ms: 300_000,
}

/** A message goes to as many addresses at most; a report has one. */
const RECIPIENTS_MAX = 10
/** Wrong addresses that a connection may try, against guessing. */
const WRONG_MAX = 10

/** Of reports from one network, before any is read: a relay tells of a broadcast within minutes, and comes again. */
const RATE = { at_once: 300, per_minute: 600 }

export async function openReports(address: smtp.SmtpAddress, door: ReportsDoor): Promise<smtp.SmtpListener> {
  const { database, return_paths, now, log } = door
  const wrong = new WeakMap<object, number>()
  const rate = { ...RATE, ...door.rate }
  const buckets = new Buckets()

  async function checkRecipient(recipient: string, session: SMTPServerSession, count: number): Promise<void> {
    if (count >= RECIPIENTS_MAX) throw new smtp.SmtpRefusal(452, 'Too many recipients')
    // an address with a valid code can only be ours, so the database need not be asked
    const named = return_paths.namedBy(recipient)
    // of what comes to an address of ours each is read, and what is to be read is bounded
    if (named && !buckets.take(networkOf(session.remoteAddress), rate, now().getTime()))
      throw new smtp.SmtpRefusal(450, 'Too many reports from your network; please try again later')
    if (named && (await database.read(tx => isHeard(tx, named, now())))) return
    const tries = (wrong.get(session) ?? 0) + 1
    wrong.set(session, tries)
    if (tries >= WRONG_MAX) throw new smtp.SmtpRefusal(421, 'Too many addresses that are none')
    throw new smtp.SmtpRefusal(550, 'No such address, or no longer')
  }

  async function take({ session, message }: smtp.Transaction): Promise<string> {
    const report = await readReportApart(message, networkOf(session.remoteAddress)).catch(refuseUnread)
    const addresses = new Set(session.envelope.rcptTo.map(({ address: to }) => to.toLowerCase()))
    for (const named of [...addresses].flatMap(to => return_paths.namedBy(to) ?? [])) await note(named, report)
    return 'Noted'
  }

  async function note(named: NamedEmail, report: Report | undefined): Promise<void> {
    const is_new = report !== undefined && (await database.unit(tx => recordReport({ tx, now: now() }, named, report)))
    const { email_id } = named
    log.info({ email_id, report: report?.kind ?? 'none', is_new }, 'a mail came to the return path of an email')
  }

  const trouble = 'trouble with a connection to the return path'
  return smtp.listenForMail(address, door, { bounds: BOUNDS, trouble, checkRecipient, take })
}

function refuseUnread(error: unknown): never {
  if (error instanceof ThreadFailed)
    throw new smtp.SmtpRefusal(451, 'It could not be read in time; please try again later')
  throw error
}
