import { number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { leastIdAt } from '../../../base/text/uuids.ts'
import type { Counts } from './visit.ts'

const engagements = table('email_engagements', {
  email_id: uuid,
  team_id: uuid,
  opened: number,
  clicked: number,
  machine_opened: number,
  machine_clicked: number,
})

/** What is known of one visit beside its event, which has the same id. */
const visits = table('email_visits', { id: uuid, team_id: uuid, user_agent: text, network: text })

export type VisitRecord = RecordOf<typeof visits>

const countsOf = engagements.findAny('email_id', 'team_id')
export const saveCounts = engagements.upsert(
  ['email_id'],
  ['opened', 'clicked', 'machine_opened', 'machine_clicked'],
).put
export const insertVisit = visits.insert().put
const removeVisit = visits.remove('team_id', 'id')
const visitsById = visits.findAny('id', 'team_id')

const oldVisits = acrossTeams(
  'a sweep',
  visits.removeSome<never, { until_id: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('id', '<', param('until_id')),
  }),
).more
const oldEngagements = acrossTeams(
  'a sweep',
  engagements.removeSome<never, { until_id: string }>({
    key: ['email_id'],
    where: ({ rows, param }) => rows.where('email_id', '<', param('until_id')),
  }),
).more

export async function findCounts(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, Counts>> {
  const rows = await countsOf.all(tx, { team_id }, ids)
  return new Map(rows.map(row => [row.email_id, row]))
}

/** By the ids of their events: that there were visits stays, and nothing of who they were. */
export function eraseVisits(tx: Tx, team_id: string, ids: readonly string[]): void {
  for (const id of ids) tx.put(removeVisit, { team_id, id })
}

/** By the ids of their events. */
export async function findVisits(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, VisitRecord>> {
  const rows = await visitsById.all(tx, { team_id }, ids)
  return new Map(rows.map(visit => [visit.id, visit]))
}

/** Removes some of what is known of visits from before that moment. Whether more may be left. */
export function removeOldVisits(tx: Tx, before: Date): Promise<boolean> {
  return oldVisits(tx, { until_id: leastIdAt(before.getTime()) })
}

/** The same of what was counted of emails that were made before it. */
export function removeOldEngagements(tx: Tx, before: Date): Promise<boolean> {
  return oldEngagements(tx, { until_id: leastIdAt(before.getTime()) })
}
