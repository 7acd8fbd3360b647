import { json, nullable, number, oneOf, orElse, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { table } from '../../base/store/table.ts'
import {
  type Broadcast,
  type BroadcastContent,
  type BroadcastRecord,
  type BroadcastStatus,
  type Asker,
  movedOn,
  WRITTEN_FIELDS,
} from './rules.ts'
import { DEFAULT_HOURS, type Hours } from './sending/hours.ts'

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
  scheduled_by: nullable(json<Asker>()),
  paused_at: nullable(text),
  per_minute: nullable(number),
  per_minute_per_destination: nullable(number),
  quiet_hours: nullable(json<NonNullable<Hours['quiet_hours']>>()),
  local_time: nullable(text),
  time_zone: orElse(text, () => DEFAULT_HOURS.time_zone),
  time_zone_property: orElse(text, () => DEFAULT_HOURS.time_zone_property),
  reason: nullable(text),
})

interface WholeContent extends BroadcastContent {
  /** Made of the HTML when sending began, where there is no other text. */
  made_text: string | null
}

/** Apart from what is written again with each step. */
const contents = table<WholeContent & { broadcast_id: string; team_id: string }>('broadcast_contents', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
})

/** For the other statements of this table. */
export const STORED_BROADCASTS = broadcasts

/** Newest first. */
export const listBroadcasts = broadcasts.list('team_id').page
const byId = broadcasts.find('team_id', 'id')
const someById = broadcasts.findAny('id', 'team_id')
const contentOf = contents.only('html', 'text').find('team_id', 'broadcast_id')
const insert = broadcasts.insert().put
const insertContent = contents.insert().put
const save = broadcasts.update({
  // as it was read: what is being sent changes no more
  by: ['team_id', 'id', 'status'],
  set: [...WRITTEN_FIELDS, 'updated_at'],
})
const saveContent = contents.update({ by: ['team_id', 'broadcast_id'], set: ['html', 'text'] }).put
export const saveTextMade = contents.update({ by: ['team_id', 'broadcast_id'], set: ['made_text'] }).put

const MOVED = [
  ...(['status', 'scheduled_at', 'sent_at', 'snapshot_at', 'scheduled_by', 'paused_at'] as const),
  ...(['per_minute', 'per_minute_per_destination', 'reason'] as const),
]
type Moved = Pick<BroadcastRecord, 'team_id' | 'id' | (typeof MOVED)[number]>

/** From one status to another: of those who find it so at the same time, one does. */
const move = broadcasts.write<Moved & { before: BroadcastStatus }>(({ rows, param, params }) =>
  rows.where({ ...params('team_id', 'id'), status: param('before') }).update(params(...MOVED)),
)
const savePause = broadcasts.update({ by: ['team_id', 'id', 'status'], set: ['paused_at'] })
const remove = broadcasts.remove('team_id', 'id', 'status')
const removeContent = contents.remove('team_id', 'broadcast_id').put

export function findBroadcast(tx: Tx, team_id: string, id: string): Promise<BroadcastRecord | undefined> {
  return tx.get(byId, { team_id, id: id.toLowerCase() })
}

/** Those of the ids that are broadcasts of the team, newest first. */
export async function findBroadcasts(tx: Tx, team_id: string, ids: readonly string[]): Promise<BroadcastRecord[]> {
  const found = await someById.all(tx, { team_id }, ids)
  return found.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

/** A broadcast always has one. */
export async function findContent(
  tx: Tx,
  { team_id, id: broadcast_id }: Pick<BroadcastRecord, 'team_id' | 'id'>,
): Promise<BroadcastContent> {
  const { html, text } = (await tx.get(contentOf, { team_id, broadcast_id }))!
  return { html, text }
}

export function insertBroadcast(tx: Tx, { broadcast, content }: Broadcast): void {
  insert(tx, broadcast)
  insertContent(tx, { ...content, made_text: null, broadcast_id: broadcast.id, team_id: broadcast.team_id })
}

// what is not as it was read any more is refused by each of these

export function saveBroadcast(tx: Tx, { broadcast, content }: Broadcast): void {
  tx.must(save, broadcast, movedOn)
  saveContent(tx, { ...content, broadcast_id: broadcast.id, team_id: broadcast.team_id })
}

/** Brings it from the status `before` to the one that it has now. */
export function moveBroadcast(tx: Tx, before: BroadcastStatus, broadcast: Moved): void {
  tx.must(move, { ...broadcast, before }, movedOn)
}

export function savePaused(tx: Tx, broadcast: BroadcastRecord): void {
  tx.must(savePause, broadcast, movedOn)
}

/** With its content. */
export function removeBroadcast(tx: Tx, { team_id, id, status }: BroadcastRecord): void {
  tx.must(remove, { team_id, id, status }, movedOn)
  removeContent(tx, { team_id, broadcast_id: id })
}
