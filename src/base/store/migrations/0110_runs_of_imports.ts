import type { Knex } from 'knex'

/** The progress of an import in a run of its file, whose rows are applied in the order of their addresses. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contact_imports', table => {
    // for the run that starts at `position`, once some of its rows are applied: its end, and their number
    table.bigInteger('run_end')
    table.integer('applied').notNullable().defaultTo(0)
  })
}
