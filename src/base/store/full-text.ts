// Full-text search by words: FTS5 on SQLite, a tsvector on PostgreSQL. A query has one form for both; it is converted
// for each database only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/**
 * A query: an AND of ORs of ANDs of words. Search by prefix is not supported: for one, SQLite merges the texts of all
 * words with the prefix, which takes as long as there are such texts.
 */
export type WordQuery = readonly (readonly (readonly string[])[])[]

/** The tables that FTS5 keeps for its index. */
export const INDEX_TABLES = /^inbox_words_/

/** The query in the syntax of FTS5 (https://sqlite.org/fts5.html, 3). */
const forSqlite = (asked: WordQuery): string => joined(asked, [' AND ', ' OR '], '"')

/** The query in the syntax of a `tsquery`. */
const forPostgres = (asked: WordQuery): string => joined(asked, [' & ', ' | '], "'")

function joined(asked: WordQuery, [and, or]: [string, string], quote: string): string {
  const all = (words: readonly string[]): string => `(${words.map(word => quote + word + quote).join(and)})`
  return asked.map(some => `(${some.map(all).join(or)})`).join(and)
}

function wordsIn(knex: Knex): Knex.Value {
  const toText = isForPostgres(knex) ? forPostgres : forSqlite
  return derivedParam('words', values => toText((values as { words: WordQuery }).words))
}

/** The condition that a row of `inbox_texts` matches the query given as the value `words`. */
export function matchesWords(knex: Knex): Knex.Raw {
  if (isForPostgres(knex)) return knex.raw('inbox_texts.lexemes @@ cast(? as tsquery)', [wordsIn(knex)])
  return knex.raw(
    'exists (select 1 from inbox_words where inbox_words match ? and inbox_words.rowid = inbox_texts.number)',
    [wordsIn(knex)],
  )
}

interface Near {
  team_id: Knex.Value
  inbox_id: Knex.Value
  place: Knex.Value
  limit: Knex.Value
}

/**
 * On PostgreSQL, how many of the nearest rows are scanned for each wanted row. A word that occurs in more than one of
 * this many rows is found by that scan; for any other word, the index of words lists all rows, which are few enough.
 */
const WALKED_FOR_EACH = 40

/** The condition that a row is among the `limit` matching rows nearest to a number, on one side of it. */
export function isNearWithWords(knex: Knex, way: 'older' | 'newer', near: Near): Knex.Raw {
  const { team_id, inbox_id, place, limit } = near
  const [sign, order] = way === 'older' ? ['<', 'desc'] : ['>', 'asc']
  const words = wordsIn(knex)
  const walked = derivedParam('walked', values => (values as { limit: number }).limit * WALKED_FOR_EACH)
  if (!isForPostgres(knex)) {
    return knex.raw(
      `inbox_texts.number in (select inbox_words.rowid from inbox_words where inbox_words match ?
       and inbox_words.rowid ${sign} ? order by inbox_words.rowid ${order} limit ?)`,
      [words, place, limit],
    )
  }
  // Which of the two ways is faster depends on the words, which the planner does not know. So each has one index that
  // it can use: the scan the one with all columns that it reads, the other one that of the words.
  return knex.raw(
    `inbox_texts.number in (
       with near as materialized (
         select walked.number from (
           select number from inbox_texts
           where team_id = ? and (inbox_id, number) ${sign} (?, ?) and inbox_id ${way === 'older' ? '>=' : '<='} ?
           order by inbox_id ${order}, number ${order} limit ?
         ) as walked
         where (select lexemes from inbox_texts as found where team_id = ? and found.number = walked.number) @@ cast(? as tsquery)
         limit ?)
       select number from near
       union all
       select number from (
         select number from inbox_texts as found
         where team_id = ? and found.lexemes @@ cast(? as tsquery) and number + 0 ${sign} ? and (select count(*) from near) < ?
         order by number + 0 ${order} limit ?) as rest)`,
    [team_id, inbox_id, place, inbox_id, walked, team_id, words, limit, team_id, words, place, limit, limit],
  )
}
