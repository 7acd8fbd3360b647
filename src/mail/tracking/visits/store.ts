// Tables of the counts and details of visits.
import { number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { smallestIdAt } from '../../../base/text/uuids.ts'
import type { VisitCounts } from './visit.ts'

const engagements = table('email_engagements', {
  email_id: uuid,
  team_id: uuid,
  opened: number,
  clicked: number,
  machine_opened: number,
  machine_clicked: number,
})

/** Details of a visit, under the id of its event. */
const visits = table('email_visits', { id: uuid, team_id: uuid, user_agent: text, network: text })

export type VisitRecord = RecordOf<typeof visits>

const countsOf = engagements.findAny('email_id', 'team_id')
export const saveVisitCounts = engagements.upsert(
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

export async function findVisitCounts(
  tx: Tx,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, VisitCounts>> {
  const rows = await countsOf.all(tx, { team_id }, ids)
  return new Map(rows.map(row => [row.email_id, row]))
}

/** Erases the details of visits, by the ids of their events. The events remain without personal data. */
export function eraseVisits(tx: Tx, team_id: string, ids: readonly string[]): void {
  for (const id of ids) tx.put(removeVisit, { team_id, id })
}

/** Details of visits, by the ids of their events. */
export async function findVisits(tx: Tx, team_id: string, ids: readonly string[]): Promise<Map<string, VisitRecord>> {
  const rows = await visitsById.all(tx, { team_id }, ids)
  return new Map(rows.map(visit => [visit.id, visit]))
}

/** Removes some details of visits older than that moment. Returns whether more may remain. */
export function removeOldVisits(tx: Tx, before: Date): Promise<boolean> {
  return oldVisits(tx, { until_id: smallestIdAt(before.getTime()) })
}

/** Like `removeOldVisits`, for the counts of emails created before that moment. */
export function removeOldEngagements(tx: Tx, before: Date): Promise<boolean> {
  return oldEngagements(tx, { until_id: smallestIdAt(before.getTime()) })
}
