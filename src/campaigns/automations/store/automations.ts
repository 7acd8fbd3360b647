// Tables of automations and of their graphs.
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { type Graph, triggerOf } from '../graph/graph.ts'
import type { Automation } from '../rules.ts'
import { DEFAULT_SETTINGS, type AutomationSettings } from '../settings.ts'
import { openSteps, sealSteps, type StoredSteps } from './sealed.ts'

/** An automation as it was read. Saving it requires that its revision is unchanged. */
export interface AutomationRecord extends Automation {
  team_id: string
  revision: number
}

export interface ListedAutomation extends Omit<Automation, 'graph' | 'settings'> {
  /** The event that starts a run; `null` while there is no graph. */
  event_name: string | null
}

type ListeningAutomation = Pick<Automation, 'id' | 'graph_version' | 'settings'> & { graph: Graph }

const automations = table('automations', {
  id: uuid,
  team_id: uuid,
  name: text,
  status: oneOf<Automation['status']>(),
  graph_version: number,
  /** The event that starts a run; `null` while there is no graph. */
  event_name: nullable(text),
  /** Without settings that are newer than the row. */
  settings: json<Partial<AutomationSettings>>(),
  /** A copy from the settings, for queries. */
  retention_days: nullable(number),
  /** Incremented by every write. */
  revision: number,
  created_at: text,
  updated_at: text,
})

const graphs = table('automation_graphs', {
  automation_id: uuid,
  team_id: uuid,
  version: number,
  /** Sealed if one of them sends requests to another server. */
  steps: json<StoredSteps<Graph['steps']>>(),
  connections: json<Graph['connections']>(),
})

interface OfAutomation {
  team_id: string
  automation_id: string
}

const NEWEST = { team_id: 'team_id', automation_id: 'id', version: 'graph_version' } as const

const newest = automations.leftJoin(graphs, NEWEST, {
  steps: nullable(graphs.columns.steps),
  connections: nullable(graphs.columns.connections),
})

type AutomationRow = RecordOf<typeof automations>

const toRow = (
  { team_id, revision }: Pick<AutomationRow, 'team_id' | 'revision'>,
  { graph, settings, ...automation }: Automation,
): AutomationRow => ({
  ...automation,
  team_id,
  revision,
  settings,
  retention_days: settings.retention_days,
  event_name: graph && triggerOf(graph).config.event_name,
})

type GraphRow = Pick<RecordOf<typeof newest>, 'steps' | 'connections'>

async function toGraph(tx: Tx, { steps, connections }: GraphRow): Promise<Graph | null> {
  return steps && connections ? { steps: await openSteps(tx, steps), connections } : null
}

async function fromRow(tx: Tx, row: RecordOf<typeof newest>): Promise<AutomationRecord> {
  const { steps, connections, event_name: _name, retention_days: _days, settings, ...automation } = row
  return { ...automation, graph: await toGraph(tx, { steps, connections }), settings: toSettings(settings) }
}

/** The stored settings. A setting that was introduced after the row was written gets its default. */
const toSettings = (stored: Partial<AutomationSettings>): AutomationSettings => ({ ...DEFAULT_SETTINGS, ...stored })

const listed = automations.only('id', 'name', 'status', 'graph_version', 'event_name', 'created_at', 'updated_at')
const list = listed.list('team_id')
const listWithStatus = listed.list('team_id', 'status')
const byId = newest.find('team_id', 'id')

/**
 * Maximum automations whose runs one transaction starts: on SQLite it blocks other writes, and each graph can be a megabyte
 * long.
 */
const LISTENING_AT_ONCE = 5

const begun = newest.only('id', 'graph_version', 'settings', 'steps', 'connections')

/**
 * Enabled automations that an event triggers. On PostgreSQL they are locked (FOR SHARE) until their runs are written: a request
 * that stops or removes one waits for that, and an automation that was stopped earlier starts no run.
 */
const listening = begun.query<{ team_id: string; event_name: string; after_id: string }>(({ param, params, knex }) => {
  // a subquery, so that ids are sorted and not graphs; it comes first, because SQLite preserves the order of a cross join
  const some = knex(automations.name)
    .select({ listening: 'id' })
    .where({ ...params('team_id', 'event_name'), status: 'enabled' })
    .andWhere('id', '>', param('after_id'))
    .orderBy('id')
    .limit(LISTENING_AT_ONCE)
  return knex
    .from(some.as('some_ids'))
    .crossJoin(knex.ref(automations.name))
    .join(graphs.name, { automation_id: 'id', version: 'graph_version' })
    .select(begun.names)
    .where({ ...params('team_id'), id: knex.ref('listening') })
    .andWhere('automation_graphs.team_id', param('team_id'))
    .forShare(automations.name)
})

const graph = graphs.only('steps', 'connections').find('team_id', 'automation_id', 'version')

const versions = graphs
  .only('version')
  .query<OfAutomation>(({ rows, params }) => rows.where(params('team_id', 'automation_id')).orderBy('version', 'desc'))

const settingsOf = automations.only('settings').find('team_id', 'id')

/**
 * The version of the newest graph, and the revision, which every write increments; `undefined` if the automation was removed.
 */
export const findVersions = automations.only('graph_version', 'revision').find('team_id', 'id').one

