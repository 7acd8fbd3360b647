import type { Knex } from 'knex'

/** The domains that teams send from, and which team a name belongs to. */
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
    // JSON: each tracking subdomain that was asked for, the last one last
    table.text('tracking').notNullable()
    // JSON: what came of the last look at each record
    table.text('checks').notNullable()
    table.integer('may_send').notNullable()
    // made by a claim that is not through yet
    table.integer('is_placeholder').notNullable()
    // a job that looks at the records is good for one turn
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
