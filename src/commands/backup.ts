// `npm run backup -- <file>`, `npm run restore -- <file> [--replace]` and `npm run compact`: see docs/operating.md.
import path from 'node:path'
import type { Config } from '../config.ts'
import { backUp, compact, restore } from '../store/backup.ts'
import { prepareFolder } from '../store/folder.ts'

const REPLACE = '--replace'

/** Copies the database to a file, also while the server runs. */
export async function makeBackup({ database_file }: Config, options: string[], now: Date): Promise<string> {
  const { file } = asked('backup', options, [])
  const bytes = await backUp(database_file, file)
  return `${file} (${megabytes(bytes)}) has everything that was accepted before ${now.toISOString()}, and was looked through.`
}

/** Puts a backup in the place of the database, while no server runs. */
export async function restoreBackup(config: Config, options: string[], now: Date): Promise<string> {
  const { database_file, database_setting } = config
  const { file, flags } = asked('restore', options, [REPLACE])
  prepareFolder(database_file, database_setting)
  const { aside } = restore(database_file, file, { replace: flags.includes(REPLACE), now })
  const kept =
    aside === undefined ? '' : `What was there is kept as ${aside}; remove it when it is not needed any more.\n`
  return `${kept}${database_file} is what ${file} was; start the server now.`
}

/** Gives all free space of the database back to the disk, while no server runs. */
export async function compactDatabase({ database_file }: Config, options: string[]): Promise<string> {
  if (options.length > 0) throw new Error(`${options[0]} is not an option here; there is none.`)
  const { before, after } = compact(database_file)
  return `${database_file} was ${megabytes(before)} and is ${megabytes(after)} now.`
}

function asked(command: string, options: string[], known: string[]): { file: string; flags: string[] } {
  const flags = options.filter(option => option.startsWith('--'))
  const files = options.filter(option => !option.startsWith('--'))
  const unknown = flags.find(flag => !known.includes(flag))
  if (unknown !== undefined) {
    throw new Error(
      `${unknown} is not an option here; there is ${known.length > 0 ? `only ${known.join(', ')}` : 'none'}.`,
    )
  }
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`Say one file: npm run ${command} -- <file>`)
  return { file: path.resolve(file), flags }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
