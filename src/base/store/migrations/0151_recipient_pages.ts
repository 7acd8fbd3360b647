import type { Knex } from 'knex'

/** What the pages for recipients of a team's mail look like, and their language. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('recipient_pages', table => {
    table.uuid('team_id').primary().references('teams.id').onDelete('cascade')
    // null: the color of Lettermill
    table.text('accent')
    // no reference: an image that is a logo is not deleted
    table.uuid('logo_id')
    // auto: that of the browser
    table.text('language').notNullable()
  })
}
