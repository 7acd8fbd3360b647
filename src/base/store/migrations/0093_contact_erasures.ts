import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Erasures of personal data, and their progress. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_erasures', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('contact_id').notNullable()
    // the address in the form used to compare contacts; null when the erasure is done
    table.text('address')
    // the table being erased, and the row after which to continue
    table.integer('stage').notNullable()
    table.text('after').notNullable()
    // the id before the first email that is still pending for other recipients; null if there is none
    table.text('again_after')
    table.integer('emails').notNullable()
    table.text('created_at').notNullable()
    table.text('completed_at')
    table.index(['team_id', 'id'])
  })
  // from now on, reply texts of servers are stored without addresses
  await knex('delivery_destinations').where('reply_text', 'like', '%@%').update({ reply_text: null })
  if (knex.client.config.client === 'pg') await knex.raw(`alter table contact_erasures ${NOT_IN_ORDER}`)
}
