// Databases for tests on PostgreSQL: copies of one that is made once in a run.
import { Client } from 'pg'

const TEMPLATE = 'lettermill_template'

export interface NewDatabase {
  url: string
  /** Whoever is still connected is thrown out. */
  drop(): Promise<void>
}

let made = 0

/** The database that others are copies of, with all tables. */
export async function prepareTemplate(server: string): Promise<void> {
  await ask(server, `create database ${TEMPLATE}`)
}

/** A database of its own, on the server of the run unless another is named; `template1` is one without tables. */
export async function newDatabase({
  server = process.env.TEST_POSTGRES,
  template = TEMPLATE,
}: { server?: string | undefined; template?: string } = {}): Promise<NewDatabase> {
  if (server === undefined) throw new Error('Only tests of the project `postgres` have a PostgreSQL')
  const name = `test_${process.pid}_${++made}`
  await ask(server, `create database ${name} template ${template}`)
  return {
    url: server.replace(/[^/]+$/, name),
    drop: () => ask(server, `drop database if exists ${name} with (force)`),
  }
}

async function ask(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
