import type { Knex } from 'knex'

/** What became of a team's mail on each day, beside what the team used: counts of recipients, and of emails opened. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('usage_days', table => {
    for (const count of COUNTS) table.bigInteger(count).notNullable().defaultTo(0)
  })
}

const COUNTS = ['delivered', 'bounced', 'failed', 'suppressed', 'complained', 'opened']
