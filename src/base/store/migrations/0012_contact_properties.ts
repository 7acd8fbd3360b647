import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_properties', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('key').notNullable()
    table.text('type').notNullable()
    table.text('fallback_value')
    table.text('created_at').notNullable()
    table.unique(['team_id', 'key'])
    table.index(['team_id', 'created_at', 'id'])
  })
  await knex.schema.createTable('contact_property_values', table => {
    table.text('contact_id').notNullable().references('contacts.id').onDelete('cascade')
    // no foreign key: a removed property can have a million values, so a job removes them in parts
    table.text('property_id').notNullable()
    table.text('value').notNullable()
    table.primary(['contact_id', 'property_id'])
    table.index(['property_id'])
  })
  // this column was never written
  await knex.raw('alter table contacts drop column properties')
}
