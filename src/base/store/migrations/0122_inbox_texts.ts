import type { Knex } from 'knex'

/**
 * The words of the emails in inboxes, with an index that each database keeps itself: on SQLite a table of FTS5 that
 * triggers write, on PostgreSQL a column that is made of the words.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('inbox_texts', table => {
    // in the order in which they came
    table.bigIncrements('number')
    table.uuid('team_id').notNullable()
    table.uuid('inbox_id').notNullable()
    // that of the email
    table.uuid('id').notNullable()
    // each once, separated by spaces
    table.text('words').notNullable()
    table.text('received_at').notNullable()
    table.index(['id'])
    table.index(['inbox_id', 'received_at'])
  })
  for (const sql of knex.client.config.client === 'pg' ? POSTGRES : SQLITE) await knex.raw(sql)
}

// words are compared as they are: what makes two of them alike was done before they were written
const SQLITE = [
  `create virtual table inbox_words using fts5(words, content='inbox_texts', content_rowid='number', detail=none,
   tokenize="ascii tokenchars '_'")`,
  `create trigger inbox_texts_added after insert on inbox_texts begin
   insert into inbox_words(rowid, words) values (new.number, new.words); end`,
  `create trigger inbox_texts_removed after delete on inbox_texts begin
   insert into inbox_words(inbox_words, rowid, words) values ('delete', old.number, old.words); end`,
]

const POSTGRES = [
  // as all texts are (shape.ts): a column that another one is made of cannot get it later
  'alter table inbox_texts alter column words type text collate "C"',
  `alter table inbox_texts add column lexemes tsvector not null
   generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`,
  // what is put in is found at once, without a list of its own to go through
  'create index inbox_texts_lexemes on inbox_texts using gin (lexemes) with (fastupdate = off)',
]
