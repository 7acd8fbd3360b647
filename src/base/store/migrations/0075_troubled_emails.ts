import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    // an index of only the emails with problems, so that they are found among the many without
    const predicate = knex.whereRaw("last_event not in ('queued', 'sent', 'delivered', 'opened', 'clicked')")
    table.index(['team_id', 'last_event', 'email_id'], 'email_states_troubled', { predicate })
  })
}
