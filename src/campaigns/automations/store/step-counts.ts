// How many runs reached each step of a graph, counted among the latest runs.
import type { Schemas } from '../../../../generated/api.ts'
import type { Tx } from '../../../base/store/database.ts'
import { knownTeam, statement } from '../../../base/store/statement.ts'
import { STORED_RUNS } from './runs.ts'

/** Maximum runs that are examined; each has at most as many steps as a graph. */
export const RUNS_ON_GRAPH_MAX = 500

export interface StepCounts {
  /** Runs that reached the step. */
  reached: number
  /** Runs that are currently at the step. */
  here: number
  failed: number
}

interface OfGraph {
  team_id: string
  automation_id: string
  graph_version: number
}

const counts = statement<OfGraph, { key: string; status: Schemas['StepRunStatus']; count: number }>((knex, param) => {
  const { runs, steps } = STORED_RUNS
  const latest = knex(runs.name)
    .select({ latest_id: 'id', version: 'graph_version' })
    .where({ automation_id: param('automation_id'), ...knownTeam(knex, { team_id: param('team_id') }) })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(RUNS_ON_GRAPH_MAX)
  return knex
    .from(latest.as('latest'))
    .join(steps.name, `${steps.name}.run_id`, 'latest.latest_id')
    .select('key', 'status')
    .count({ count: '*' })
    .where('version', param('graph_version'))
    .where(`${steps.name}.team_id`, param('team_id'))
    .groupBy('key', 'status')
})

/** By the keys of the steps. */
export async function countStepsOfRuns(tx: Tx, of: OfGraph): Promise<ReadonlyMap<string, StepCounts>> {
  const found = new Map<string, StepCounts>()
  for (const { key, status, count } of await tx.all(counts, of)) {
    const { reached, here, failed } = found.get(key) ?? { reached: 0, here: 0, failed: 0 }
    const isHere = status === 'waiting' || status === 'running'
    found.set(key, {
      reached: reached + count,
      here: here + (isHere ? count : 0),
      failed: failed + (status === 'failed' ? count : 0),
    })
  }
  return found
}
