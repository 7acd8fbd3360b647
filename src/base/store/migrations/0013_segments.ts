import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('segments', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('created_at').notNullable()
    table.index(['team_id', 'created_at', 'id'])
  })
  await knex.schema.createTable('segment_members', table => {
    table.text('contact_id').notNullable().references('contacts.id').onDelete('cascade')
    // no foreign key: a removed segment can have a million members, so a job removes them in parts
    table.text('segment_id').notNullable()
    // copied from the contact, where it never changes: a segment lists its contacts in the order of all contacts
    table.text('contact_created_at').notNullable()
    table.text('added_at').notNullable()
    table.primary(['contact_id', 'segment_id'])
    table.index(['segment_id', 'contact_created_at', 'contact_id'])
  })
}
