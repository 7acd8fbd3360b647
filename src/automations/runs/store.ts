// Runs are two tables: where a run is, and what became of each step that it has come to. A step that it has not come to
// has no row; its graph knows it.
import type { Tx } from '../../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../../store/page.ts'
import { acrossTeams, statement } from '../../store/statement.ts'
import type { Graph } from '../model.ts'
import { type Reached, type Run, type StepError, type StepRecord, stepsOf } from '../run.ts'
import type { Settings } from '../settings.ts'
import { findSettings, immutableGraph } from '../store.ts'
import type { Payload } from '../variables.ts'

export interface StoredRun extends Run {
  team_id: string
  event_name: string
  /** Payload of the event that began the run. */
  payload: Payload
  /** How often the run has been taken on. */
  turn: number
  /** Why it ended, when that is about no step. */
  error: StepError | null
}

/** A run with the graph that it began with, and how its automation behaves now. */
export interface RunWithGraph {
  run: StoredRun
  graph: Graph
  settings: Settings
}

export type ListedRun = Pick<Run, 'id' | 'contact_id' | 'status' | 'started_at' | 'completed_at' | 'created_at'>

interface Row extends Omit<StoredRun, 'steps' | 'payload' | 'wait_events' | 'heard' | 'error'> {
  payload: string
  wait_events: string
  heard: string
  waiting: number
  /** Whether it is running and a wait of its graph looks back. */
  looks_back: number
  error: string | null
}

interface StepRow extends Omit<Reached, 'output' | 'error'> {
  run_id: string
  output: string | null
  error: string | null
}

const toRow = (stored: StoredRun, looks_back: boolean): Row => {
  const { steps: _rows, ...run } = stored
  return {
    ...run,
    payload: JSON.stringify(run.payload),
    wait_events: JSON.stringify(run.wait_events),
    heard: JSON.stringify(run.heard),
    waiting: Number(isWaiting(run)),
    looks_back: Number(looks_back),
    error: run.error && JSON.stringify(run.error),
  }
}

const fromRow = ({ waiting: _derived, looks_back: _too, ...row }: Row, steps: StepRecord[]): StoredRun => ({
  ...row,
  payload: JSON.parse(row.payload) as Payload,
  wait_events: JSON.parse(row.wait_events) as Run['wait_events'],
  heard: JSON.parse(row.heard) as Run['heard'],
  error: row.error === null ? null : (JSON.parse(row.error) as StepError),
  steps,
})

const isWaiting = ({ due_at, waits_for }: Pick<Run, 'due_at' | 'waits_for'>): boolean =>
  due_at !== null || waits_for !== null

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
const CANCELLED_AT_ONCE = 200

const LISTED = ['id', 'contact_id', 'status', 'started_at', 'completed_at', 'created_at']

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

const EVERY_STATUS = ['running', 'completed', 'failed', 'cancelled'] as const

const listOfContact = new PagedList<
  { automation_id: string; contact_id: string } & Record<'a' | 'b' | 'c' | 'd', string>,
  ListedRun
>((knex, place) =>
  knex('automation_runs')
    .select(LISTED)
    .where({ automation_id: place('automation_id'), contact_id: place('contact_id') })
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
    waits_for: place('waits_for'),
    waits_since: place('waits_since'),
    wait_events: place('wait_events'),
    heard: place('heard'),
    waiting: place('waiting'),
    begun_by: place('begun_by'),
    looks_back: place('looks_back'),
    turn: place('turn'),
    started_at: place('started_at'),
    completed_at: place('completed_at'),
    created_at: place('created_at'),
  }),
)

type Moved =
  | 'id'
  | 'status'
  | 'cursor'
  | 'due_at'
  | 'waits_for'
  | 'waits_since'
  | 'wait_events'
  | 'heard'
  | 'waiting'
  | 'started_at'

const save = statement<Pick<Row, Moved | 'completed_at' | 'turn'>>((knex, place) =>
  knex('automation_runs')
    .where({ id: place('id'), turn: place('turn'), status: 'running' })
    .update({
      status: place('status'),
      cursor: place('cursor'),
      due_at: place('due_at'),
      waits_for: place('waits_for'),
      waits_since: place('waits_since'),
      wait_events: place('wait_events'),
      heard: place('heard'),
      waiting: place('waiting'),
      looks_back: knex.raw("case when ? = 'running' then looks_back else 0 end", [place('status')]),
      turn: knex.raw('turn + 1'),
      started_at: place('started_at'),
      completed_at: place('completed_at'),
    }),
)

const OVER = { cursor: null, due_at: null, waits_for: null, waiting: 0, looks_back: 0 }
const CANCELLED = { ...OVER, status: 'cancelled' }

const cancelSome = statement<{ automation_id: string; begun_until: string; completed_at: string }>((knex, place) => {
  const running = { automation_id: place('automation_id'), status: 'running' }
  const some = knex('automation_runs').select('id').where(running).andWhere('created_at', '<=', place('begun_until'))
  return knex('automation_runs')
    .whereIn('id', some.limit(CANCELLED_AT_ONCE))
    .update({ ...CANCELLED, completed_at: place('completed_at') })
})

const cancel = statement<{ id: string; completed_at: string }>((knex, place) =>
  knex('automation_runs')
    .where({ id: place('id'), status: 'running' })
    .update({ ...CANCELLED, completed_at: place('completed_at') }),
)

const breakOffRun = statement<{ id: string; error: string; completed_at: string }>((knex, place) =>
  knex('automation_runs')
    .where({ id: place('id'), status: 'running' })
    .update({ ...OVER, status: 'failed', error: place('error'), completed_at: place('completed_at') }),
)

