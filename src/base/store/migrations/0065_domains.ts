import type { Knex } from 'knex'

/** The domains that teams send from, and the team that owns each name. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('domains', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable().references('teams.id')
    // lower case ASCII
    table.text('name').notNullable()
    table.text('status').notNullable()
    table.text('region').notNullable()
    table.text('return_path').notNullable()
    table.text('tls').notNullable()
    table.integer('sending').notNullable()
    table.integer('receiving').notNullable()
    table.integer('open_tracking').notNullable()
    table.integer('click_tracking').notNullable()
    // JSON: each tracking subdomain that was set, the latest last
    table.text('tracking').notNullable()
    // JSON: the result of the last check of each record
    table.text('checks').notNullable()
    table.integer('may_send').notNullable()
    // 1 if it was created by a claim that is not completed
    table.integer('is_placeholder').notNullable()
    // the revision: a job that checks the records is valid for one
    table.integer('turn').notNullable()
    table.text('asked_at')
    table.text('checked_at')
    table.text('verified_at')
    table.text('used_at')
    table.text('scheduled_until')
    table.text('created_at').notNullable()
    table.unique(['team_id', 'name'])
    table.index(['team_id', 'id'])
  })
  await knex.schema.createTable('domain_names', table => {
    table.text('name').primary()
    table.uuid('team_id').notNullable()
    table.uuid('domain_id').notNullable()
    table.integer('was_verified').notNullable()
    table.text('created_at').notNullable()
  })
}
