import type { Knex } from 'knex'

/** A/B tests of broadcasts, their results by the domains of recipients, and the broadcasts of a segment in their order. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('broadcast_ab_tests', table => {
    table.uuid('broadcast_id').primary()
    table.uuid('team_id').notNullable()
    // version B; null: the same as the broadcast, which is version A
    table.text('subject')
    table.text('html')
    table.text('text')
    // text generated from the HTML when sending started
    table.text('made_text')
    // percent of the audience that gets version A or B, half each
    table.integer('share').notNullable()
    table.integer('wait_hours').notNullable()
    table.text('winner_by').notNullable()
    // when the winner is decided; null: emails of the test have not all been created
    table.text('decides_at')
    // when the remaining audience started to receive the winner
    table.text('rest_at')
    table.text('winner')
    table.text('reason')
  })
  await knex.schema.alterTable('emails', table => {
    // for an email of a broadcast with an A/B test: its version
    table.text('version')
  })
  await knex.schema.createTable('broadcast_domains', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('domain').notNullable()
    // several rows for each domain, as in broadcast_tallies; row 0 exists for each counted domain
    table.integer('shard').notNullable()
    table.uuid('team_id').notNullable()
    for (const column of ['sent', 'delivered', 'bounced', 'complained', 'unique_opened', 'unique_clicked'])
      table.integer(column).notNullable().defaultTo(0)
    table.primary(['broadcast_id', 'domain', 'shard'])
  })
  await knex.schema.alterTable('broadcasts', table => {
    table.index(['team_id', 'segment_id', 'sent_at'])
  })
}
