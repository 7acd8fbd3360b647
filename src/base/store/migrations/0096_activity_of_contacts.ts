import type { Knex } from 'knex'

/** What broadcasts and a contact have to do with each other, for rules that ask about it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcast_facts', table => {
    // who did something, in the order of the contacts
    table.index(['team_id', 'type', 'contact_id', 'happened_at'], 'broadcast_facts_by_type')
  })
  await knex.schema.alterTable('broadcast_recipients', table => {
    // the last email to a contact. Written with the email, so that finding the recipients costs no more
    table.index(['contact_id', 'email_id'], 'broadcast_recipients_by_email', {
      predicate: knex.whereNotNull('email_id'),
    })
  })
}
