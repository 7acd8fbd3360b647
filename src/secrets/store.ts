// Random values the server makes for itself once and keeps in its own database.
import type { Tx } from '../store/database.ts'
import { statement } from '../store/statement.ts'
import { randomToken } from './tokens.ts'

const find = statement<{ name: string }, { value: string }>((knex, place) =>
  knex('server_secrets').select('value').where('name', place('name')),
)

const insert = statement<{ name: string; value: string; created_at: string }>((knex, place) =>
  knex('server_secrets')
    .insert({ name: place('name'), value: place('value'), created_at: place('created_at') })
    .onConflict('name')
    .ignore(),
)

/** The server's secret of this name, made at the first call. */
export async function serverSecret(tx: Tx, name: string, now: Date): Promise<string> {
  const known = await tx.get(find, { name })
  if (known) return known.value
  tx.put(insert, { name, value: randomToken(), created_at: now.toISOString() })
  // of several servers that start at the same time, the first one makes it
  return (await tx.get(find, { name }))!.value
}
