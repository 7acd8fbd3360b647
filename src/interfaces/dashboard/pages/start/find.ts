// Finds the data of a team for the first page. Each part reads sums or a bounded part of an index, so that the duration does
// not depend on the number of emails.
import { countBroadcasts } from '../../../../engagement/metrics/actions.ts'
import { type CountedDay, sumUsage } from '../../../../engagement/quotas/rules.ts'
import { listUsedDays } from '../../../../engagement/quotas/store.ts'
import type { BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import { listBroadcasts } from '../../../../campaigns/broadcasts/store.ts'
import { searchContacts } from '../../../../audience/contacts/search/actions.ts'
import { type ImportRecord, listImports } from '../../../../audience/imports/store.ts'
import { listApiKeys } from '../../../../identity/api-keys/store.ts'
import { type ListedDomain, listDomains } from '../../../../identity/domains/store.ts'
import { findWaitingMail, type WaitingMail } from '../../../../mail/delivery/routes/overview/actions.ts'
import { listPauses, type Pause } from '../../../../mail/delivery/routes/store.ts'
import { type FailedEmail, hasEmail, listFailures } from '../../../../mail/emails/search/actions.ts'
import { countWithState } from '../../../../mail/emails/search/store.ts'
import { listWebhooks, type Webhook } from '../../../../integrations/webhooks/store.ts'
import type { TeamUnit } from '../../../../base/store/database.ts'
import type { DashboardParts } from '../../parts.ts'

export const DAYS = 30
const DAY_MS = 86_400_000
const FAILURES_MAX = 10
const BROADCASTS_MAX = 5
/** Maximum rows of a list that are examined for pending work. */
const LOOKED_AT = 100

export type Day = CountedDay & { day: string }
export type BroadcastFigures = Awaited<ReturnType<typeof countBroadcasts>>['totals']

/** The first steps of a new team; `true`: done. */
export interface Steps {
  domain: boolean
  key: boolean
  mail: boolean
  contacts: boolean
  connection: boolean
}

export interface StartFacts {
  /** The last days, newest first. */
  days: readonly Day[]
  delayed: number
  scheduled: number
  pauses: readonly Pause[]
  domains: readonly ListedDomain[]
  /** `undefined` for a role that may not see webhooks. */
  webhooks: readonly Webhook[] | undefined
  /** In progress, or ended early. */
  imports: readonly ImportRecord[]
  /** Not sent yet, and not drafts. */
  unsent: readonly BroadcastRecord[]
  sent: readonly { broadcast: BroadcastRecord; figures: BroadcastFigures }[]
  failures: readonly FailedEmail[]
  steps: Steps
  /** Email of all teams, for operators only. */
  waiting: WaitingMail | undefined
}

interface Asking extends TeamUnit {
  is_operator: boolean
  sees_webhooks: boolean
  oauth: DashboardParts['oauth']
}

export async function findStart({ is_operator, sees_webhooks, oauth, ...unit }: Asking): Promise<StartFacts> {
  const { tx, team_id } = unit
  const { rows: domains } = await listDomains(tx, { team_id }, { limit: LOOKED_AT })
  const { rows: webhooks } = await listWebhooks(tx, { team_id }, { limit: LOOKED_AT })
  const { rows: broadcasts } = await listBroadcasts(tx, { team_id }, { limit: LOOKED_AT })
  const pauses = await listPauses(tx)
  return {
    days: await findDays(unit),
    delayed: await countWithState(tx, { team_id, last_event: 'delivery_delayed' }),
    scheduled: await countWithState(tx, { team_id, last_event: 'scheduled' }),
    // only operators may see pauses of other email
    pauses: is_operator ? pauses : pauses.filter(pause => isAboutTeam(pause, domains)),
    domains,
    webhooks: sees_webhooks ? webhooks : undefined,
    imports: await findImports(unit),
    unsent: broadcasts.filter(
      ({ status, paused_at }) => isUnderWay(status) || (status === 'sent' && paused_at !== null),
    ),
    sent: await findSent(unit, broadcasts),
    failures: await listFailures(unit, FAILURES_MAX),
    steps: {
      domain: domains.length > 0,
      key: (await listApiKeys(tx, { team_id }, { limit: 1 })).rows.length > 0,
      mail: await hasEmail(unit),
      contacts: (await searchContacts(unit, {}, { most: 1, now: unit.now })).rows.length > 0,
      connection: webhooks.length > 0 || (await oauth.listGrants(tx, team_id, { limit: 1 })).rows.length > 0,
    },
    waiting: is_operator ? await findWaitingMail(tx) : undefined,
  }
}

async function findDays({ tx, team_id, now }: TeamUnit): Promise<Day[]> {
  const dayAt = (index: number): string => new Date(now.getTime() - index * DAY_MS).toISOString().slice(0, 10)
  const days = Array.from({ length: DAYS }, (_, index) => dayAt(index))
  const rows = await listUsedDays(tx, { team_id, from: days.at(-1)!, to: days[0]! })
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return days.map(day => Object.assign(sumUsage(byDay.get(day) ?? []), { day }))
}

function isAboutTeam({ scope, name }: Pause, domains: readonly ListedDomain[]): boolean {
  return scope === 'all' || (scope === 'sender' && domains.some(domain => domain.name === name))
}

const isUnderWay = (status: BroadcastRecord['status']): boolean => status === 'scheduled' || status === 'queued'

/** How long an import that ended early is shown. */
const SHOWN_FOR_MS = 7 * DAY_MS

async function findImports({ tx, team_id, now }: TeamUnit): Promise<ImportRecord[]> {
  const since = new Date(now.getTime() - SHOWN_FOR_MS).toISOString()
  const lists = (['in_progress', 'queued', 'failed'] as const).map(status =>
    listImports(tx, team_id, { status, limit: BROADCASTS_MAX }),
  )
  const rows = (await Promise.all(lists)).flatMap(list => list.rows)
  return rows.filter(({ status, created_at }) => status !== 'failed' || created_at >= since)
}

async function findSent(
  { tx, team_id }: TeamUnit,
  broadcasts: readonly BroadcastRecord[],
): Promise<StartFacts['sent']> {
  const sent = broadcasts
    .filter(({ sent_at, status }) => sent_at !== null || status === 'queued')
    .slice(0, BROADCASTS_MAX)
  const { each } = await countBroadcasts(
    tx,
    team_id,
    sent.map(({ id }) => id),
  )
  return sent.map(broadcast => ({ broadcast, figures: each.get(broadcast.id)! }))
}
