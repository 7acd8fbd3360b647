// Runs are two tables: where a run is, and what became of each step that it has come to. A step that it has not come to
// has no row; its graph knows it.
import type { Tx } from '../../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../../store/page.ts'
import { statement } from '../../store/statement.ts'
import type { Graph } from '../graph.ts'
import { type Reached, type Run, type StepRecord, stepsOf } from '../run.ts'
import { findGraph } from '../store.ts'
import type { Payload } from '../variables.ts'

export interface StoredRun extends Run {
  team_id: string
  event_name: string
  /** Payload of the event that began the run. */
  payload: Payload
  /** How often the run has been taken on. */
  turn: number
}

/** A run with the graph that it began with. */
export interface RunWithGraph {
  run: StoredRun
  graph: Graph
}

type ListedRun = Pick<Run, 'id' | 'status' | 'started_at' | 'completed_at' | 'created_at'>

interface Row extends Omit<StoredRun, 'steps' | 'payload'> {
  payload: string
}

interface StepRow extends Omit<Reached, 'output' | 'error'> {
  run_id: string
  output: string | null
  error: string | null
}

const toRow = (stored: StoredRun): Row => {
  const { steps: _rows, ...run } = stored
  return { ...run, payload: JSON.stringify(run.payload) }
}

const fromRow = (row: Row, steps: StepRecord[]): StoredRun => ({
  ...row,
  payload: JSON.parse(row.payload) as Payload,
  steps,
})

const toStepRow = (run_id: string, { key, status, started_at, completed_at, output, error }: StepRecord): StepRow => ({
  run_id,
  key,
  status,
  started_at,
  completed_at,
  output: output && JSON.stringify(output),
  error: error && JSON.stringify(error),
})

const fromStepRow = (row: StepRow): Reached => ({
  key: row.key,
  status: row.status,
  started_at: row.started_at,
  completed_at: row.completed_at,
  output: row.output === null ? null : (JSON.parse(row.output) as StepRecord['output']),
  error: row.error === null ? null : (JSON.parse(row.error) as StepRecord['error']),
})

/** In one unit of work, which holds up all others. */
const CANCELLED_AT_ONCE = 1000

const LISTED = ['id', 'status', 'started_at', 'completed_at', 'created_at']

const list = new PagedList<{ automation_id: string }, ListedRun>((knex, place) =>
  knex('automation_runs').select(LISTED).where('automation_id', place('automation_id')),
)

const listWithStatus = new PagedList<{ automation_id: string; status: string }, ListedRun>((knex, place) =>
  knex('automation_runs')
    .select(LISTED)
    .where({ automation_id: place('automation_id'), status: place('status') }),
)

const STATUSES = ['a', 'b', 'c', 'd'] as const

const listWithStatuses = new PagedList<{ automation_id: string } & Record<'a' | 'b' | 'c' | 'd', string>, ListedRun>(
  (knex, place) =>
    knex('automation_runs')
      .select(LISTED)
      .where('automation_id', place('automation_id'))
      .whereIn('status', STATUSES.map(place)),
)

const byId = statement<{ automation_id: string; id: string }, Row>((knex, place) =>
  knex('automation_runs')
    .select('*')
    .where({ id: place('id'), automation_id: place('automation_id') }),
)

const atTurn = statement<{ id: string; turn: number }, Row>((knex, place) =>
  knex('automation_runs')
    .select('*')
    .where({ id: place('id'), turn: place('turn'), status: 'running' }),
)

const insert = statement<Row>((knex, place) =>
  knex('automation_runs').insert({
    id: place('id'),
    team_id: place('team_id'),
    automation_id: place('automation_id'),
    graph_version: place('graph_version'),
    contact_id: place('contact_id'),
    event_name: place('event_name'),
    payload: place('payload'),
    status: place('status'),
    cursor: place('cursor'),
    due_at: place('due_at'),
    turn: place('turn'),
    started_at: place('started_at'),
    completed_at: place('completed_at'),
    created_at: place('created_at'),
  }),
)

const save = statement<
  Pick<Run, 'id' | 'status' | 'cursor' | 'due_at' | 'started_at' | 'completed_at'> & { turn: number }
