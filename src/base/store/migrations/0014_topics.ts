import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('topics', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('description')
    table.text('default_subscription').notNullable()
    table.text('visibility').notNullable()
    table.text('created_at').notNullable()
    table.index(['team_id', 'created_at', 'id'])
  })
  // only choices made by contacts; for the others the topic's default applies
  await knex.schema.createTable('topic_choices', table => {
    table.text('contact_id').notNullable().references('contacts.id').onDelete('cascade')
    // no foreign key: a removed topic can have a million choices, so a job removes them in parts
    table.text('topic_id').notNullable()
    table.text('subscription').notNullable()
    table.text('chosen_at').notNullable()
    table.primary(['contact_id', 'topic_id'])
    table.index(['topic_id'])
  })
}
