// Counts a team's use of its quotas and the outcomes of its emails, in the transaction that writes the emails, events and runs,
// so that counting these again gives the same result.
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { Refusal } from '../../base/text/refusal.ts'
import { dayOf, judgedSpending, type Left, leftOf, NO_END, type Spent, UNUSED, usedOf } from './rules.ts'
import * as store from './store.ts'

interface Accepted {
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
export function spendEmails(tx: Tx, emails: readonly Accepted[], now: Date): Promise<Spent> | undefined {
  const [{ team_id, created_at }] = emails as [Accepted]
  let recipients = 0
  for (const { to, cc, bcc } of emails) recipients += to.length + cc.length + bcc.length
  const plus = { ...UNUSED, team_id, day: dayOf(created_at), emails: emails.length, recipients }
  if (hasQuotas(tx)) return spendOfQuotas(tx, plus, now)
  tx.add(store.usage, plus)
  return undefined
}

async function spendOfQuotas(tx: Tx, plus: Parameters<typeof store.usage.put>[1], now: Date): Promise<Spent> {
  const { team_id, day, recipients } = plus
  // only one of two concurrent transactions may use the rest of a quota
  tx.guard(team_id, 'quotas')
  const { daily, monthly } = await store.findUsed(tx, team_id, day)
  const used = { daily: usedOf(daily), monthly: usedOf(monthly) }
  const spent = judgedSpending(tx.settings.quotas, used, recipients, now)
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
  const day = dayOf(created_at)
  const plus = { ...UNUSED, team_id, day, received: 1 }
  if (!hasQuotas(tx)) {
    tx.add(store.usage, plus)
    return false
  }
  tx.guard(team_id, 'quotas')
  const { daily, monthly } = await store.findUsed(tx, team_id, day)
  store.usage.put(tx, plus)
  return leftOf(tx.settings.quotas, { daily: usedOf(daily), monthly: usedOf(monthly) }).recipients === 0
}

const hasQuotas = ({ settings: { quotas } }: Tx): boolean => quotas.daily + quotas.monthly > 0

/** How many more recipients a team may write to, and the reason if there are none. */
export async function findQuotaLeft({ tx, team_id, now }: TeamUnit): Promise<Left> {
  if (!hasQuotas(tx)) return NO_END
  const { daily, monthly } = await store.findUsed(tx, team_id, dayOf(now.toISOString()))
  return leftOf(tx.settings.quotas, { daily: usedOf(daily), monthly: usedOf(monthly) })
}

/** Counts a run that starts. */
export function countRun(tx: Tx, { team_id, created_at }: { team_id: string; created_at: string }): void {
  tx.add(store.usage, { ...UNUSED, team_id, day: dayOf(created_at), runs: 1 })
}

/** Counts an email that is opened or clicked for the first time. */
export function countOpening(tx: Tx, { team_id, at }: { team_id: string; at: Date }): void {
  tx.add(store.usage, { ...UNUSED, team_id, day: dayOf(at.toISOString()), opened: 1 })
}

const DAY_MS = 86_400_000
/** Because of differing clocks and long transactions, the last counts of a day are written after it has ended. */
const FOLDED_AFTER_DAYS = 2
const KEPT_DAYS = 400

/** Aggregates some rows of past days, and later removes them. Returns whether more may remain. */
export async function sweepUsage(tx: Tx, now: Date): Promise<boolean> {
  const before = (days: number): string => dayOf(new Date(now.getTime() - days * DAY_MS).toISOString())
  return (await store.foldDays(tx, before(FOLDED_AFTER_DAYS))) || store.removeDays(tx, before(KEPT_DAYS))
}