>((knex, place) =>
  knex('automation_runs')
    .where({ id: place('id'), turn: place('turn'), status: 'running' })
    .update({
      status: place('status'),
      cursor: place('cursor'),
      due_at: place('due_at'),
      turn: knex.raw('turn + 1'),
      started_at: place('started_at'),
      completed_at: place('completed_at'),
    }),
)

const cancelSome = statement<{ automation_id: string; completed_at: string }>((knex, place) => {
  const running = { automation_id: place('automation_id'), status: 'running' }
  return knex('automation_runs')
    .whereIn('id', knex('automation_runs').select('id').where(running).limit(CANCELLED_AT_ONCE))
    .update({ status: 'cancelled', cursor: null, due_at: null, completed_at: place('completed_at') })
})

const steps = statement<{ run_id: string }, StepRow>((knex, place) =>
  knex('automation_run_steps').select('*').where('run_id', place('run_id')),
)

const insertStep = statement<StepRow>((knex, place) =>
  knex('automation_run_steps').insert({
    run_id: place('run_id'),
    key: place('key'),
    status: place('status'),
    started_at: place('started_at'),
    completed_at: place('completed_at'),
    output: place('output'),
    error: place('error'),
  }),
)

const saveStep = statement<StepRow>((knex, place) =>
  knex('automation_run_steps')
    .where({ run_id: place('run_id'), key: place('key'), completed_at: null })
    .update({
      status: place('status'),
      completed_at: place('completed_at'),
      output: place('output'),
      error: place('error'),
    }),
)

export function listRuns(
  tx: Tx,
  automation_id: string,
  statuses: readonly string[],
  query: PageQuery,
): Promise<Page<ListedRun>> {
  const [a, b = a, c = b, d = c] = [...new Set(statuses)] as [string?, string?, string?, string?]
  if (a === undefined) return list.page(tx, { automation_id }, query)
  if (a === b) return listWithStatus.page(tx, { automation_id, status: a }, query)
  return listWithStatuses.page(tx, { automation_id, a, b: b!, c: c!, d: d! }, query)
}

export async function findRun(tx: Tx, automation_id: string, id: string): Promise<StoredRun | undefined> {
  return (await withSteps(tx, await tx.get(byId, { automation_id, id })))?.run
}

/** The run, if it is still running and has been taken on exactly `turn` times. */
export async function findRunAt(tx: Tx, id: string, turn: number): Promise<RunWithGraph | undefined> {
  return withSteps(tx, await tx.get(atTurn, { id, turn }))
}

/** A run that has not taken a step yet. */
export async function insertRun(tx: Tx, run: StoredRun): Promise<void> {
  await tx.run(insert, toRow(run))
}

/**
 * Saves how far a run has come since `before` was read. Throws when it was taken on or cancelled meanwhile, or when a
 * step would end a second time: then nothing of this unit may stay.
 */
export async function saveRun(tx: Tx, { turn, steps }: StoredRun, after: Run): Promise<void> {
  if ((await tx.run(save, { ...after, turn })) === 0) throw new Error(`Run ${after.id} is not at turn ${turn} any more`)
  for (const [index, record] of after.steps.entries()) {
    const before = steps[index]!
    // a step that was passed over has no row either
    if (record === before || record.started_at === null) continue
    const isNew = before.started_at === null
    const written = await tx.run(isNew ? insertStep : saveStep, toStepRow(after.id, record))
    if (written === 0) throw new Error(`Step ${record.key} of run ${after.id} has ended before`)
  }
}

/** Cancels some of the running ones; whether more may be left. */
export async function cancelRuns(tx: Tx, automation_id: string, now: Date): Promise<boolean> {
  return (await tx.run(cancelSome, { automation_id, completed_at: now.toISOString() })) === CANCELLED_AT_ONCE
}

async function withSteps(tx: Tx, row: Row | undefined): Promise<RunWithGraph | undefined> {
  const graph = row && (await findGraph(tx, row.automation_id, row.graph_version))
  if (!graph) return undefined
  const reached = (await tx.all(steps, { run_id: row.id })).map(fromStepRow)
  return { run: fromRow(row, stepsOf(graph, row, reached)), graph }
}
