// Counts a team's use of its quotas and the outcomes of its emails, in the transaction that writes the emails, events and runs,
// so that counting these again gives the same result.
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { Refusal } from '../../base/text/refusal.ts'
import {
  dayName,
  checkSpending,
  type QuotaLeft,
  quotaLeft,
  UNLIMITED,
  type QuotaUse,
  NO_USAGE,
  countedUse,
} from './rules.ts'
import * as store from './store.ts'

interface AcceptedEmail {
  team_id: string
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  created_at: string
}

/**
 * Counts accepted emails of one team. With quotas, returns a promise of the resulting use, and throws (429) if they do not
 * suffice for all recipients.
 */
export function spendEmails(tx: Tx, emails: readonly AcceptedEmail[], now: Date): Promise<QuotaUse> | undefined {
  const [{ team_id, created_at }] = emails as [AcceptedEmail]
  let recipients = 0
  for (const { to, cc, bcc } of emails) recipients += to.length + cc.length + bcc.length
  const plus = { ...NO_USAGE, team_id, day: dayName(created_at), emails: emails.length, recipients }
  if (hasQuotas(tx)) return spendOfQuotas(tx, plus, now)
  tx.add(store.usage, plus)
  return undefined
}

async function spendOfQuotas(tx: Tx, plus: Parameters<typeof store.usage.put>[1], now: Date): Promise<QuotaUse> {
  const { team_id, day, recipients } = plus
  // only one of two concurrent transactions may use the rest of a quota
  tx.guard(team_id, 'quotas')
  const { daily, monthly } = await store.findUsageSoFar(tx, team_id, day)
  const used = { daily: countedUse(daily), monthly: countedUse(monthly) }
  const spent = checkSpending(tx.settings.quotas, used, recipients, now)
  if (spent instanceof Refusal) throw spent
  // written immediately, so that later transactions of the same commit include it
  store.usage.put(tx, plus)
  return spent
}

/** Counts a received email. Returns whether a quota was used up before it, so that its content is withheld. */
export async function countReceived(
  tx: Tx,
  { team_id, created_at }: { team_id: string; created_at: string },
): Promise<boolean> {
  const day = dayName(created_at)
  const plus = { ...NO_USAGE, team_id, day, received: 1 }
  if (!hasQuotas(tx)) {
    tx.add(store.usage, plus)
    return false
  }
  tx.guard(team_id, 'quotas')
  const { daily, monthly } = await store.findUsageSoFar(tx, team_id, day)
  store.usage.put(tx, plus)
  return quotaLeft(tx.settings.quotas, { daily: countedUse(daily), monthly: countedUse(monthly) }).recipients === 0
}

const hasQuotas = ({ settings: { quotas } }: Tx): boolean => quotas.daily + quotas.monthly > 0

/** How many more recipients a team may write to, and the reason if there are none. */
export async function findQuotaLeft({ tx, team_id, now }: TeamUnit): Promise<QuotaLeft> {
  if (!hasQuotas(tx)) return UNLIMITED
  const { daily, monthly } = await store.findUsageSoFar(tx, team_id, dayName(now.toISOString()))
  return quotaLeft(tx.settings.quotas, { daily: countedUse(daily), monthly: countedUse(monthly) })
}

/** Counts a run that starts. */
export function countRun(tx: Tx, { team_id, created_at }: { team_id: string; created_at: string }): void {
  tx.add(store.usage, { ...NO_USAGE, team_id, day: dayName(created_at), runs: 1 })
}

/** Counts an email that is opened or clicked for the first time. */
export function countOpening(tx: Tx, { team_id, at }: { team_id: string; at: Date }): void {
  tx.add(store.usage, { ...NO_USAGE, team_id, day: dayName(at.toISOString()), opened: 1 })
}

const DAY_MS = 86_400_000
/** Because of differing clocks and long transactions, the last counts of a day are written after it has ended. */
const AGGREGATED_AFTER_DAYS = 2
const KEPT_DAYS = 400

/** Aggregates some rows of past days, and later removes them. Returns whether more may remain. */
export async function sweepUsage(tx: Tx, now: Date): Promise<boolean> {
  const before = (days: number): string => dayName(new Date(now.getTime() - days * DAY_MS).toISOString())
  return (await store.aggregateDays(tx, before(AGGREGATED_AFTER_DAYS))) || store.removeOldDays(tx, before(KEPT_DAYS))
}
