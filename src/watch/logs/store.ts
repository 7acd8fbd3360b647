import { bytes, number, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import { smallestIdAt, timeFromId } from '../../base/text/uuids.ts'
import { type LogPart, PART_SPAN_MS } from './part.ts'

const parts = table<LogPart>('request_log_parts', {
  team_id: uuid,
  first_id: uuid,
  last_id: uuid,
  count: number,
  not_kept: number,
  lines: bytes,
  bodies: bytes,
})

const heads = parts.only('first_id', 'last_id', 'not_kept', 'lines')

/** Rows that one unit removes, which takes a millisecond: each contains many requests. */
const REMOVED_AT_ONCE = 20

/** Ignores an existing row: a unit whose commit was not confirmed is retried. */
export const insertLogPart = parts.insertIfNew('last_id').put

export type LogHead = Pick<LogPart, 'first_id' | 'last_id' | 'not_kept' | 'lines'>

/** Bounds above and below all ids. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_ID = smallestIdAt(0)

/** The state of a walk: it looks for requests beyond `from_id`, and has read rows up to `read_id`. */
interface LogPlace {
  team_id: string
  from_id: string | undefined
  read_id: string | undefined
  limit: number
}

const older = heads.query<Required<LogPlace>>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id'))
      .andWhere('last_id', '<', param('read_id'))
      .andWhere('first_id', '<', param('from_id'))
      .orderBy('last_id', 'desc'),
  'limit :limit',
)

const newer = heads.query<Required<LogPlace>>(
  ({ rows, param, params }) =>
    rows
      .where(params('team_id'))
      .andWhere('first_id', '>', param('read_id'))
      .andWhere('last_id', '>', param('from_id'))
      .orderBy('first_id'),
  'limit :limit',
)

const around = parts.query<{ team_id: string; id: string; read_id: string }>(({ rows, param, params }) =>
  rows
    .where(params('team_id'))
    .andWhere('last_id', '>=', param('id'))
    .andWhere('last_id', '<', param('read_id'))
    .andWhere('first_id', '<=', param('id')),
)

/** An id that is greater than the end of each row around this id, because a row spans at most `PART_SPAN_MS`. */
function spanBehind(id: string): string {
  const ms = timeFromId(id) + PART_SPAN_MS
  return ms < 2 ** 48 ? smallestIdAt(ms) : LAST_ID
}

/** Rows with requests older than this one, in descending order of their ends. */
export function listOlderParts(tx: Tx, { from_id = LAST_ID, read_id, ...place }: LogPlace): Promise<LogHead[]> {
  return tx.all(older, { ...place, from_id, read_id: read_id ?? spanBehind(from_id) })
}

/** Rows with requests newer than this one, in the order of their beginnings. */
export function listNewerParts(tx: Tx, { from_id = FIRST_ID, read_id, ...place }: LogPlace): Promise<LogHead[]> {
  return tx.all(newer, { ...place, from_id, read_id: read_id ?? smallestIdAt(timeFromId(from_id) - PART_SPAN_MS) })
}

/** Rows that may contain this id. */
export function listPartsAround(tx: Tx, { team_id, id }: { team_id: string; id: string }): Promise<LogPart[]> {
  return tx.all(around, { team_id, id, read_id: spanBehind(id) })
}

/** The next rows, the oldest first. */
export const listPartsAfter = parts.query<{ team_id: string; after_id: string; limit: number }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id')).andWhere('last_id', '>', param('after_id')).orderBy('last_id'),
  'limit :limit',
).all

export const saveLogPart = parts.update({ by: ['team_id', 'last_id'], set: ['lines', 'bodies'] }).put

/** Removes some old rows; returns whether more may remain. */
export const removeLogPartsUntil = acrossTeams(
  'a sweep',
  parts.removeSome<never, { until_id: string }>({
    key: ['last_id'],
    where: ({ rows, param }) => rows.where('last_id', '<', param('until_id')),
    limit: REMOVED_AT_ONCE,
  }),
).more
