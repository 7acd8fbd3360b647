import type { Knex } from 'knex'

/** Indexes for rules about contacts' activity in broadcasts. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcast_facts', table => {
    // for the contacts with an activity, in the order of contacts
    table.index(['team_id', 'type', 'contact_id', 'happened_at'], 'broadcast_facts_by_type')
  })
  await knex.schema.alterTable('broadcast_recipients', table => {
    // for the last email to a contact; an entry is created with the email and not with the recipient, so that finding
    // recipients does not become slower
    table.index(['contact_id', 'email_id'], 'broadcast_recipients_by_email', {
      predicate: knex.whereNotNull('email_id'),
    })
  })
}
