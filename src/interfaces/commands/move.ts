// `npm run moveRows -- --to postgres://…`: moves a SQLite database into an empty PostgreSQL database, while no server runs. See
// docs/postgres.md.
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../../base/config/config.ts'
import { isPostgres } from '../../base/store/postgres/address.ts'
import { moveRows, type MovedRows, type MoveOutcome } from '../../base/store/move/move.ts'

const USAGE = 'npm run move -- --to postgres://user@host/database [--from <backup file>] [--without-nul]'

/** Returns the text for the operator's terminal, with a table of the moved rows. */
export async function moveDatabase(config: Config, options: string[], now: Date): Promise<string> {
  const { to, from, 'without-nul': without_nul } = optionsOf(options)
  // DATABASE_URL may already contain the target, which also keeps a password out of the process list
  const target = to ?? (config.database_file === undefined ? config.database_url : undefined)
  if (target === undefined) throw new Error(`Missing --to. Usage: ${USAGE}`)
  if (!isPostgres(target)) throw new Error(`Invalid --to: it must be postgres://user@host/database. Usage: ${USAGE}`)
  const live = config.database_file ?? path.join(config.data_dir, 'lettermill.db')
  const source = from === undefined ? live : path.resolve(from)
  const outcome = await moveRows({
    from: source,
    is_live: from === undefined,
    to: target,
    without_nul,
    now,
    tell: words => console.error(words),
  })
  return summary(source, outcome)
}

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  'without-nul': { type: 'boolean', default: false },
} as const

function optionsOf(args: string[]): ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    // the message may contain a URL with a password
    throw new Error(`Invalid options. Usage: ${USAGE}`, { cause: error })
  }
}

function summary(source: string, { tables, given_back, took_ms }: MoveOutcome): string {
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  const seconds = Math.max(took_ms / 1000, 0.1)
  const jobs = given_back > 0 ? `\n${given_back} interrupted jobs were requeued.` : ''
  return `${tableOf(tables)}
${rows} rows moved and verified in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} per second).${jobs}
Set DATABASE_URL to the new database and start the server. Do not start a server on ${source} again: it would resend the queued emails.`
}

/** The tables that have rows. `moveRows` has compared the digests of both databases, so one column shows both. */
function tableOf(tables: MovedRows[]): string {
  const some = tables.filter(({ rows }) => rows > 0)
  const width = Math.max(...some.map(({ name }) => name.length))
  const line = (name: string, rows: string, sum: string): string =>
    `${name.padEnd(width)}  ${rows.padStart(10)}  ${sum.padStart(22)}\n`
  const lines = some.map(({ name, rows, digest }) => line(name, String(rows), digest.toString(16)))
  return `${line('Table', 'Rows', 'Checksum')}${lines.join('')}${tables.length - some.length} tables are empty.\n`
}
