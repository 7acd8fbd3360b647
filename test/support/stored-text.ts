// The whole content of a database as text, to search for data that must not be in it.
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'

type Row = Record<string, unknown>

/** The tables that contain the text in any column, whatever its type and case. `among` limits the rows. */
export async function tablesWith(
  database_url: string,
  wanted: string,
  among: (row: Row) => boolean = () => true,
): Promise<string[]> {
  const found = new Set<string>()
  for await (const [table, row] of rowsOf(database_url)) {
    if (!among(row)) continue
    const texts = Object.values(row).map(value =>
      Buffer.isBuffer(value) ? value.toString('latin1') : (JSON.stringify(value) ?? ''),
    )
    if (texts.some(text => text.toLowerCase().includes(wanted.toLowerCase()))) found.add(table)
  }
  return [...found].toSorted()
}

async function* rowsOf(url: string): AsyncGenerator<[string, Row]> {
  if (url.startsWith('postgres')) yield* rowsOfPostgres(url)
  else yield* rowsOfSqlite(url.replace('sqlite:', ''))
}

function* rowsOfSqlite(filename: string): Generator<[string, Row]> {
  const database = new Sqlite(filename, { readonly: true })
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[]
    for (const table of tables)
      for (const row of database.prepare(`select * from "${table}"`).iterate()) yield [table, row as Row]
  } finally {
    database.close()
  }
}

async function* rowsOfPostgres(url: string): AsyncGenerator<[string, Row]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
    )
    for (const { name } of tables)
      for (const row of (await client.query(`select * from "${name}"`)).rows) yield [name, row]
  } finally {
    await client.end()
  }
}
