import type { Knex } from 'knex'
import { shape } from '../postgres/shape.ts'

/** The tables as PostgreSQL is best with them; see there. It is empty when this runs. */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') await shape(knex)
}
