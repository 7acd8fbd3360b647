// Tables of broadcasts and of their content.
import { AnyOf } from '../../base/store/any-of.ts'
import { flag, json, nullable, number, oneOf, withDefault, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { positionFunction } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import {
  type Broadcast,
  type BroadcastContent,
  type BroadcastRecord,
  type BroadcastStatus,
  type BroadcastRequester,
  statusChangedRefusal,
  BROADCAST_FIELDS,
} from './rules.ts'
import { DEFAULT_HOURS, type SendingHours } from './sending/hours.ts'

const broadcasts = table<BroadcastRecord>('broadcasts', {
  id: uuid,
  team_id: uuid,
  name: text,
  segment_id: nullable(uuid),
  topic_id: nullable(uuid),
  without_topic: flag,
  status: oneOf<BroadcastStatus>(),
  from: nullable(text),
  subject: nullable(text),
  reply_to: nullable(json<string[]>()),
  preview_text: nullable(text),
  created_at: text,
  updated_at: text,
  writer_id: nullable(uuid),
  scheduled_at: nullable(text),
  sent_at: nullable(text),
  snapshot_at: nullable(text),
  scheduled_by: nullable(json<BroadcastRequester>()),
  paused_at: nullable(text),
  per_minute: nullable(number),
  per_minute_per_destination: nullable(number),
  quiet_hours: nullable(json<NonNullable<SendingHours['quiet_hours']>>()),
  local_time: nullable(text),
  time_zone: withDefault(text, () => DEFAULT_HOURS.time_zone),
  time_zone_property: withDefault(text, () => DEFAULT_HOURS.time_zone_property),
  reason: nullable(text),
})

interface WholeContent extends BroadcastContent {
  /** The text generated from the HTML when sending began, if there is no other. */
  made_text: string | null
}

/** A separate table: the row of the broadcast is rewritten often, the content is not. */
const contents = table<WholeContent & { broadcast_id: string; team_id: string }>('broadcast_contents', {
  broadcast_id: uuid,
  team_id: uuid,
  html: nullable(text),
  text: nullable(text),
  made_text: nullable(text),
})

/** The table, for the statements of other files. */
export const STORED_BROADCASTS = broadcasts

/** Newest first. */
export const listBroadcasts = broadcasts.list('team_id').page
const byId = broadcasts.find('team_id', 'id')
const someById = broadcasts.findAny('id', 'team_id')
const contentOf = contents.only('html', 'text').find('team_id', 'broadcast_id')
const insert = broadcasts.insert().put
const insertContent = contents.insert().put
const save = broadcasts.update({
  // the status as it was read: once sending began, the content must not change
  by: ['team_id', 'id', 'status'],
  set: [...BROADCAST_FIELDS, 'without_topic', 'updated_at', 'writer_id'],
})
const saveContent = contents.update({ by: ['team_id', 'broadcast_id'], set: ['html', 'text'] }).put
export const saveGeneratedText = contents.update({ by: ['team_id', 'broadcast_id'], set: ['made_text'] }).put

const MOVED = [
  ...(['status', 'scheduled_at', 'sent_at', 'snapshot_at', 'scheduled_by', 'paused_at'] as const),
  ...(['per_minute', 'per_minute_per_destination', 'reason'] as const),
]
type MovedBroadcast = Pick<BroadcastRecord, 'team_id' | 'id' | (typeof MOVED)[number]>

/** Changes the status. The condition on the old status ensures that only one of several concurrent requests succeeds. */
const move = broadcasts.write<MovedBroadcast & { before: BroadcastStatus }>(({ rows, param, params }) =>
  rows.where({ ...params('team_id', 'id'), status: param('before') }).update(params(...MOVED)),
)
const savePause = broadcasts.update({ by: ['team_id', 'id', 'status'], set: ['paused_at'] })
const remove = broadcasts.remove('team_id', 'id', 'status')
const removeContent = contents.remove('team_id', 'broadcast_id').put

export function findBroadcast(tx: Tx, team_id: string, id: string): Promise<BroadcastRecord | undefined> {
  return tx.get(byId, { team_id, id: id.toLowerCase() })
}

/** The broadcasts of the team among these ids, newest first. */
export async function findBroadcasts(tx: Tx, team_id: string, ids: readonly string[]): Promise<BroadcastRecord[]> {
  const found = await someById.all(tx, { team_id }, ids)
  return found.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

const contentsShowing = new AnyOf<{ team_id: string; shown: string }, { broadcast_id: string }>((knex, param, ids) =>
  ids
    .rows(contents.name, 'broadcast_id')
    .select('broadcast_id')
    .where({ team_id: param('team_id') })
    .andWhereRaw(`${positionFunction(knex)}(html, ?) > 0`, [param('shown')]),
)

/** Those of the broadcasts whose HTML contains the text. */
export async function listBroadcastsContaining(
  tx: Tx,
  { team_id, text: shown }: { team_id: string; text: string },
  some: readonly BroadcastRecord[],
): Promise<BroadcastRecord[]> {
  const ids = some.map(({ id }) => id)
  const found = await contentsShowing.all(tx, { team_id, shown }, ids)
  return some.filter(({ id }) => found.some(({ broadcast_id }) => broadcast_id === id))
}

const sentBefore = broadcasts.query<{ team_id: string; segment_id: string; before: string; limit: number }>(
  ({ rows, params, param }) =>
    rows.where(params('team_id', 'segment_id')).where('sent_at', '<', param('before')).orderBy('sent_at', 'desc'),
  'limit :limit',
)
/** Maximum broadcasts that one is compared with. */
const COMPARED = 5
/** Sorts after every time in this form. */
const NEVER = '9999'

/** The last broadcasts that were sent to the same segment before this one, latest first. */
export async function listPreviousBroadcasts(
  tx: Tx,
  { team_id, segment_id, sent_at }: BroadcastRecord,
): Promise<BroadcastRecord[]> {
  if (segment_id === null) return []
  return tx.all(sentBefore, { team_id, segment_id, before: sent_at ?? NEVER, limit: COMPARED })
}

/** The content, which every broadcast has. */
export async function findBroadcastContent(
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

// each of these refuses (`statusChangedRefusal`) if the status is no longer the one that was read

export function saveBroadcast(tx: Tx, { broadcast, content }: Broadcast): void {
  tx.must(save, broadcast, statusChangedRefusal)
  saveContent(tx, { ...content, broadcast_id: broadcast.id, team_id: broadcast.team_id })
}

/** Changes the status from `before` to the one of the given broadcast. */
export function saveBroadcastStatus(tx: Tx, before: BroadcastStatus, broadcast: MovedBroadcast): void {
  tx.must(move, { ...broadcast, before }, statusChangedRefusal)
}

export function savePaused(tx: Tx, broadcast: BroadcastRecord): void {
  tx.must(savePause, broadcast, statusChangedRefusal)
}

/** Removes a broadcast and its content. */
export function removeBroadcast(tx: Tx, { team_id, id, status }: BroadcastRecord): void {
  tx.must(remove, { team_id, id, status }, statusChangedRefusal)
  removeContent(tx, { team_id, broadcast_id: id })
}
