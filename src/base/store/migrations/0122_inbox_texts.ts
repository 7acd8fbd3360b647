import type { Knex } from 'knex'

/**
 * The words of the emails in inboxes, with an index that the database maintains: on SQLite a table of FTS5 written by triggers,
 * on PostgreSQL a generated column.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('inbox_texts', table => {
    // ascending in the order of arrival
    table.bigIncrements('number')
    table.uuid('team_id').notNullable()
    table.uuid('inbox_id').notNullable()
    // the email's id
    table.uuid('id').notNullable()
    // each word once, separated by spaces
    table.text('words').notNullable()
    table.text('received_at').notNullable()
    table.index(['id'])
    table.index(['inbox_id', 'received_at'])
  })
  for (const sql of knex.client.config.client === 'pg' ? POSTGRES : SQLITE) await knex.raw(sql)
}

// words are compared unchanged: they are normalized before they are written
const SQLITE = [
  `create virtual table inbox_words using fts5(words, content='inbox_texts', content_rowid='number', detail=none,
   tokenize="ascii tokenchars '_'")`,
  `create trigger inbox_texts_added after insert on inbox_texts begin
   insert into inbox_words(rowid, words) values (new.number, new.words); end`,
  `create trigger inbox_texts_removed after delete on inbox_texts begin
   insert into inbox_words(inbox_words, rowid, words) values ('delete', old.number, old.words); end`,
]

const POSTGRES = [
  // the collation of all texts (shape.ts), set here because a column that a generated one depends on cannot get it later
  'alter table inbox_texts alter column words type text collate "C"',
  `alter table inbox_texts add column lexemes tsvector not null
   generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`,
  // without a list of pending entries, which each search would have to scan
  'create index inbox_texts_lexemes on inbox_texts using gin (lexemes) with (fastupdate = off)',
]
