// Random secrets that the server generates once and stores in its own database.
import { text } from './column.ts'
import type { Tx } from './database.ts'
import { table } from './table.ts'
import { randomToken } from '../secrets/tokens.ts'

const secrets = table('server_secrets', { name: text, value: text, created_at: text })

const find = secrets.only('value').find('name')
const insertIfNew = secrets.insertIfNew('name')

/** Returns the server's secret of this name if it exists. */
export async function findServerSecret(tx: Tx, name: string): Promise<string | undefined> {
  return (await tx.get(find, { name }))?.value
}

/** Returns the server's secret of this name; the first call generates it. */
export async function serverSecret(tx: Tx, name: string, now: Date): Promise<string> {
  const known = await tx.get(find, { name })
  if (known) return known.value
  tx.put(insertIfNew, { name, value: randomToken(), created_at: now.toISOString() })
  // read back: if several servers start at the same time, the first one generates it
  return (await tx.get(find, { name }))!.value
}
