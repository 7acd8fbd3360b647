// Receives bounces (delivery status notifications) and complaints about sent emails. They are sent to the return path
// of the email, an address that identifies it. A 250 is sent when the outcome is stored.
import type { Logger } from 'pino'
import { isReportAccepted, recordReport } from '../../mail/bounces/actions.ts'
import type { ReturnPathTarget, ReturnPaths } from '../../mail/bounces/return-path.ts'
import type { Report } from '../../mail/bounces/reports/report-types.ts'
import { Buckets, type Rate } from '../../base/limits/bucket.ts'
import { networkOf } from '../../base/net/client-ip.ts'
import type { Database } from '../../base/store/database.ts'
import { ThreadFailed } from '../../base/threads/pool.ts'
import { readReportInThread } from '../../mail/bounces/reports/actions.ts'
import { SmtpRefusal } from './listener.ts'

interface ReportsParts {
  database: Database
  return_paths: ReturnPaths
  now: () => Date
  log: Logger
  rate?: Partial<Rate>
}

/** How much of a report is read: its own parts come first, followed by the returned email of any size. */
export const REPORT_BYTES = 128 * 1024

/**
 * Rate of reports from one network, because parsing costs time. A relay that bounces a whole broadcast together retries
 * after a 450.
 */
const RATE: Rate = { at_once: 300, per_minute: 600 }

export class ReportReceiver {
  readonly #parts: ReportsParts
  readonly #rate: Rate
  readonly #buckets = new Buckets()

  constructor(parts: ReportsParts) {
    this.#parts = parts
    this.#rate = { ...RATE, ...parts.rate }
  }

  /** Whether an address is the return path of an email that still accepts reports. Throws if a network sends too many. */
  async acceptsReportsAt(recipient: string, ip: string): Promise<boolean> {
    const { database, return_paths, now } = this.#parts
    // the code in the address is a MAC of ours: an invalid one is refused without a database query
    const named = return_paths.parse(recipient)
    if (!named) return false
    // limited here, before DATA, because each message to a valid return path would be parsed
    if (!this.#buckets.take(networkOf(ip), this.#rate, now().getTime()))
      throw new SmtpRefusal(450, 'Too many reports from your network, please try again later')
    return database.read(tx => isReportAccepted(tx, named, now()))
  }

  /** Parses a report and stores the new outcomes for each email that these addresses identify. */
  async note(message: Buffer, recipients: readonly string[], ip: string): Promise<void> {
    const report = await readReportInThread(message, networkOf(ip)).catch(refuseUnread)
    const addresses = new Set(recipients.map(to => to.toLowerCase()))
    for (const named of [...addresses].flatMap(to => this.#parts.return_paths.parse(to) ?? []))
      await this.#noteOf(named, report)
  }

  async #noteOf(named: ReturnPathTarget, report: Report | undefined): Promise<void> {
    const { database, now, log } = this.#parts
    const is_new = report !== undefined && (await database.unit(tx => recordReport({ tx, now: now() }, named, report)))
    const { email_id } = named
    log.info({ email_id, report: report?.kind ?? 'none', is_new }, 'return path email received')
  }
}

function refuseUnread(error: unknown): never {
  if (error instanceof ThreadFailed)
    throw new SmtpRefusal(451, 'The report could not be parsed in time, please try again later')
  throw error
}
