import type { Knex } from 'knex'

/** The outcomes of a team's emails on each day, in addition to its usage: counts of recipients, and of emails opened. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('usage_days', table => {
    for (const count of COUNTS) table.bigInteger(count).notNullable().defaultTo(0)
  })
}

const COUNTS = ['delivered', 'bounced', 'failed', 'suppressed', 'complained', 'opened']