const EVERYBODYS = 'an operator counts the runs of all teams'
/** As its index says it. */
const RUNNING = "status = 'running'"

/** The last of so many that are running, by their ids, if there are as many behind this one. */
export const lastRunningOfPart = acrossTeams(
  EVERYBODYS,
  statement<{ after: string; before: number }, { id: string }>(
    (knex, place) =>
      knex('automation_runs').select('id').whereRaw(RUNNING).andWhere('id', '>', place('after')).orderBy('id'),
    'limit 1 offset :before',
  ),
)

export const countRunningPart = acrossTeams(
  EVERYBODYS,
  statement<{ after: string }, { count: number }>((knex, place) =>
    knex('automation_runs').count({ count: '*' }).whereRaw(RUNNING).andWhere('id', '>', place('after')),
  ),
)

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

/** Which runs of an automation are asked for: of all statuses when none is named, of all contacts likewise. */
export interface RunFilter {
  statuses: readonly string[]
  contact_id?: string
}

export function listRuns(
  tx: Tx,
  automation_id: string,
  { statuses, contact_id }: RunFilter,
  query: PageQuery,
): Promise<Page<ListedRun>> {
  const [a, b = a, c = b, d = c] = [...new Set(statuses)] as [string?, string?, string?, string?]
  if (contact_id !== undefined) {
    const [e, f, g, h] = a === undefined ? EVERY_STATUS : [a, b!, c!, d!]
    return listOfContact.page(tx, { automation_id, contact_id, a: e, b: f, c: g, d: h }, query)
  }
  if (a === undefined) return list.page(tx, { automation_id }, query)
  if (a === b) return listWithStatus.page(tx, { automation_id, status: a }, query)
  return listWithStatuses.page(tx, { automation_id, a, b: b!, c: c!, d: d! }, query)
}

export async function findRun(tx: Tx, automation_id: string, id: string): Promise<StoredRun | undefined> {
  return (await findRunWithGraph(tx, automation_id, id))?.run
}

export async function findRunWithGraph(tx: Tx, automation_id: string, id: string): Promise<RunWithGraph | undefined> {
  return withSteps(tx, await tx.get(byId, { automation_id, id }))
}

/** The run, if it is still running and has been taken on exactly `turn` times. */
export async function findRunAt(tx: Tx, id: string, turn: number): Promise<RunWithGraph | undefined> {
  return withSteps(tx, await tx.get(atTurn, { id, turn }))
}

/** A run that has not taken a step yet. */
export async function insertRun(tx: Tx, run: StoredRun, looks_back = false): Promise<void> {
  await tx.run(insert, toRow(run, looks_back))
  tx.counted('automation_runs.begun')
}

/**
 * Saves how far a run has come since `before` was read. Throws when it was taken on or cancelled meanwhile, or when a
 * step would end a second time: then nothing of this unit may stay.
 */
export async function saveRun(tx: Tx, before: StoredRun, after: Run): Promise<void> {
  const { turn, steps } = before
  // a run that was just woken is on its way to its next wait or its end: to say so in between would cost a write
  const waiting = Number(after.status === 'running' && (isWaiting(after) || isWaiting(before)))
  const { wait_events, heard } = after
  const moved = { ...after, wait_events: JSON.stringify(wait_events), heard: JSON.stringify(heard), waiting, turn }
  if ((await tx.run(save, moved)) === 0) throw new Error(`Run ${after.id} is not at turn ${turn} any more`)
  if (after.status !== 'running') tx.counted(`automation_runs.${after.status}`)
  for (const [index, record] of after.steps.entries()) {
    const known = steps[index]!
    // a step that was passed over has no row either
    if (record === known || record.started_at === null) continue
    const isNew = known.started_at === null
    const written = await tx.run(isNew ? insertStep : saveStep, toStepRow(after.id, record))
    if (written === 0) throw new Error(`Step ${record.key} of run ${after.id} has ended before`)
  }
}

/** Cancels some of the running ones that were begun until that moment; whether more may be left. */
export async function cancelRuns(tx: Tx, automation_id: string, begun_until: string, now: Date): Promise<boolean> {
  const completed_at = now.toISOString()
  const cancelled = await tx.run(cancelSome, { automation_id, begun_until, completed_at })
  tx.counted('automation_runs.cancelled', cancelled)
  return cancelled === CANCELLED_AT_ONCE
}

/** Ends a run that cannot go on, whatever is stored of it. */
export async function breakOff(tx: Tx, id: string, error: StepError, now: Date): Promise<void> {
  const failed = await tx.run(breakOffRun, { id, error: JSON.stringify(error), completed_at: now.toISOString() })
  tx.counted('automation_runs.failed', failed)
}

/** Whether it was running. */
export async function cancelRun(tx: Tx, id: string, now: Date): Promise<boolean> {
  const cancelled = await tx.run(cancel, { id, completed_at: now.toISOString() })
  tx.counted('automation_runs.cancelled', cancelled)
  return cancelled > 0
}

async function withSteps(tx: Tx, row: Row | undefined): Promise<RunWithGraph | undefined> {
  const settings = row && (await findSettings(tx, row.automation_id))
  const graph = settings && (await immutableGraph(tx, row.automation_id, row.graph_version))
  if (!graph) return undefined
  const reached = (await tx.all(steps, { run_id: row.id })).map(fromStepRow)
  return { run: fromRow(row, stepsOf(graph, row, reached)), graph, settings }
}
