// What stands behind a command: what it does not know ends it in words, before anything is done.
import path from 'node:path'
import type { Config } from '../../base/config/config.ts'

/** The one file of a command, and which of the `known` flags were given. */
export function fileAndFlags(command: string, options: string[], known: string[]): { file: string; flags: string[] } {
  const flags = options.filter(option => option.startsWith('--'))
  const files = options.filter(option => !option.startsWith('--'))
  refuseOthers(flags, known)
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`Say one file: npm run ${command} -- <file>`)
  return { file: path.resolve(file), flags }
}

/** Refuses what is none of the `known` options. */
export function refuseOthers(options: string[], known: string[]): void {
  const unknown = options.find(option => !known.includes(option))
  if (unknown === undefined) return
  throw new Error(
    `${unknown} is not an option here; there is ${known.length > 0 ? `only ${known.join(', ')}` : 'none'}.`,
  )
}

/** As an operator reads it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The file of the database. Throws when it is none. */
export function fileOfSqlite({ database_file }: Config, command: string): string {
  if (database_file !== undefined) return database_file
  throw new Error(
    `npm run ${command} is for a database in a file, and DATABASE_URL is a PostgreSQL: use its own tools, such as ` +
      'pg_dump (see docs/postgres.md).',
  )
}
