// The SQL of events that are pulled. Their order is that of `seq` on SQLite, where one unit is committed after the other. On
// PostgreSQL a lower number can be committed after a higher one. So they are pulled in the order of their transactions there,
// and none before all older transactions have ended: what comes behind a place stays behind it.
import { AnyOf } from '../../../base/store/any-of.ts'
import { text, uuid } from '../../../base/store/column.ts'
import { acrossTeams, isForPostgres, type SqlRows, type SqlWriter, statement } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import { STORED_WEBHOOKS } from '../store.ts'

const streams = table('event_streams', { team_id: uuid, opened_at: text })

/** From then on what happens is kept for the team. */
export const saveOpened = streams.upsert(['team_id'], ['opened_at']).put
/** Removes some of the teams that have opened none since then: nothing is kept for them any more. Whether there are more. */
export const removeUnopened = acrossTeams(
  'a sweep',
  streams.removeSome<never, { before: string }>({
    key: ['team_id'],
    where: ({ rows, param }) => rows.where('opened_at', '<', param('before')),
  }),
).more

/** Where a stream stands: behind this event. */
export interface EventPlace {
  /** Of its transaction; nothing on SQLite. */
  xid: string
  seq: number
  /** What had happened when the stream began "now", as a snapshot of PostgreSQL; nothing on SQLite. */
  seen: string
}

const { events } = STORED_WEBHOOKS
const placed = events.only('seq')
const pulled = events.only('seq', 'id', 'type', 'about', 'payload')

const SETTLED = 'webhook_events.xid < pg_snapshot_xmin(pg_current_snapshot())'

/** In which no transaction has ended. */
const NOTHING_SEEN = '1:1:'

const withXid = (rows: SqlRows, knex: SqlWriter): SqlRows =>
  rows.select(knex.raw(isForPostgres(knex) ? 'cast(webhook_events.xid as text) as xid' : "'' as xid"))

/** Nothing of a database that was moved to another server of PostgreSQL, where transactions have other numbers. */
export const findPlace = placed.query<{ team_id: string; id: string }, EventPlace>(({ rows, params, knex }) => {
  const found = withXid(rows, knex)
    .where(params('team_id', 'id'))
    .select(knex.raw(`'${NOTHING_SEEN}' as seen`))
  return isForPostgres(knex) ? found.whereRaw('xid < pg_snapshot_xmax(pg_current_snapshot())') : found
}).one

/**
 * Behind all that has happened. While an older transaction is open, that is no one place in the order of transactions: what
 * was seen by then is passed over behind it.
 */
export const findEnd = statement<{ team_id: string }, EventPlace>((knex, param) =>
  isForPostgres(knex)
    ? knex.raw(
        `select cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as xid, 0 as seq,
        cast(pg_current_snapshot() as text) as seen`,
      )
    : knex('webhook_events')
        .where('team_id', param('team_id'))
        .select(knex.raw("'' as xid, coalesce(max(seq), 0) as seq, '' as seen")),
).one

/** So many are read at once, and wait for one client to take them. */
export const PART = 20

/** The next events behind a place. */
export const listBehindPlace = pulled.query<EventPlace & { team_id: string }, { xid: string }>(
  ({ rows, params, param, knex }) => {
    const all = withXid(rows, knex).where(params('team_id'))
    if (!isForPostgres(knex)) return all.andWhere('seq', '>', param('seq')).orderBy('seq')
    const behind = '(xid, seq) > (cast(? as xid8), cast(? as bigint))'
    const unseen = 'not pg_visible_in_snapshot(xid, cast(? as pg_snapshot))'
    return all
      .whereRaw(`${SETTLED} and ${behind} and ${unseen}`, [param('xid'), param('seq'), param('seen')])
      .orderByRaw('webhook_events.xid, seq')
  },
  `limit ${PART}`,
).all

/** The last event of each of these teams that can be pulled; all of them have opened a stream. */
export const listLast = new AnyOf<object, { team_id: string; last: number | null }>((knex, _, any) => {
  const of_team = { 'webhook_events.team_id': knex.ref('event_streams.team_id') }
  const all = knex('webhook_events').select('seq').where(of_team).limit(1)
  // once more, as PostgreSQL leaves out the partitions of other teams by that
  const events_of_team = any.among(all, 'webhook_events.team_id')
  const last = isForPostgres(knex)
    ? events_of_team.whereRaw(SETTLED).orderByRaw('xid desc, seq desc')
    : events_of_team.orderBy('seq', 'desc')
  return any.among(knex('event_streams').select('event_streams.team_id', last.as('last')), 'event_streams.team_id')
}).all
