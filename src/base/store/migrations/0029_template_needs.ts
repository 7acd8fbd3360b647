import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('template_versions', table => {
    // optional and required variables, as found when the version was published; null for versions from before this column
    table.text('needs')
  })
}
