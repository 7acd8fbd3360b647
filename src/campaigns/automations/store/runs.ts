// Tables of runs and of the steps that they have reached. A step that a run has not reached has no row; it is listed in the
// graph.
import { flag, json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { AnyOf } from '../../../base/store/any-of.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { countRun } from '../../../engagement/quotas/actions.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { Graph } from '../graph/graph.ts'
import { type ReachedStep, type Run, type StepError, stepRecords } from '../engine/run.ts'
import type { AutomationSettings } from '../settings.ts'
import { findSettings, findImmutableGraph } from './automations.ts'
import type { EventPayload } from '../steps/config/variables.ts'

export interface RunRecord extends Run {
  team_id: string
  event_name: string
  /** The payload of the event that started the run. */
  payload: EventPayload
  /** How often the run was advanced. */
  revision: number
  /** Why it ended, if no step was the reason. */
  error: StepError | null
}

/** The key of a run, as in its jobs. */
export interface OneRun {
  team_id: string
  id: string
}

/** A run with its graph, and the current settings of its automation. */
export interface RunWithGraph {
  run: RunRecord
  graph: Graph
  settings: AutomationSettings
}

/** Columns that are used in queries but not read with a run. */
interface Marks {
  waiting: boolean
  /** Whether it is running and a wait of its graph looks back. */
  looks_back: boolean
}

/** A run in the form of its table, where the revision is named `turn`. */
type RunRow = Omit<RunRecord, 'steps' | 'revision'> & { turn: number }

const marked = table<RunRow & Marks>('automation_runs', {
  id: uuid,
  team_id: uuid,
  automation_id: uuid,
  graph_version: number,
  contact_id: uuid,
  event_name: text,
  payload: json<EventPayload>(),
  status: oneOf<Run['status']>(),
  cursor: nullable(text),
  due_at: nullable(text),
  waits_for: nullable(text),
  waits_since: number,
  wait_events: json<Run['wait_events']>(),
  received: json<Run['received']>(),
  heard: json<Run['heard']>(),
  begun_by: number,
  turn: number,
  started_at: nullable(text),
  completed_at: nullable(text),
  created_at: text,
  error: nullable(json<StepError>()),
  waiting: flag,
  looks_back: flag,
})

const isMark = (name: string): name is keyof Marks => name === 'waiting' || name === 'looks_back'
const runs = marked.only(...marked.names.filter(name => !isMark(name)))
const listed = runs.only('id', 'contact_id', 'status', 'started_at', 'completed_at', 'created_at')

const reached = table<ReachedStep & { run_id: string; team_id: string }>('automation_run_steps', {
  run_id: uuid,
  team_id: uuid,
  key: text,
  status: oneOf<ReachedStep['status']>(),
  started_at: nullable(text),
  completed_at: nullable(text),
  output: nullable(json<NonNullable<ReachedStep['output']>>()),
  error: nullable(json<StepError>()),
})

/** The tables, for the statements of other files. */
export const STORED_RUNS = { runs: marked, steps: reached }

export type ListedRun = RecordOf<typeof listed>

const isWaiting = ({ due_at, waits_for }: Pick<Run, 'due_at' | 'waits_for'>): boolean =>
  due_at !== null || waits_for !== null

/** Maximum runs that one transaction cancels; on SQLite it blocks other writes. */
const CANCELLED_AT_ONCE = 200

interface OfAutomation {
  team_id: string
  automation_id: string
}

// uses the indexes that deleting old runs also requires
const list = listed.listByTime('team_id', 'automation_id')
const listWithStatus = listed.listByTime('team_id', 'automation_id', 'status')

const STATUSES = ['a', 'b', 'c', 'd'] as const

type AnyStatus = Record<(typeof STATUSES)[number], string>

const listWithStatuses = listed.listWhere<OfAutomation & AnyStatus>(
  ({ rows, param, params }) => rows.where(params('team_id', 'automation_id')).whereIn('status', STATUSES.map(param)),
  'created_at',
)

const EVERY_STATUS = ['running', 'completed', 'failed', 'cancelled'] as const

const listOfContact = listed.listWhere<OfAutomation & AnyStatus & { contact_id: string }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'automation_id', 'contact_id')).whereIn('status', STATUSES.map(param)),
  'created_at',
)

const byId = runs.find('team_id', 'automation_id', 'id')

const atRevision = runs.query<OneRun & { turn: number }>(({ rows, params }) =>
  rows.where({ ...params('team_id', 'id', 'turn'), status: 'running' }),
)

export const findTeamOfRun = acrossTeams(
  'for jobs created before jobs stored their team',
  runs.only('team_id').find('id'),
).one

