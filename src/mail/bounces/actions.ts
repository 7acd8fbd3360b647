// Bounces for other modules: return paths of emails, and recording of bounces and complaints.
import { findReturnPathHost } from '../../identity/domains/actions.ts'
import { findEmailToDeliver, recordDelivery, recordProgress } from '../emails/actions.ts'
import { listEmailEvents } from '../emails/store.ts'
import type { TimedTx, Tx } from '../../base/store/database.ts'
import { domainOf, parseAddress } from '../../base/text/addresses.ts'
import { acceptsReports, type ReturnPathTarget, type ReturnPaths } from './return-path.ts'
import type { Report } from './reports/report-types.ts'
import { newFactsInReport, recipientsOfEmail } from './rules.ts'

/**
 * Whether reports to this address are accepted: the email exists, is recent enough and has the recipient that the address is
 * for.
 */
export async function isReportAccepted(tx: Tx, { email_id, reaches }: ReturnPathTarget, now: Date): Promise<boolean> {
  const email = await findEmailToDeliver(tx, { email_id })
  if (!email || !acceptsReports(email.created_at, now)) return false
  return recipientsOfEmail(email).some(reaches)
}

/** Records the new facts in a report about an email and their consequences. Returns whether anything was new. */
export async function recordReport(
  { tx, now }: TimedTx,
  { email_id, reaches }: ReturnPathTarget,
  report: Report,
): Promise<boolean> {
  const email = await findEmailToDeliver(tx, { email_id })
  if (!email || !acceptsReports(email.created_at, now)) return false
  const events = await listEmailEvents(tx, { team_id: email.team_id, email_id })
  const heard = newFactsInReport(report, email, events, reaches)
  if (!heard) return false
  const { over, ...news } = heard
  if (over) await recordDelivery({ tx, now }, email, { ...news, last_event: over })
  else await recordProgress({ tx, now }, email, { ...news, last_event: email.last_event })
  return true
}

/**
 * The envelope sender for each recipient of an email; `undefined` if this server does not receive the bounces of its domain.
 */
export async function findReturnPaths(
  tx: Tx,
  paths: ReturnPaths,
  { id, team_id, from }: { id: string; team_id: string; from: string },
): Promise<((recipient: string) => string) | undefined> {
  const host = await findReturnPathHost(tx, team_id, domainOf(parseAddress(from)!.address))
  return host === undefined ? undefined : recipient => paths.returnPathOf(id, host, recipient)
}
