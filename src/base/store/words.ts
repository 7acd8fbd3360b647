// Full-text search by words: FTS5 on SQLite, a tsvector on PostgreSQL. A query has one form for both; its conversion for each
// database is only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/**
 * A query: an AND of ORs of ANDs of words. There is no search by prefix: for one, SQLite merges the texts of all words with the
 * prefix, which takes as long as there are such texts.
 */
export type AskedWords = readonly (readonly (readonly string[])[])[]

/** The tables that FTS5 keeps for its index. */
export const KEPT_BY_INDEX = /^inbox_words_/

/** The query in the syntax of FTS5 (https://sqlite.org/fts5.html, 3). */
const forSqlite = (asked: AskedWords): string => joined(asked, [' AND ', ' OR '], '"')

/** The query in the syntax of a `tsquery`. */
const forPostgres = (asked: AskedWords): string => joined(asked, [' & ', ' | '], "'")

function joined(asked: AskedWords, [and, or]: [string, string], quote: string): string {
  const all = (words: readonly string[]): string => `(${words.map(word => quote + word + quote).join(and)})`
  return asked.map(some => `(${some.map(all).join(or)})`).join(and)
}

function wordsIn(knex: Knex): Knex.Value {
  const toText = isForPostgres(knex) ? forPostgres : forSqlite
  return derivedParam('words', values => toText((values as { words: AskedWords }).words))
}

/** The condition that a row of `inbox_texts` matches the query given as the value `words`. */
export function hasWords(knex: Knex): Knex.Raw {
  if (isForPostgres(knex)) return knex.raw('inbox_texts.lexemes @@ cast(? as tsquery)', [wordsIn(knex)])
  return knex.raw(
    'exists (select 1 from inbox_words where inbox_words match ? and inbox_words.rowid = inbox_texts.number)',
    [wordsIn(knex)],
  )
}

interface Near {
  team_id: Knex.Value
  place: Knex.Value
  limit: Knex.Value
}

/** The condition that a row is among the `limit` matching rows nearest to a number, on one side of it. */
export function isNearWithWords(knex: Knex, way: 'older' | 'newer', { team_id, place, limit }: Near): Knex.Raw {
  const [sign, order] = way === 'older' ? ['<', 'desc'] : ['>', 'asc']
  if (isForPostgres(knex)) {
    return knex.raw(
      `inbox_texts.number in (select found.number from inbox_texts as found where found.team_id = ?
       and found.lexemes @@ cast(? as tsquery) and found.number ${sign} ? order by found.number ${order} limit ?)`,
      [team_id, wordsIn(knex), place, limit],
    )
  }
  return knex.raw(
    `inbox_texts.number in (select inbox_words.rowid from inbox_words where inbox_words match ?
     and inbox_words.rowid ${sign} ? order by inbox_words.rowid ${order} limit ?)`,
    [wordsIn(knex), place, limit],
  )
}
