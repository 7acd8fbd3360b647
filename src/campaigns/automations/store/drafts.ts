// The graph of an automation while people edit it: at most one for each automation.
import { json, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { table } from '../../../base/store/table.ts'
import type { DraftGraph } from '../drafts/draft.ts'

export interface GraphDraft extends DraftGraph {
  automation_id: string
  team_id: string
  /** The version of the graph that it began with. */
  graph_version: number
  /** Raised by every write. */
  revision: number
  /** The person who changed it last. */
  writer_id: string
  updated_at: string
}

const drafts = table<GraphDraft>('automation_drafts', {
  automation_id: uuid,
  team_id: uuid,
  graph_version: number,
  steps: json<GraphDraft['steps']>(),
  connections: json<GraphDraft['connections']>(),
  revision: number,
  writer_id: uuid,
  updated_at: text,
})

export const findGraphDraft = drafts.find('team_id', 'automation_id').one
export const removeGraphDraft = drafts.remove('team_id', 'automation_id').did

const insert = drafts.insertIfNew('automation_id')
const save = drafts.update({
  by: ['team_id', 'automation_id', 'revision'],
  set: ['steps', 'connections', 'writer_id', 'updated_at'],
  increment: ['revision'],
})

/** Saves a draft that was read with its revision; 0: there was none. Returns false if it was changed since. */
export async function saveGraphDraft(tx: Tx, draft: GraphDraft): Promise<boolean> {
  if (draft.revision === 0) return (await tx.run(insert, { ...draft, revision: 1 })) > 0
  return (await tx.run(save, draft)) > 0
}
