import type { Knex } from 'knex'

/** Whether the records of a domain's return path point here. Until now a domain could not send without them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('domains', table => table.integer('bounces_here').notNullable().defaultTo(0))
  await knex('domains').update({ bounces_here: knex.ref('may_send') })
}
