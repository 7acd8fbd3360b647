import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import { type Graph, triggerOf } from './model.ts'
import type { AutomationRecord } from './rules.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings.ts'

/** An automation as it was read. Saving it asks for the revision that the decision was made on. */
export interface StoredAutomation extends AutomationRecord {
  team_id: string
  revision: number
}

export interface ListedAutomation extends Omit<AutomationRecord, 'graph' | 'settings'> {
  /** What begins a run; `null` as long as there is no graph. */
  event_name: string | null
}

type ListeningAutomation = Pick<AutomationRecord, 'id' | 'graph_version' | 'settings'> & { graph: Graph }

interface GraphColumns {
  steps: string | null
  connections: string | null
}

interface Row extends ListedAutomation {
  team_id: string
  settings: string
  retention_days: number | null
}

const toRow = (team_id: string, { graph, settings, ...automation }: AutomationRecord): Row => ({
  ...automation,
  team_id,
  settings: JSON.stringify(settings),
  retention_days: settings.retention_days,
  event_name: graph && triggerOf(graph).config.event_name,
})

const toGraph = ({ steps, connections }: GraphColumns): Graph | null =>
  steps === null || connections === null
    ? null
    : { steps: JSON.parse(steps) as Graph['steps'], connections: JSON.parse(connections) as Graph['connections'] }

type ReadRow = Row & { revision: number } & GraphColumns

const fromRow = (row: ReadRow): StoredAutomation => {
  const { steps, connections, event_name: _name, retention_days: _days, settings, ...automation } = row
  return { ...automation, graph: toGraph({ steps, connections }), settings: toSettings(settings) }
}

/** A setting that came later than the row is as it is by default. */
const toSettings = (text: string): Settings => ({ ...DEFAULT_SETTINGS, ...(JSON.parse(text) as Partial<Settings>) })

const list = new PagedList<{ team_id: string }, ListedAutomation>((knex, place) =>
  knex('automations').select('*').where('team_id', place('team_id')),
)

const listWithStatus = new PagedList<{ team_id: string; status: string }, ListedAutomation>((knex, place) =>
  knex('automations')
    .select('*')
    .where({ team_id: place('team_id'), status: place('status') }),
)

const NEWEST_GRAPH = { 'automation_graphs.automation_id': 'id', 'automation_graphs.version': 'graph_version' }

const byId = statement<{ team_id: string; id: string }, ReadRow>((knex, place) =>
  knex('automations')
    .leftJoin('automation_graphs', NEWEST_GRAPH)
    .select('automations.*', 'steps', 'connections')
    .where({ id: place('id'), team_id: place('team_id') }),
)

/** Begun in one unit of work, which holds up all others: each has a graph that may be a megabyte long. */
const LISTENING_AT_ONCE = 5

const listening = statement<{ team_id: string; event_name: string; after: string; limit: number }, Row & GraphColumns>(
  (knex, place) => {
    const of = { team_id: place('team_id'), event_name: place('event_name'), status: 'enabled' }
    // on its own, so that what is put in order are ids and not graphs
    const some = knex('automations').select('id').where(of).andWhere('id', '>', place('after')).orderBy('id')
    return knex('automations')
      .join('automation_graphs', NEWEST_GRAPH)
      .select('id', 'graph_version', 'settings', 'steps', 'connections')
      .whereIn('id', some.limit(LISTENING_AT_ONCE))
      .orderBy('id')
  },
  'limit :limit',
)

const graph = statement<{ automation_id: string; version: number }, GraphColumns>((knex, place) =>
  knex('automation_graphs')
    .select('steps', 'connections')
    .where({ automation_id: place('automation_id'), version: place('version') }),
)

const versions = statement<{ automation_id: string }, { version: number }>((knex, place) =>
  knex('automation_graphs').select('version').where('automation_id', place('automation_id')).orderBy('version', 'desc'),
)

const settings = statement<{ id: string }, Pick<Row, 'settings'>>((knex, place) =>
  knex('automations').select('settings').where('id', place('id')),
)

const newestVersion = statement<{ id: string }, Pick<Row, 'graph_version'>>((knex, place) =>
  knex('automations').select('graph_version').where('id', place('id')),
)

const insert = statement<Row>((knex, place) =>
  knex('automations').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    status: place('status'),
    graph_version: place('graph_version'),
    event_name: place('event_name'),
    settings: place('settings'),
    retention_days: place('retention_days'),
    revision: 0,
    created_at: place('created_at'),
    updated_at: place('updated_at'),
  }),
)

