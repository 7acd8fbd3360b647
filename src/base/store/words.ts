// Finding texts by their words, with the index that each database keeps: FTS5 on SQLite, a tsvector on PostgreSQL. What is
// asked is written once, and in each database's words only here.
import type { Knex } from 'knex'
import { derivedParam, isForPostgres } from './statement.ts'

/**
 * All of these; of each, one of some; of that, all words. There is no asking for how a word begins: for that SQLite puts
 * together what has any of the words that begin so, which takes as long as there are such texts.
 */
export type AskedWords = readonly (readonly (readonly string[])[])[]

/** What SQLite keeps for the index beside its table. */
export const KEPT_BY_INDEX = /^inbox_words_/

/** As FTS5 reads it (https://sqlite.org/fts5.html, 3). */
const forSqlite = (asked: AskedWords): string => joined(asked, [' AND ', ' OR '], '"')

/** As a `tsquery` is written. */
const forPostgres = (asked: AskedWords): string => joined(asked, [' & ', ' | '], "'")

function joined(asked: AskedWords, [and, or]: [string, string], quote: string): string {
  const all = (words: readonly string[]): string => `(${words.map(word => quote + word + quote).join(and)})`
  return asked.map(some => `(${some.map(all).join(or)})`).join(and)
}

function wordsIn(knex: Knex): Knex.Value {
  const toText = isForPostgres(knex) ? forPostgres : forSqlite
  return derivedParam('words', values => toText((values as { words: AskedWords }).words))
}

/** That a row of `inbox_texts` has the words that are given under the name `words`. */
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

/** That it is among those with the words that are nearest beyond a number: as many as are asked for. */
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
