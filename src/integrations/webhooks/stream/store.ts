// Statements of streams. On SQLite events are in the order of `seq`, because units are committed sequentially. On
// PostgreSQL a lower `seq` can be committed after a higher one, and a stream would miss it. So there the order is that
// of transactions (`xid`), and an event is read only when all older transactions have ended: no event can appear later
// before a position that was read.
import { AnyOf } from '../../../base/store/any-of.ts'
import { text, uuid } from '../../../base/store/column.ts'
import { acrossTeams, isForPostgres, type SqlRows, type SqlBuilder, statement } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import { STORED_WEBHOOKS } from '../store.ts'

const streams = table('event_streams', { team_id: uuid, opened_at: text })

/** Records that a team has opened a stream, so that its events are stored. */
export const saveStreamOpened = streams.upsert(['team_id'], ['opened_at']).put
/**
 * Forgets some teams that opened no stream since a given time, so that no events are stored for them. Returns whether
 * more remain.
 */
export const removeUnusedStreams = acrossTeams(
  'a sweep',
  streams.removeSome<never, { before: string }>({
    key: ['team_id'],
    where: ({ rows, param }) => rows.where('opened_at', '<', param('before')),
  }),
).more

/** The position of a stream: after this event. */
export interface StreamPosition {
  /** The transaction of the event; empty on SQLite. */
  xid: string
  seq: number
  /** For a stream that started "now": a snapshot of PostgreSQL whose events are skipped. Empty on SQLite. */
  seen: string
}

const { events } = STORED_WEBHOOKS
const placed = events.only('seq')
const pulled = events.only('seq', 'id', 'type', 'about', 'payload')

const SETTLED = 'webhook_events.xid < pg_snapshot_xmin(pg_current_snapshot())'

/** A snapshot in which no transaction has ended, so that no event is skipped. */
const NOTHING_SEEN = '1:1:'

const withXid = (rows: SqlRows, knex: SqlBuilder): SqlRows =>
  rows.select(knex.raw(isForPostgres(knex) ? 'cast(webhook_events.xid as text) as xid' : "'' as xid"))

/** The position of an event. None if its `xid` is in the future: the database was moved to a server with other numbers. */
export const findPosition = placed.query<{ team_id: string; id: string }, StreamPosition>(({ rows, params, knex }) => {
  const found = withXid(rows, knex)
    .where(params('team_id', 'id'))
    .select(knex.raw(`'${NOTHING_SEEN}' as seen`))
  return isForPostgres(knex) ? found.whereRaw('xid < pg_snapshot_xmax(pg_current_snapshot())') : found
}).one

/**
 * The position after all events so far. While an older transaction is open, "so far" is not one position in the order
 * of transactions: the position is before that transaction, and `seen` skips what was already committed.
 */
export const findLastPosition = statement<{ team_id: string }, StreamPosition>((knex, param) =>
  isForPostgres(knex)
    ? knex.raw(
        `select cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as xid, 0 as seq,
        cast(pg_current_snapshot() as text) as seen`,
      )
    : knex('webhook_events')
        .where('team_id', param('team_id'))
        .select(knex.raw("'' as xid, coalesce(max(seq), 0) as seq, '' as seen")),
).one

/** Maximum number of events that are read together and kept in memory for one client. */
export const STREAM_PART_EVENTS = 20

/** The next events after a position. */
export const listEventsAfter = pulled.query<StreamPosition & { team_id: string }, { xid: string }>(
  ({ rows, params, param, knex }) => {
    const all = withXid(rows, knex).where(params('team_id'))
    if (!isForPostgres(knex)) return all.andWhere('seq', '>', param('seq')).orderBy('seq')
    const behind = '(xid, seq) > (cast(? as xid8), cast(? as bigint))'
    const unseen = 'not pg_visible_in_snapshot(xid, cast(? as pg_snapshot))'
    return all
      .whereRaw(`${SETTLED} and ${behind} and ${unseen}`, [param('xid'), param('seq'), param('seen')])
      .orderByRaw('webhook_events.xid, seq')
  },
  `limit ${STREAM_PART_EVENTS}`,
).all

/** The last readable event of each of these teams, which all have opened a stream. */
export const listLastEvents = new AnyOf<object, { team_id: string; last: number | null }>((knex, _, any) => {
  const of_team = { 'webhook_events.team_id': knex.ref('event_streams.team_id') }
  const all = knex('webhook_events').select('seq').where(of_team).limit(1)
  // repeats the condition on the team, because PostgreSQL uses it to prune the partitions of other teams
  const events_of_team = any.among(all, 'webhook_events.team_id')
  const last = isForPostgres(knex)
    ? events_of_team.whereRaw(SETTLED).orderByRaw('xid desc, seq desc')
    : events_of_team.orderBy('seq', 'desc')
  return any.among(knex('event_streams').select('event_streams.team_id', last.as('last')), 'event_streams.team_id')
}).all
