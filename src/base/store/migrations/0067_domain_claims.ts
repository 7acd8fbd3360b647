import type { Knex } from 'knex'

/** Claims of teams to domains that other teams own. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('domain_claims', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable().references('teams.id')
    table.text('name').notNullable()
    table.uuid('domain_id').notNullable()
    table.text('region').notNullable()
    // JSON: the parameters of the claim, used to recognize a repeated claim
    table.text('asked').notNullable()
    table.text('token').notNullable()
    table.text('status').notNullable()
    table.text('blocked_reason')
    table.text('failure_reason')
    table.integer('turn').notNullable()
    table.text('created_at').notNullable()
    table.text('expires_at').notNullable()
    table.index(['domain_id', 'team_id'])
    // for finding the other claims to a name
    table.index(['name', 'status'])
  })
}
