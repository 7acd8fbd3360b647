import type { Knex } from 'knex'
import { shape } from '../postgres/shape.ts'

/** Converts the tables for PostgreSQL (postgres/shape.ts). The database is empty when this runs. */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') await shape(knex)
}
