// Lists by keyset: a page begins behind a row, so that what is added or removed meanwhile shifts nothing.
import type { Knex } from 'knex'
import { refusal } from '../refusal.ts'
import type { Tx } from './database.ts'
import { type Builder, type Statement, statement } from './statement.ts'

const ALL = 2 ** 31 - 1

export interface PageQuery {
  limit?: number
  after?: string
  before?: string
}

export interface Page<Row> {
  rows: Row[]
  has_more: boolean
}

/** A list newest first: by `created_at`, then by `id`. */
export class PagedList<Filter extends object, Row> {
  readonly #cursor: Statement<Filter & { id: string }, { created_at: string }>
  readonly #first: Statement<Filter & { limit: number }, Row>
  readonly #older: Statement<Filter & Place & { limit: number }, Row>
  readonly #newer: Statement<Filter & Place & { limit: number }, Row>

  /** `build` selects the rows of one owner (and filter) without order or limit; their table has `created_at` and `id`. */
  constructor(build: Builder<Filter>) {
    const rows = (knex: Knex, place: never): Knex.QueryBuilder => build(knex, place) as Knex.QueryBuilder
    const beyond = (knex: Knex, sign: '<' | '>', place: (name: 'cursor_at' | 'cursor_id') => Knex.Value): Knex.Raw =>
      knex.raw(`(created_at, id) ${sign} (?, ?)`, [place('cursor_at'), place('cursor_id')])
    this.#cursor = statement((knex, place) =>
      rows(knex, place as never)
        .clearSelect()
        .select('created_at')
        .where('id', place('id')),
    )
    this.#first = statement((knex, place) => newestFirst(rows(knex, place as never)), 'limit :limit')
    this.#older = statement(
      (knex, place) => newestFirst(rows(knex, place as never).whereRaw(beyond(knex, '<', place))),
      'limit :limit',
    )
    this.#newer = statement(
      (knex, place) =>
        rows(knex, place as never)
          .whereRaw(beyond(knex, '>', place))
          .orderBy([
            { column: 'created_at', order: 'asc' },
            { column: 'id', order: 'asc' },
          ]),
      'limit :limit',
    )
  }

  /**
   * One page; all rows when `limit` is absent. Refuses (422 validation_error) both cursors at once, and a cursor that is
   * not a row of this list.
   */
  async page(tx: Tx, filter: Filter, { limit, after, before }: PageQuery): Promise<Page<Row>> {
    if (after !== undefined && before !== undefined) {
      throw refusal('validation_error', 'Give either `after` or `before`, not both.')
    }
    const cursor = after ?? before
    const bounded = { ...filter, limit: limit === undefined ? ALL : limit + 1 }
    if (cursor === undefined) return cut(await tx.all(this.#first, bounded), limit)
    const place = {
      ...bounded,
      ...(await this.#placeOf(tx, filter, cursor, before === undefined ? 'after' : 'before')),
    }
    if (before === undefined) return cut(await tx.all(this.#older, place), limit)
    const page = cut(await tx.all(this.#newer, place), limit)
    return { ...page, rows: page.rows.toReversed() }
  }

  async #placeOf(tx: Tx, filter: Filter, id: string, name: string): Promise<Place> {
    const row = await tx.get(this.#cursor, { ...filter, id })
    if (!row) throw refusal('validation_error', `The \`${name}\` cursor is not an item of this list.`)
    return { cursor_at: row.created_at, cursor_id: id }
  }
}

interface Place {
  cursor_at: string
  cursor_id: string
}

function newestFirst(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query.orderBy([
    { column: 'created_at', order: 'desc' },
    { column: 'id', order: 'desc' },
  ])
}

function cut<Row>(rows: Row[], limit: number | undefined): Page<Row> {
  const has_more = limit !== undefined && rows.length > limit
  return { rows: has_more ? rows.slice(0, limit) : rows, has_more }
}