const save = statement<Row & { revision: number }>((knex, place) =>
  knex('automations')
    .where({ id: place('id'), team_id: place('team_id'), revision: place('revision') })
    .update({
      name: place('name'),
      status: place('status'),
      graph_version: place('graph_version'),
      event_name: place('event_name'),
      settings: place('settings'),
      retention_days: place('retention_days'),
      revision: knex.raw('revision + 1'),
      updated_at: place('updated_at'),
    }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('automations')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

const insertGraph = statement<{ automation_id: string; version: number; steps: string; connections: string }>(
  (knex, place) =>
    knex('automation_graphs').insert({
      automation_id: place('automation_id'),
      version: place('version'),
      steps: place('steps'),
      connections: place('connections'),
    }),
)

export function listAutomations(
  tx: Tx,
  team_id: string,
  { status, ...query }: PageQuery & { status?: AutomationRecord['status'] },
): Promise<Page<ListedAutomation>> {
  return status ? listWithStatus.page(tx, { team_id, status }, query) : list.page(tx, { team_id }, query)
}

/** At most `most` of the enabled automations behind `after` that begin with this event, each with its newest graph. */
export async function listListening(
  tx: Tx,
  event: { team_id: string; event_name: string },
  after: string,
  most: number,
): Promise<{ automations: ListeningAutomation[]; more: boolean }> {
  const limit = Math.min(most, LISTENING_AT_ONCE)
  const rows = await tx.all(listening, { ...event, after, limit })
  const automations = rows.map(({ id, graph_version, settings, ...row }) => {
    return { id, graph_version, graph: toGraph(row)!, settings: toSettings(settings) }
  })
  return { automations, more: rows.length === limit }
}

/** The version of the newest graph. Not there any more when the automation was removed. */
export async function findNewestVersion(tx: Tx, id: string): Promise<number | undefined> {
  return (await tx.get(newestVersion, { id }))?.graph_version
}

/** Of whatever team: for the runs of the automation. Not there any more when it was removed. */
export async function findSettings(tx: Tx, id: string): Promise<Settings | undefined> {
  const row = await tx.get(settings, { id })
  return row && toSettings(row.settings)
}

export async function findAutomation(tx: Tx, team_id: string, id: string): Promise<StoredAutomation | undefined> {
  const row = await tx.get(byId, { team_id, id })
  return row && fromRow(row)
}

/** The graph of this version; not there any more when the automation was removed. */
export async function findGraph(tx: Tx, automation_id: string, version: number): Promise<Graph | undefined> {
  const row = await tx.get(graph, { automation_id, version })
  return row && toGraph(row)!
}

/** The newest version and those that runs still need, the newest first. */
export async function listVersions(tx: Tx, automation_id: string): Promise<number[]> {
  return (await tx.all(versions, { automation_id })).map(({ version }) => version)
}

/** The graphs that runs were last moved on. A version never changes, and reading one is most of what a turn costs. */
const graphsInUse = new Map<string, Graph>()
const MOST_GRAPHS_IN_USE = 100

/** As `findGraph`, but a graph of an automation that was removed may still be there. */
export async function immutableGraph(tx: Tx, automation_id: string, version: number): Promise<Graph | undefined> {
  const key = `${automation_id} ${version}`
  const found = graphsInUse.get(key) ?? (await findGraph(tx, automation_id, version))
  if (!found) return undefined
  // the oldest entry is the one that was longest not asked for
  graphsInUse.delete(key)
  graphsInUse.set(key, found)
  if (graphsInUse.size > MOST_GRAPHS_IN_USE) graphsInUse.delete(graphsInUse.keys().next().value!)
  return found
}

/** For a process that opens another database, in which ids and versions may stand for other graphs. */
export function forgetGraphsInUse(): void {
  graphsInUse.clear()
}

export async function insertAutomation(tx: Tx, team_id: string, automation: AutomationRecord): Promise<void> {
  await tx.run(insert, toRow(team_id, automation))
  await keepGraph(tx, automation)
}

/**
 * Saves what was decided on `before`, all of it or nothing: false when the automation has been changed since it was read.
 * So a graph is never made of two updates, and an enabled one never changes.
 */
export async function saveAutomation(tx: Tx, before: StoredAutomation, after: AutomationRecord): Promise<boolean> {
  const { team_id, revision } = before
  if ((await tx.run(save, { ...toRow(team_id, after), revision })) === 0) return false
  if (after.graph_version !== before.graph_version) await keepGraph(tx, after)
  return true
}

/** With its graphs. Whether there was such an automation. */
export async function removeAutomation(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}

async function keepGraph(tx: Tx, { id, graph_version, graph }: AutomationRecord): Promise<void> {
  if (!graph) return
  const steps = JSON.stringify(graph.steps)
  const connections = JSON.stringify(graph.connections)
  await tx.run(insertGraph, { automation_id: id, version: graph_version, steps, connections })
}
