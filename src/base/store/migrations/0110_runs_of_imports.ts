import type { Knex } from 'knex'

/** How far an import is in a run of its file, whose rows are applied in the order of their addresses. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contact_imports', table => {
    // where the run ends that begins at `position`, when some of its rows are applied, and how many
    table.bigInteger('run_end')
    table.integer('applied').notNullable().defaultTo(0)
  })
}
