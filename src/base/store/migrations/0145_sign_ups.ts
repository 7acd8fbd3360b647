import type { Knex } from 'knex'

/** Forms that people use to subscribe to email, and the proof of each sign-up. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('sign_up_forms', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    // the text that people agree to
    table.text('consent').notNullable()
    // the sender of the confirmation email
    table.text('from').notNullable()
    // no references: a form outlives its topic and segment
    table.uuid('topic_id')
    table.uuid('segment_id')
    table.text('created_at').notNullable()
    table.index(['team_id', 'id'])
  })
  await knex.schema.createTable('sign_ups', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable().references('teams.id').onDelete('cascade')
    // no reference: the proof outlives the form
    table.uuid('form_id').notNullable()
    table.text('email').notNullable()
    table.text('email_key').notNullable()
    table.text('first_name')
    // the hash of the token in the email, until it is used or expires
    table.text('token_hash').unique()
    // the text that the person agreed to, as it was then
    table.text('consent').notNullable()
    table.text('ip').notNullable()
    table.text('created_at').notNullable()
    table.text('expires_at')
    table.text('confirmed_at')
    table.text('confirmed_ip')
    table.index(['team_id', 'form_id', 'id'])
    table.index(['team_id', 'email_key', 'id'])
    table.index(['expires_at'])
  })
}