const insert = marked.insert()

const ADVANCED = [
  ...(['status', 'cursor', 'due_at', 'waits_for', 'waits_since', 'wait_events'] as const),
  ...(['received', 'heard', 'waiting', 'started_at', 'completed_at'] as const),
]

type AdvancedFields = Pick<RunRow & Marks, 'team_id' | 'id' | 'turn' | (typeof ADVANCED)[number]>

const save = marked.write<AdvancedFields>(({ rows, param, params, knex }) =>
  rows.where({ ...params('team_id', 'id', 'turn'), status: 'running' }).update({
    ...params(...ADVANCED),
    looks_back: knex.raw("case when ? = 'running' then looks_back else 0 end", [param('status')]),
    turn: knex.raw('turn + 1'),
  }),
)

const ENDED_STATUSES = { cursor: null, due_at: null, waits_for: null, waiting: 0, looks_back: 0 }
const CANCELLED = { ...ENDED_STATUSES, status: 'cancelled' }

const cancelSome = marked.write<OfAutomation & { begun_until: string; completed_at: string }>(
  ({ rows, param, params, knex }) => {
    const running = { ...params('team_id', 'automation_id'), status: 'running' }
    const some = knex(marked.name).select('id').where(running).andWhere('created_at', '<=', param('begun_until'))
    return rows
      .where(params('team_id'))
      .whereIn('id', some.limit(CANCELLED_AT_ONCE))
      .update({ ...CANCELLED, ...params('completed_at') })
  },
)

const cancel = marked.write<{ team_id: string; id: string; completed_at: string }>(({ rows, params }) =>
  rows.where({ ...params('team_id', 'id'), status: 'running' }).update({ ...CANCELLED, ...params('completed_at') }),
)

const breakOffRun = marked.write<OneRun & { error: StepError; completed_at: string }>(({ rows, params }) =>
  rows
    .where({ ...params('team_id', 'id'), status: 'running' })
    .update({ ...ENDED_STATUSES, status: 'failed', ...params('error', 'completed_at') }),
)

const OF_ALL_TEAMS = 'an operator counts the runs of all teams'
/** Identical to the condition of the partial index, so that the index is used. */
const RUNNING = "status = 'running'"

/** The last of a number of running runs by id after a given one, if there are that many. */
export const lastRunningOfPart = acrossTeams(
  OF_ALL_TEAMS,
  runs
    .only('id')
    .query<{ after_id: string; before: number }>(
      ({ rows, param }) => rows.whereRaw(RUNNING).andWhere('id', '>', param('after_id')).orderBy('id'),
      'limit 1 offset :before',
    ),
)

export const countRunningPart = acrossTeams(
  OF_ALL_TEAMS,
  statement<{ after_id: string }, { count: number }>((knex, param) =>
    knex(runs.name).count({ count: '*' }).whereRaw(RUNNING).andWhere('id', '>', param('after_id')),
  ),
)

const steps = reached.only('key', 'status', 'started_at', 'completed_at', 'output', 'error').find('team_id', 'run_id')
const insertStep = reached.insert()
const saveStep = reached.update({
  by: ['team_id', 'run_id', 'key'],
  where: { completed_at: null },
  set: ['status', 'completed_at', 'output', 'error'],
})

const automationOf = runs.only('id', 'automation_id').findAny('id', 'team_id')

/** Maximum runs, because a contact can enter an automation many times. */
const RUNS_OF_CONTACT_MAX = 50

/** The latest runs of a contact on these automations, newest first. */
export const listRunsOfContact = new AnyOf<{ team_id: string; contact_id: string }, RunOfContact>(
  (knex, param, automations) =>
    automations
      .rows(runs.name, `${runs.name}.automation_id`)
      .select('id', 'automation_id', 'status', 'created_at')
      .where({ team_id: param('team_id'), contact_id: param('contact_id') })
      .orderBy('created_at', 'desc')
      .limit(RUNS_OF_CONTACT_MAX),
).all

export interface RunOfContact {
  id: string
  automation_id: string
  status: Run['status']
  created_at: string
}

/** The automation of each of these runs that still exists. */
export async function findAutomationsOfRuns(
  tx: Tx,
  team_id: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await automationOf.all(tx, { team_id }, ids)
  return new Map(rows.map(({ id, automation_id }) => [id, automation_id]))
}

/** Which runs of an automation are listed. Without a status or a contact: all. */
interface RunFilter {
  statuses: readonly string[]
  contact_id?: string
}

