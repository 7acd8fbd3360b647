// Edits the graph of an automation in a draft, which becomes the graph when it is published.
import { refusal } from '../../../base/text/refusal.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import type { AutomationRecord } from '../store/automations.ts'
import { findGraphDraft, type GraphDraft, removeGraphDraft, saveGraphDraft } from '../store/drafts.ts'
import { type DraftGraph, draftOf } from './draft.ts'

/** The same limit as for a request of the API. */
export const DRAFT_CHARACTERS_MAX = 1_000_000

/** The edited graph: the draft, or the current graph if there is none. */
export interface EditedGraph {
  graph: DraftGraph
  draft: GraphDraft | undefined
}

export async function findEditedGraph(tx: Tx, { team_id, id, graph }: AutomationRecord): Promise<EditedGraph> {
  const draft = await findGraphDraft(tx, { team_id, automation_id: id })
  return { graph: draft ? { steps: draft.steps, connections: draft.connections } : draftOf(graph), draft }
}

/** Stores a changed graph as the draft. Refuses if the draft differs from the one that the person opened. */
export async function saveEditedGraph(
  { tx, team_id, now }: TeamUnit,
  automation: AutomationRecord,
  { graph, draft, writer_id }: EditedGraph & { writer_id: string },
): Promise<void> {
  const size = JSON.stringify(graph).length
  if (size > DRAFT_CHARACTERS_MAX) {
    const most = DRAFT_CHARACTERS_MAX.toLocaleString('en')
    throw refusal('validation_error', `The steps have more than ${most} characters in total. Shorten one of them.`)
  }
  const saved = await saveGraphDraft(tx, {
    automation_id: automation.id,
    team_id,
    graph_version: draft?.graph_version ?? automation.graph_version,
    ...graph,
    revision: draft?.revision ?? 0,
    writer_id,
    updated_at: now.toISOString(),
  })
  if (!saved) throw changedMeanwhileRefusal()
}

export function changedMeanwhileRefusal(): Error {
  const message =
    'Someone else changed this automation in the meantime. The latest version is shown; repeat your change.'
  return refusal('validation_error', message)
}

export function discardGraphDraft(tx: Tx, { team_id, id }: AutomationRecord): Promise<boolean> {
  return removeGraphDraft(tx, { team_id, automation_id: id })
}
