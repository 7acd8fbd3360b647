// Parses the arguments of a command: an unknown one ends the command with a message before anything is changed.
import path from 'node:path'
import type { Config } from '../../base/config/config.ts'

/** The one file argument of a command, and the given `known` flags. */
export function fileAndFlags(command: string, options: string[], known: string[]): { file: string; flags: string[] } {
  const flags = options.filter(option => option.startsWith('--'))
  const files = options.filter(option => !option.startsWith('--'))
  refuseUnknownOptions(flags, known)
  const [file] = files
  if (file === undefined || files.length > 1)
    throw new Error(`Usage: npm run ${command} -- <file>${known.map(flag => ` [${flag}]`).join('')}`)
  return { file: path.resolve(file), flags }
}

/** Throws on an option that is not one of the `known` ones. */
export function refuseUnknownOptions(options: string[], known: string[]): void {
  const unknown = options.find(option => !known.includes(option))
  if (unknown === undefined) return
  throw new Error(
    `Unknown option: ${unknown}. ${known.length > 0 ? `Allowed: ${known.join(', ')}.` : 'This command has no options.'}`,
  )
}

/** Formats a size for the operator's terminal. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The database's file. Throws if the database is a PostgreSQL database. */
export function fileOfSqlite({ database_file }: Config, command: string): string {
  if (database_file !== undefined) return database_file
  throw new Error(
    `npm run ${command} supports only SQLite, and DATABASE_URL is a PostgreSQL database. Use the tools of PostgreSQL, such ` +
      'as pg_dump (see docs/postgres.md).',
  )
}