// the runs of a removed automation identify its team for a while
export const findTeamOfAutomation = acrossTeams(
  'for jobs created before jobs stored their team',
  statement<{ id: string }, { team_id: string }>(
    (knex, param) =>
      knex('automations')
        .select('team_id')
        .where('id', param('id'))
        .unionAll([
          knex('automation_runs').select('team_id').where('automation_id', param('id')),
          knex('automation_entries').select('team_id').where('automation_id', param('id')),
        ]),
    'limit 1',
  ),
).one

const insert = automations.insert()

const save = automations.update({
  by: ['id', 'team_id', 'revision'],
  set: ['name', 'status', 'graph_version', 'event_name', 'settings', 'retention_days', 'updated_at'],
  increment: ['revision'],
})

/** Excludes indexed columns: every column that is set causes a write to its index, even with the same value. */
const saveRest = automations.update({
  by: ['id', 'team_id', 'revision'],
  set: ['name', 'settings', 'retention_days', 'updated_at'],
  increment: ['revision'],
})

/** Removes the automation with its graphs. Returns whether it existed. */
export const removeAutomation = automations.remove('team_id', 'id').did
const insertGraph = graphs.insert().put

/** Newest first, without their graphs. */
export function listAutomations(
  tx: Tx,
  team_id: string,
  { status, ...query }: PageQuery & { status?: Automation['status'] },
): Promise<Page<ListedAutomation>> {
  return status ? listWithStatus.page(tx, { team_id, status }, query) : list.page(tx, { team_id }, query)
}

/** At most `most` of the enabled automations after `after_id` that this event triggers, each with its newest graph. */
export async function listTriggeredBy(
  tx: Tx,
  event: { team_id: string; event_name: string; after_id: string },
  most: number,
): Promise<{ automations: ListeningAutomation[]; more: boolean }> {
  const limit = Math.min(most, LISTENING_AT_ONCE)
  const rows = await tx.all(listening, event)
  const some = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit)
  const automations: ListeningAutomation[] = []
  for (const { id, graph_version, settings, ...row } of some) {
    automations.push({ id, graph_version, graph: (await toGraph(tx, row))!, settings: toSettings(settings) })
  }
  return { automations, more: some.length === limit }
}

/** The settings; `undefined` if the automation was removed. */
export async function findSettings(tx: Tx, team_id: string, id: string): Promise<AutomationSettings | undefined> {
  const row = await tx.get(settingsOf, { team_id, id })
  return row && toSettings(row.settings)
}

/** The automation with its newest graph. */
export async function findAutomation(tx: Tx, team_id: string, id: string): Promise<AutomationRecord | undefined> {
  const row = await tx.get(byId, { team_id, id })
  return row && fromRow(tx, row)
}

/** The graph of this version; `undefined` if the automation was removed. */
export async function findGraph(
  tx: Tx,
  { team_id, automation_id }: OfAutomation,
  version: number,
): Promise<Graph | undefined> {
  const row = await tx.get(graph, { team_id, automation_id, version })
  return row && (await toGraph(tx, row))!
}

/** The newest version of the graph and those that runs still require, newest first. */
export async function listGraphVersions(
  tx: Tx,
  { team_id, id }: Pick<AutomationRecord, 'team_id' | 'id'>,
): Promise<number[]> {
  return (await tx.all(versions, { team_id, automation_id: id })).map(({ version }) => version)
}

/**
 * Maximum cached graphs that were last used to advance runs. A version never changes, and reading one is most of the cost of
 * advancing.
 */
const GRAPHS_IN_USE_MAX = 100
const graphsInUse = new BoundedMap<string, Graph>(GRAPHS_IN_USE_MAX)

/** Like `findGraph`, but may return a cached graph of an automation that was removed. */
export async function findImmutableGraph(tx: Tx, of: OfAutomation, version: number): Promise<Graph | undefined> {
  const key = `${of.automation_id} ${version}`
  const found = graphsInUse.get(key) ?? (await findGraph(tx, of, version))
  if (!found) return undefined
  // set again at each use, so that the least recently used entry is evicted
  graphsInUse.set(key, found)
  return found
}

/** Empties the cache, for a process that opens another database, where the same ids and versions may refer to other graphs. */
export function clearGraphCache(): void {
  graphsInUse.clear()
}

export async function insertAutomation(tx: Tx, team_id: string, automation: Automation): Promise<void> {
  tx.put(insert, toRow({ team_id, revision: 0 }, automation))
  await putGraph(tx, team_id, automation)
}

/**
 * Saves changes based on `before`, as a whole. Returns false if the automation was changed since it was read, so that a graph
 * never mixes two updates and an enabled graph never changes.
 */
export async function saveAutomation(tx: Tx, before: AutomationRecord, after: Automation): Promise<boolean> {
  const hasOtherGraph = after.graph_version !== before.graph_version
  const how = hasOtherGraph || after.status !== before.status ? save : saveRest
  if ((await tx.run(how, toRow(before, after))) === 0) return false
  if (hasOtherGraph) await putGraph(tx, before.team_id, after)
  return true
}

/** Stores the graph of an automation that was just created or updated. */
async function putGraph(tx: Tx, team_id: string, { id, graph_version, graph, updated_at }: Automation): Promise<void> {
  if (!graph) return
  const steps = await sealSteps(tx, graph.steps, new Date(updated_at))
  insertGraph(tx, { ...graph, steps, team_id, automation_id: id, version: graph_version })
}
