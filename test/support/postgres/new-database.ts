// Databases for tests on PostgreSQL. A new one is copied from a template with all tables, which takes 40 to 300 ms;
// after a test it is emptied for the next one, which takes 10.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { migratePostgres } from '../../../src/base/store/postgres/migrate.ts'

const TEMPLATE = 'lettermill_template'
const LEFT_WITHIN_MS = 500

export interface NewDatabase {
  url: string
  /** Releases the database and ends open connections. */
  drop(): Promise<void>
}

interface Used {
  name: string
  url: string
  /** The connection that empties the database. */
  client: Client
  /** The tables and settings when the database was new. */
  shape: string
}

const left: Used[] = []

/** Creates the template database with all tables. */
export async function prepareTemplate(server: string): Promise<void> {
  await ask(server, `create database ${TEMPLATE}`)
  const url = urlOf(server, TEMPLATE)
  await migratePostgres(url)
  const client = await connected(url)
  process.env.TEST_POSTGRES_ROWS = JSON.stringify(await rowsOf(client))
  await client.end()
}

/** The rows that the migrations create, by table. */
async function rowsOf(client: Client): Promise<Record<string, object[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     and not relispartition`,
  )
  const made: Record<string, object[]> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`)
    if (rows.length > 0) made[name] = rows.map(({ row }) => row)
  }
  return made
}

/** A database with all tables and no rows, on the server of the run. */
export async function newDatabase(): Promise<NewDatabase> {
  const used = (await emptied()) ?? (await copied())
  return { url: used.url, drop: async () => void left.push(used) }
}

/** A database that is never reused: for tests that change its tables, or create them (`template0`). */
export async function newDatabaseAlone(template = TEMPLATE, server = theServer()): Promise<NewDatabase> {
  const name = await made(server, template)
  return { url: urlOf(server, name), drop: () => ask(server, `drop database if exists ${name} with (force)`) }
}

async function copied(): Promise<Used> {
  const name = await made(theServer(), TEMPLATE)
  const url = urlOf(theServer(), name)
  const client = await connected(url)
  return { name, url, client, shape: await shapeOf(client) }
}

async function emptied(): Promise<Used | undefined> {
  for (let used = left.shift(); used; used = left.shift()) {
    if (await empty(used).catch(() => false)) return used
    void used.client.end().catch(() => {})
  }
  return undefined
}

/** Empties the database. Returns false if a connection is still open, or if tables or settings changed. */
async function empty({ client, name, shape }: Used): Promise<boolean> {
  const others = `from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  for (const deadline = performance.now() + LEFT_WITHIN_MS; ; await pause(5)) {
    if ((await client.query(`select pid ${others}`)).rows.length === 0) break
    if (performance.now() < deadline) continue
    await client.query(`select pg_terminate_backend(pid) ${others}`)
    return false
  }
  if ((await shapeOf(client)) !== shape) return false
  await client.query(`do $$ declare name regclass; begin
    set local session_replication_role = replica;
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition
    loop execute format('delete from %s', name); end loop; end $$`)
  const made = JSON.parse(process.env.TEST_POSTGRES_ROWS!) as Record<string, object[]>
  for (const [table, rows] of Object.entries(made)) {
    const sql = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`
    await client.query(sql, [JSON.stringify(rows)])
  }
  return true
}

/** A digest of the tables and settings. */
async function shapeOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(
    `select md5(string_agg(relname, ',' order by relname)) || exists(select from pg_db_role_setting where setdatabase =
      (select oid from pg_database where datname = current_database())) as shape
     from pg_class where relnamespace = 'public'::regnamespace and not relispartition`,
  )
  return rows[0]!.shape
}

async function made(server: string, template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await ask(server, `create database ${name} template ${template}`)
  return name
}

function theServer(): string {
  const url = process.env.TEST_POSTGRES
  if (url === undefined) throw new Error('Only tests of the project `postgres` have a PostgreSQL')
  return url
}

const urlOf = (server: string, name: string): string => server.replace(/[^/]+$/, name)

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'tests' })
  // a test may restart the server
  client.on('error', () => {})
  await client.connect()
  // an idle connection must not keep the process alive
  ;(client as unknown as { connection: { stream: { unref(): void } } }).connection.stream.unref()
  return client
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
