// Automations for other modules, and the lookups that several parts of this module share.
import type { InSchemas } from '../../../generated/api.ts'
import { findPropertiesByKey } from '../../audience/contact-properties/actions.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { refusal } from '../../base/text/refusal.ts'
import { findManualSegments } from '../../audience/segments/store.ts'
import { findForeignFroms } from '../../identity/domains/actions.ts'
import type { TeamTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { ROWS_PER_COUNT } from '../../base/store/scan.ts'
import { findTemplateFacts } from '../../mail/templates/actions.ts'
import { findTopics } from '../../audience/topics/actions.ts'
import type { Graph } from './graph/graph.ts'
import type { Problem } from './graph/problems.ts'
import type { ExistingObjects, NamedObjects } from './graph/names.ts'
import { namedObjects, readinessProblems } from './graph/readiness.ts'
import { type Automation, newAutomation, duplicatedAutomation, namesToCheck, updatedAutomation } from './rules.ts'
import { removeUnusedGraphs, listWithRetention } from './store/retention.ts'
import { countRunningPart, lastRunningOfPart } from './store/runs.ts'
import * as store from './store/automations.ts'
import type { AutomationRecord } from './store/automations.ts'

const DAY_MS = 86_400_000

/** Those of the objects named in a graph that exist in the team. */
export async function findNamedObjects(tx: Tx, team_id: string, named: NamedObjects): Promise<ExistingObjects> {
  const { segments, topics, properties } = named
  const templates: ExistingObjects['templates'] =
    named.templates.length > 0 ? await findTemplateFacts(tx, team_id, [...named.templates]) : new Map()
  const senders = [...named.senders, ...[...templates.values()].flatMap(({ from }) => from ?? [])]
  return {
    templates,
    senders: await findForeignFroms({ tx, team_id }, senders),
    segments: segments.length > 0 ? await findManualSegments(tx, team_id, segments) : new Set(),
    topics: topics.length > 0 ? new Set((await findTopics(tx, team_id, topics)).keys()) : new Set(),
    properties: properties.length > 0 ? new Set((await findPropertiesByKey(tx, team_id)).keys()) : new Set(),
  }
}

/** One version of an automation's graph. */
export async function findGraphVersion(
  tx: Tx,
  automation: AutomationRecord,
  version: number,
): Promise<Graph | undefined> {
  const { id: automation_id, team_id, graph, graph_version } = automation
  return version === graph_version ? (graph ?? undefined) : store.findGraph(tx, { team_id, automation_id }, version)
}

/** All problems that prevent enabling the automation. */
export async function findEnablingProblems(tx: Tx, { team_id, graph }: AutomationRecord): Promise<Problem[]> {
  return readinessProblems(graph, await findNamedObjects(tx, team_id, namedObjects(graph)))
}

/**
 * Refuses (403) a graph with a sender whose domain another team has verified. Senders of the previous graph are not checked
 * again.
 */
async function refuseForeignSenders(unit: TeamTx, graph: Graph | null, before: Graph | null): Promise<void> {
  const known = new Set(namedObjects(before).senders)
  const foreign = await findForeignFroms(
    unit,
    namedObjects(graph).senders.filter(from => !known.has(from)),
  )
  for (const step of foreign.size > 0 ? graph!.steps : []) {
    const refused = namedObjects({ steps: [step] }).senders.flatMap(from => foreign.get(from) ?? [])[0]
    if (refused) throw refusal('validation_error', `Step "${step.key}": ${refused.message}`, refused.status)
  }
}

/** Creates an automation. Refuses an unsound graph, and the senders that `refuseForeignSenders` refuses. */
export async function createAutomation(
  { tx, team_id, now }: TeamUnit,
  body: InSchemas['CreateAutomation'],
): Promise<Automation> {
  const known = await findNamedObjects(tx, team_id, namesToCheck(undefined, body))
  const automation = newAutomation(body, { id: tx.newId('automations'), now, known })
  await refuseForeignSenders({ tx, team_id }, automation.graph, null)
  await store.insertAutomation(tx, team_id, automation)
  return automation
}

/** A disabled copy with the newest graph. */
export async function duplicateAutomation(
  { tx, team_id, now }: TeamUnit,
  automation: AutomationRecord,
): Promise<Automation> {
  const copy = duplicatedAutomation(automation, tx.newId('automations'), now)
  await store.insertAutomation(tx, team_id, copy)
  return copy
}

/**
 * Deletes the automation with its graphs, so that no run takes another step. A job cancels the runs. Returns whether the
 * automation existed.
 */
export async function removeAutomation({ tx, team_id, now }: TeamUnit, id: string): Promise<boolean> {
  const was_there = await store.removeAutomation(tx, { team_id, id })
  if (was_there) await enqueue(tx, 'cancel_runs', { team_id, automation_id: id }, now)
  return was_there
}

/** Updates an automation according to the rules, and saves it. Refuses what the rules refuse. */
export async function updateAutomation(
  { tx, team_id, now }: TeamUnit,
  automation: AutomationRecord,
  patch: InSchemas['UpdateAutomation'],
): Promise<Automation> {
  const known = await findNamedObjects(tx, team_id, namesToCheck(automation, patch))
  const after = updatedAutomation(automation, patch, { now, known })
  if (after.graph_version > automation.graph_version)
    await refuseForeignSenders({ tx, team_id }, after.graph, automation.graph)
  await saveAutomationChange(tx, automation, after)
  if (after.graph_version > automation.graph_version)
    removeUnusedGraphs(tx, { team_id, automation_id: automation.id, version: after.graph_version })
  return after
}

/** Saves an automation. Refuses if another request has changed it since it was read. */
export async function saveAutomationChange(tx: Tx, before: AutomationRecord, after: Automation): Promise<void> {
  if (await store.saveAutomation(tx, before, after)) return
  const message = 'Another request changed the automation at the same time. Reload it and try again.'
  throw refusal('service_unavailable', message)
}

const REMOVALS_AT_ONCE = 100

/**
 * Enqueues the jobs that delete runs older than the retention, for some automations after the given id. Returns the id to
 * continue after, if more may remain.
 */
export async function enqueueRunRemovals(tx: Tx, now: Date, after: string): Promise<string | undefined> {
  const some = await listWithRetention(tx, { after_id: after, limit: REMOVALS_AT_ONCE })
  for (const { id, team_id, retention_days } of some) {
    const before = new Date(now.getTime() - retention_days * DAY_MS).toISOString()
    await enqueue(tx, 'forget_runs', { team_id, automation_id: id, before }, now)
  }
  return some.length === REMOVALS_AT_ONCE ? some.at(-1)!.id : undefined
}

/** Maximum running runs that are counted. */
export const RUNNING_COUNTED_MAX = 250_000

/** Counts the running runs of all teams, in parts, so that other work runs in between. */
export async function countRunning(tx: Tx): Promise<number> {
  let after = ''
  for (let counted = 0; counted < RUNNING_COUNTED_MAX; counted += ROWS_PER_COUNT) {
    const last = await tx.get(lastRunningOfPart, { after_id: after, before: ROWS_PER_COUNT - 1 })
    if (!last) return counted + (await tx.get(countRunningPart, { after_id: after }))!.count
    after = last.id
    await tx.pause()
  }
  return RUNNING_COUNTED_MAX
}
