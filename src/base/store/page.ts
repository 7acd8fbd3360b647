// Keyset pagination: a page starts after a row, so that rows added or removed meanwhile do not shift the page.
import type { Knex } from 'knex'
import { noCursor, refuseBothCursors } from '../text/cursor.ts'
import type { Tx } from './database.ts'
import { type Codec, UNCODED } from './column.ts'
import { ROWS_PER_READ, searchInParts } from './scan.ts'
import {
  type Builder,
  type DeclaredStatement,
  type Param,
  dynamicStatement,
  type Statement,
  statement,
} from './statement.ts'

/** Maximum number of rows in a list without a limit, as in the contract. */
export const WHOLE_LIST_MAX = 10_000

export interface PageQuery {
  limit?: number
  after?: string
  before?: string
}

export interface Page<Row> {
  rows: Row[]
  has_more: boolean
}

/**
 * The order of a list. `id`: newest first, because ids ascend with time; its index is half as large as one on the time.
 * `created_at`, then `id`: only for lists that are also filtered by time. `oldest_first`: by `id`, for rows whose ids
 * follow another order, such as that of lines.
 */
export type ListOrder = 'id' | 'created_at' | 'oldest_first'

/** A paged list, newest first by default. */
export class PagedList<Filter extends object, Row extends { id: string; created_at: string }> {
  readonly #cursor: Statement<Filter & { id: string }, { created_at: string }>
  readonly #first: Statement<Filter & { limit: number }, Row>
  readonly #older: Statement<Filter & Place & { limit: number }, Row>
  readonly #newer: Statement<Filter & Place & { limit: number }, Row>

  /** `build` selects the rows of one owner (and filter) without order or limit; their table has `created_at` and `id`. */
  constructor(
    build: Builder<Filter>,
    { codec = UNCODED, order = 'id', passes = false }: { codec?: Codec; order?: ListOrder; passes?: boolean } = {},
  ) {
    const made = passes ? dynamicStatement : statement
    const columns = order === 'created_at' ? ['created_at', 'id'] : ['id']
    const [onward, back] = order === 'oldest_first' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
    const [behind, ahead] = order === 'oldest_first' ? (['>', '<'] as const) : (['<', '>'] as const)
    const ordered = (query: Knex.QueryBuilder, direction: 'asc' | 'desc'): Knex.QueryBuilder =>
      query.orderBy(columns.map(column => ({ column, order: direction })))
    const rows = (knex: Knex, param: never): Knex.QueryBuilder => build(knex, param) as Knex.QueryBuilder
    const beyond = (knex: Knex, sign: '<' | '>', param: Param<Place>): Knex.Raw =>
      order !== 'created_at'
        ? knex.raw(`id ${sign} ?`, [param('cursor_id')])
        : knex.raw(`(created_at, id) ${sign} (?, ?)`, [param('cursor_at'), param('cursor_id')])
    this.#cursor = made(
      (knex, param) =>
        rows(knex, param as never)
          .clearSelect()
          .select('created_at')
          .where('id', param('id')),
      '',
      { ...codec, decode: undefined },
    )
    this.#first = made((knex, param) => ordered(rows(knex, param as never), onward), 'limit :limit', codec)
    this.#older = made(
      (knex, param) => ordered(rows(knex, param as never).whereRaw(beyond(knex, behind, param)), onward),
      'limit :limit',
      codec,
    )
    this.#newer = made(
      (knex, param) => ordered(rows(knex, param as never).whereRaw(beyond(knex, ahead, param)), back),
      'limit :limit',
      codec,
    )
  }

  get statements(): DeclaredStatement[] {
    return [this.#cursor, this.#first, this.#older, this.#newer].flatMap(({ statements }) => statements)
  }

  /**
   * Reads one page; all rows if `limit` is absent, up to `WHOLE_LIST_MAX`. Refuses (422 validation_error) a request
   * with both cursors, and a cursor that is not a row of this list.
   */
  readonly page = async (
    tx: Tx,
    filter: Filter,
    { limit = WHOLE_LIST_MAX, after, before }: PageQuery,
  ): Promise<Page<Row>> => {
    refuseBothCursors({ after, before })
    const cursor = after ?? before
    const onward = before === undefined ? this.#older : this.#newer
    const start =
      cursor === undefined ? undefined : await this.#placeOf(tx, { ...filter, id: cursor }, before ? 'before' : 'after')
    const asked = { after: start, most: limit, part: ROWS_PER_READ, cursorOf: placeOf }
    const { rows, behind } = await searchInParts<Row, Place>(tx, asked, async (place, size, wanted) => {
      const count = Math.min(wanted, size)
      const part = place
        ? await tx.all(onward, { ...filter, ...place, limit: count })
        : await tx.all(this.#first, { ...filter, limit: count })
      return { rows: part, behind: part.length < count ? undefined : placeOf(part.at(-1)!) }
    })
    return { rows: before === undefined ? rows : rows.toReversed(), has_more: behind !== undefined }
  }

  async #placeOf(tx: Tx, at: Filter & { id: string }, name: string): Promise<Place> {
    const row = await tx.get(this.#cursor, at)
    if (!row) throw noCursor(name, at.id)
    return { cursor_at: row.created_at, cursor_id: at.id }
  }
}

const placeOf = ({ id, created_at }: { id: string; created_at: string }): Place => {
  return { cursor_at: created_at, cursor_id: id }
}

interface Place {
  cursor_at: string
  cursor_id: string
}
