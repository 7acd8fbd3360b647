import type { Knex } from 'knex'

/** Design and language of the pages for recipients of a team's emails. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('recipient_pages', table => {
    table.uuid('team_id').primary().references('teams.id').onDelete('cascade')
    // null: the color of Lettermill
    table.text('accent')
    // no reference: an image that is a logo is not deleted
    table.uuid('logo_id')
    // auto: the browser's language
    table.text('language').notNullable()
  })
}
