import { json, nullable, oneOf, text, uuid } from '../store/column.ts'
import type { Tx } from '../store/database.ts'
import type { Page, PageQuery } from '../store/page.ts'
import { table } from '../store/table.ts'
import type { Broadcast, BroadcastContent, BroadcastRecord, BroadcastStatus } from './rules.ts'

const broadcasts = table<BroadcastRecord>('broadcasts', {
  id: uuid,
  team_id: uuid,
  name: text,
  segment_id: nullable(uuid),
  topic_id: nullable(uuid),
  status: oneOf<BroadcastStatus>(),
  from: nullable(text),
  subject: nullable(text),
  reply_to: nullable(json<string[]>()),
  preview_text: nullable(text),
  created_at: text,
  updated_at: text,
  scheduled_at: nullable(text),
  sent_at: nullable(text),
  snapshot_at: nullable(text),
})

/** Apart from what is written again with each step. */
const contents = table<BroadcastContent & { broadcast_id: string; team_id: string }>('broadcast_contents', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
})

const list = broadcasts.list('team_id')
const byId = broadcasts.find('team_id', 'id')
const contentOf = contents.find('team_id', 'broadcast_id')
const insert = broadcasts.insert()
const insertContent = contents.insert()
const save = broadcasts.update({
  // as it was read: what is being sent changes no more
  by: ['team_id', 'id', 'status'],
  set: ['name', 'segment_id', 'topic_id', 'from', 'subject', 'reply_to', 'preview_text', 'updated_at'],
})
const saveContent = contents.update({ by: ['team_id', 'broadcast_id'], set: ['html', 'text'] })
const remove = broadcasts.remove('team_id', 'id', 'status')
const removeContent = contents.remove('team_id', 'broadcast_id')

/** Newest first. */
export function listBroadcasts(tx: Tx, team_id: string, query: PageQuery): Promise<Page<BroadcastRecord>> {
  return list.page(tx, { team_id }, query)
}

export function findBroadcast(tx: Tx, team_id: string, id: string): Promise<BroadcastRecord | undefined> {
  return tx.get(byId, { team_id, id: id.toLowerCase() })
}

/** A broadcast always has one. */
export async function findContent(tx: Tx, { team_id, id }: BroadcastRecord): Promise<BroadcastContent> {
  const { html, text } = (await tx.get(contentOf, { team_id, broadcast_id: id }))!
  return { html, text }
}

export function insertBroadcast(tx: Tx, { broadcast, content }: Broadcast): void {
  tx.put(insert, broadcast)
  tx.put(insertContent, { ...content, broadcast_id: broadcast.id, team_id: broadcast.team_id })
}

/** `otherwise`: it is not as it was read any more. */
export function saveBroadcast(tx: Tx, { broadcast, content }: Broadcast, otherwise: () => Error): void {
  tx.must(save, broadcast, otherwise)
  tx.put(saveContent, { ...content, broadcast_id: broadcast.id, team_id: broadcast.team_id })
}

/** With its content. `otherwise`: it is not as it was read any more. */
export function removeBroadcast(tx: Tx, { team_id, id, status }: BroadcastRecord, otherwise: () => Error): void {
  tx.must(remove, { team_id, id, status }, otherwise)
  tx.put(removeContent, { team_id, broadcast_id: id })
}
