import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('segments', table => {
    // JSON: the rule for its members; null if contacts are added manually
    table.text('rule')
    table.index(['team_id', 'id'], 'segments_by_rule', { predicate: knex.whereNotNull('rule') })
  })
  // contacts with a value or a choice, in the order of contacts; values are truncated to the size limit of an index on
  // PostgreSQL
  await knex.raw(
    `create index contact_property_values_by_value
     on contact_property_values (property_id, substr(value, 1, 200), contact_id)`,
  )
  await knex.schema.alterTable('contact_property_values', table => table.dropIndex(['property_id']))
  await knex.schema.alterTable('topic_choices', table => {
    table.index(['topic_id', 'subscription', 'contact_id'], 'topic_choices_by_choice')
    table.dropIndex(['topic_id'])
  })
}
