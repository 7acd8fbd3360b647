// Random values the server makes for itself once and keeps in its own database.
import { text } from './column.ts'
import type { Tx } from './database.ts'
import { table } from './table.ts'
import { randomToken } from '../secrets/tokens.ts'

const secrets = table('server_secrets', { name: text, value: text, created_at: text })

const find = secrets.only('value').find('name')
const insertIfNew = secrets.insertIfNew('name')

/** The server's secret of this name, made at the first call. */
export async function serverSecret(tx: Tx, name: string, now: Date): Promise<string> {
  const known = await tx.get(find, { name })
  if (known) return known.value
  tx.put(insertIfNew, { name, value: randomToken(), created_at: now.toISOString() })
  // of several servers that start at the same time, the first one makes it
  return (await tx.get(find, { name }))!.value
}
