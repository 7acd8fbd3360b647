// The graph of an automation while people edit it: at most one for each automation.
import { json, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { table } from '../../../base/store/table.ts'
import type { DraftGraph } from '../drafts/draft.ts'
import { openSteps, sealSteps, type StoredSteps } from './sealed.ts'

export interface GraphDraft extends DraftGraph {
  automation_id: string
  team_id: string
  /** The version of the graph that the draft is based on. */
  graph_version: number
  /** Incremented by every write. */
  revision: number
  /** The user who last changed it. */
  writer_id: string
  updated_at: string
}

const drafts = table('automation_drafts', {
  automation_id: uuid,
  team_id: uuid,
  graph_version: number,
  /** Sealed if one of them sends requests to another server. */
  steps: json<StoredSteps<GraphDraft['steps']>>(),
  connections: json<GraphDraft['connections']>(),
  revision: number,
  writer_id: uuid,
  updated_at: text,
})

const find = drafts.find('team_id', 'automation_id')
export const removeGraphDraft = drafts.remove('team_id', 'automation_id').did

const insert = drafts.insertIfNew('automation_id')
const save = drafts.update({
  by: ['team_id', 'automation_id', 'revision'],
  set: ['steps', 'connections', 'writer_id', 'updated_at'],
  increment: ['revision'],
})

/** The draft of an automation, if there is one. */
export async function findGraphDraft(
  tx: Tx,
  of: Pick<GraphDraft, 'team_id' | 'automation_id'>,
): Promise<GraphDraft | undefined> {
  const row = await tx.get(find, of)
  return row && { ...row, steps: await openSteps(tx, row.steps) }
}

/** Saves a draft that was read with its revision; 0 if there was none. Returns false if it was changed since. */
export async function saveGraphDraft(tx: Tx, draft: GraphDraft): Promise<boolean> {
  const row = { ...draft, steps: await sealSteps(tx, draft.steps, new Date(draft.updated_at)) }
  if (draft.revision === 0) return (await tx.run(insert, { ...row, revision: 1 })) > 0
  return (await tx.run(save, row)) > 0
}
