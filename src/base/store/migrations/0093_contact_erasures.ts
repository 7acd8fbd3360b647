import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** People who are to be forgotten, and how far that has come. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_erasures', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('contact_id').notNullable()
    // as contacts are compared by; null when it is done
    table.text('address')
    // what is gone through, and behind which of it to go on
    table.integer('stage').notNullable()
    table.text('after').notNullable()
    // before the first email that others are still to get; null when there is none
    table.text('again_after')
    table.integer('emails').notNullable()
    table.text('created_at').notNullable()
    table.text('completed_at')
    table.index(['team_id', 'id'])
  })
  // the reply text of a server is kept without addresses from now on
  await knex('delivery_destinations').where('reply_text', 'like', '%@%').update({ reply_text: null })
  if (knex.client.config.client === 'pg') await knex.raw(`alter table contact_erasures ${NOT_IN_ORDER}`)
}
