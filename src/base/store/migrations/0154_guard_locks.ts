import type { Knex } from 'knex'
import { GUARD_LOCKS } from '../postgres/guards.ts'

/** Empty tables whose locks represent guards (postgres/guards.ts). */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  for (let index = 0; index < GUARD_LOCKS; index++) await knex.raw(`create table guard_lock_${index} ()`)
}
