// `npm run compactDatabaseFile`: returns all free space in the database file to the disk, while no server runs. See docs/operating.md.
import type { Config } from '../../base/config/config.ts'
import { compactDatabaseFile } from '../../base/store/backup.ts'
import { fileOfSqlite, megabytes, refuseUnknownOptions } from './options.ts'

/** Returns the text for the operator's terminal. */
export async function compactDatabase(config: Config, options: string[]): Promise<string> {
  refuseUnknownOptions(options, [])
  const database_file = fileOfSqlite(config, 'compact')
  const { before, after } = compactDatabaseFile(database_file)
  return `Compacted ${database_file} from ${megabytes(before)} to ${megabytes(after)}.`
}
