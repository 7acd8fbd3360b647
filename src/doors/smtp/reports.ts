// Hears of emails after they were handed over: reports of their delivery and complaints, which come to an address that names
// the email. Nothing is answered with 250 before it is written down.
import type { Logger } from 'pino'
import { isHeard, type NamedEmail, recordReport, type Report, type ReturnPaths } from '../../mail/bounces/actions.ts'
import { Buckets, type Rate } from '../../base/limits/bucket.ts'
import { networkOf } from '../../base/net/caller-ip.ts'
import type { Database } from '../../base/store/database.ts'
import { ThreadFailed } from '../../base/threads/pool.ts'
import { readReportApart } from '../../mail/bounces/reports/actions.ts'
import { SmtpRefusal } from './listener.ts'

interface ReportsParts {
  database: Database
  return_paths: ReturnPaths
  now: () => Date
  log: Logger
  rate?: Partial<Rate>
}

/** A report tells what matters first, and then returns the mail, as large as that was. */
export const REPORT_BYTES = 128 * 1024

/** Of reports from one network, before any is read: a relay tells of a broadcast within minutes, and comes again. */
const RATE: Rate = { at_once: 300, per_minute: 600 }

export class Reports {
  readonly #parts: ReportsParts
  readonly #rate: Rate
  readonly #buckets = new Buckets()

  constructor(parts: ReportsParts) {
    this.#parts = parts
    this.#rate = { ...RATE, ...parts.rate }
  }

  /** Whether an address is one at which we hear of an email. Throws when too many come from there. */
  async areHeardAt(recipient: string, ip: string): Promise<boolean> {
    const { database, return_paths, now } = this.#parts
    // an address with a valid code can only be ours, so the database need not be asked
    const named = return_paths.namedBy(recipient)
    if (!named) return false
    // of what comes to an address of ours each is read, and what is to be read is bounded
    if (!this.#buckets.take(networkOf(ip), this.#rate, now().getTime()))
      throw new SmtpRefusal(450, 'Too many reports from your network; please try again later')
    return database.read(tx => isHeard(tx, named, now()))
  }

  /** Reads a report and writes down what is new in it, for each of these addresses. */
  async note(message: Buffer, recipients: readonly string[], ip: string): Promise<void> {
    const report = await readReportApart(message, networkOf(ip)).catch(refuseUnread)
    const addresses = new Set(recipients.map(to => to.toLowerCase()))
    for (const named of [...addresses].flatMap(to => this.#parts.return_paths.namedBy(to) ?? []))
      await this.#noteOf(named, report)
  }

  async #noteOf(named: NamedEmail, report: Report | undefined): Promise<void> {
    const { database, now, log } = this.#parts
    const is_new = report !== undefined && (await database.unit(tx => recordReport({ tx, now: now() }, named, report)))
    const { email_id } = named
    log.info({ email_id, report: report?.kind ?? 'none', is_new }, 'a mail came to the return path of an email')
  }
}

function refuseUnread(error: unknown): never {
  if (error instanceof ThreadFailed) throw new SmtpRefusal(451, 'It could not be read in time; please try again later')
  throw error
}
