// What others may ask about bounces: the addresses at which we hear of an email again, and to write down what is reported.
import { returnPathHostOf } from '../../identity/domains/actions.ts'
import { emailToDeliver, listEmailEvents, recordDelivery, recordProgress } from '../emails/actions.ts'
import type { InTime, Tx } from '../../base/store/database.ts'
import { domainOf, parsedAddress } from '../../base/text/addresses.ts'
import { isStillHeard, type NamedEmail, type ReturnPaths } from './return-path.ts'
import type { Report } from './reports/reported.ts'
import { heardIn, recipientsOfEmail } from './rules.ts'

export type { Report } from './reports/reported.ts'
export { type NamedEmail, RETURN_PATHS, ReturnPaths } from './return-path.ts'

/** Whether there still is such an email with such recipients, and what is reported of it counts. */
export async function isHeard(tx: Tx, { email_id, reaches }: NamedEmail, now: Date): Promise<boolean> {
  const email = await emailToDeliver(tx, { email_id })
  if (!email || !isStillHeard(email.created_at, now)) return false
  return recipientsOfEmail(email).some(reaches)
}

/** Writes down what is new in a report of this email, with what follows from it; whether there was anything. */
export async function recordReport(
  { tx, now }: InTime,
  { email_id, reaches }: NamedEmail,
  report: Report,
): Promise<boolean> {
  const email = await emailToDeliver(tx, { email_id })
  if (!email || !isStillHeard(email.created_at, now)) return false
  const events = await listEmailEvents(tx, { team_id: email.team_id, email_id })
  const heard = heardIn(report, email, events, reaches)
  if (!heard) return false
  const { over, ...news } = heard
  if (over) await recordDelivery({ tx, now }, email, { ...news, last_event: over })
  else await recordProgress({ tx, now }, email, { ...news, last_event: email.last_event })
  return true
}

/** The sender of the envelope in which an email goes to each recipient, when bounces of its domain's mail come to us. */
export async function findReturnPaths(
  tx: Tx,
  paths: ReturnPaths,
  { id, team_id, from }: { id: string; team_id: string; from: string },
): Promise<((recipient: string) => string) | undefined> {
  const host = await returnPathHostOf(tx, team_id, domainOf(parsedAddress(from)!.address))
  return host === undefined ? undefined : recipient => paths.returnPathOf(id, host, recipient)
}
