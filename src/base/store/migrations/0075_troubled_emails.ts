import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    // finds what went wrong among what went well, which is not in it
    const predicate = knex.whereRaw("last_event not in ('queued', 'sent', 'delivered', 'opened', 'clicked')")
    table.index(['team_id', 'last_event', 'email_id'], 'email_states_troubled', { predicate })
  })
}