export function listRuns(
  tx: Tx,
  { team_id, automation_id }: OfAutomation,
  { statuses, contact_id, ...query }: RunFilter & PageQuery,
): Promise<Page<ListedRun>> {
  const of = { team_id, automation_id }
  const [a, b = a, c = b, d = c] = [...new Set(statuses)] as [string?, string?, string?, string?]
  if (contact_id !== undefined) {
    const [e, f, g, h] = a === undefined ? EVERY_STATUS : [a, b!, c!, d!]
    return listOfContact.page(tx, { ...of, contact_id, a: e, b: f, c: g, d: h }, query)
  }
  if (a === undefined) return list.page(tx, of, query)
  if (a === b) return listWithStatus.page(tx, { ...of, status: a as Run['status'] }, query)
  return listWithStatuses.page(tx, { ...of, a, b: b!, c: c!, d: d! }, query)
}

export async function findRun(tx: Tx, of: OfAutomation, id: string): Promise<RunRecord | undefined> {
  return (await findRunWithGraph(tx, of, id))?.run
}

export async function findRunWithGraph(
  tx: Tx,
  { team_id, automation_id }: OfAutomation,
  id: string,
): Promise<RunWithGraph | undefined> {
  return readWithSteps(tx, await tx.get(byId, { team_id, automation_id, id }))
}

/** The run, if it is running and at this revision. */
export async function findRunAt(
  tx: Tx,
  { team_id, id, revision: turn }: OneRun & { revision: number },
): Promise<RunWithGraph | undefined> {
  return readWithSteps(tx, await tx.get(atRevision, { team_id, id, turn }))
}

/** Stores a run before its first step. */
export async function insertRun(tx: Tx, run: RunRecord, looks_back = false): Promise<void> {
  await tx.run(insert, { ...run, turn: run.revision, waiting: isWaiting(run), looks_back })
  tx.counted('automation_runs.begun')
  countRun(tx, run)
}

/**
 * Saves the progress of a run since `before` was read. Throws if it was advanced or canceled meanwhile, or if a step would end
 * twice, so that the whole transaction is rolled back.
 */
export async function saveRun(tx: Tx, before: RunRecord, after: Run): Promise<void> {
  const { team_id, revision, steps } = before
  // a run that was just resumed stays marked until its next wait or its end: unmarking it in between would cost a write
  const waiting = after.status === 'running' && (isWaiting(after) || isWaiting(before))
  const saved = await tx.run(save, { ...after, team_id, waiting, turn: revision })
  if (saved === 0) throw new Error(`Run ${after.id} is no longer at revision ${revision}`)
  if (after.status !== 'running') tx.counted(`automation_runs.${after.status}`)
  for (const [index, record] of after.steps.entries()) {
    const known = steps[index]!
    // a skipped step has no row either
    if (record === known || record.started_at === null) continue
    const isNew = known.started_at === null
    const written = await tx.run(isNew ? insertStep : saveStep, { ...record, team_id, run_id: after.id })
    if (written === 0) throw new Error(`Step ${record.key} of run ${after.id} has already ended`)
  }
}

/** Text that sorts after every start time of a run. */
export const AFTER_ALL_STARTS = '~'

/** Cancels some running runs that started until a time. Returns whether more may remain. */
export async function cancelRuns(tx: Tx, of: OfAutomation & { begun_until: string }, now: Date): Promise<boolean> {
  const cancelled = await tx.run(cancelSome, { ...of, completed_at: now.toISOString() })
  tx.counted('automation_runs.cancelled', cancelled)
  return cancelled === CANCELLED_AT_ONCE
}

/** Fails a run that cannot continue, without reading its state. */
export async function failRun({ tx, team_id, now }: TeamUnit, id: string, error: StepError): Promise<void> {
  const failed = await tx.run(breakOffRun, { team_id, id, error, completed_at: now.toISOString() })
  tx.counted('automation_runs.failed', failed)
}

/** Cancels a run. Returns whether it was running. */
export async function saveCanceledRun(tx: Tx, { team_id, id }: OneRun, now: Date): Promise<boolean> {
  const cancelled = await tx.run(cancel, { team_id, id, completed_at: now.toISOString() })
  tx.counted('automation_runs.cancelled', cancelled)
  return cancelled > 0
}

async function readWithSteps(tx: Tx, row: RunRow | undefined): Promise<RunWithGraph | undefined> {
  const settings = row && (await findSettings(tx, row.team_id, row.automation_id))
  const graph = settings && (await findImmutableGraph(tx, row, row.graph_version))
  if (!graph) return undefined
  const known = await tx.all(steps, { team_id: row.team_id, run_id: row.id })
  const { turn: revision, ...run } = row
  return { run: { ...run, revision, steps: stepRecords(graph, row, known) }, graph, settings }
}
