import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('template_versions', table => {
    // which variables can and which must be given, as found when it was published; null for versions from before that
    table.text('needs')
  })
}
