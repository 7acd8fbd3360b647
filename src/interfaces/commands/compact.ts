// `npm run compact`: returns all free space in the database file to the disk, while no server runs. See docs/operating.md.
import type { Config } from '../../base/config/config.ts'
import { compact } from '../../base/store/backup.ts'
import { fileOfSqlite, megabytes, refuseOthers } from './options.ts'

/** Returns the text for the operator's terminal. */
export async function compactDatabase(config: Config, options: string[]): Promise<string> {
  refuseOthers(options, [])
  const database_file = fileOfSqlite(config, 'compact')
  const { before, after } = compact(database_file)
  return `Compacted ${database_file} from ${megabytes(before)} to ${megabytes(after)}.`
}
