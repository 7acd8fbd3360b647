// `npm run backup -- <file>`: copies the database, also while the server runs. See docs/operating.md.
import type { Config } from '../../base/config/config.ts'
import { backUpDatabase } from '../../base/store/backup.ts'
import { fileAndFlags, fileOfSqlite, megabytes } from './options.ts'

/** Returns the text for the operator's terminal. */
export async function createBackup(config: Config, options: string[], now: Date): Promise<string> {
  const database_file = fileOfSqlite(config, 'backup')
  const { file } = fileAndFlags('backup', options, [])
  const bytes = await backUpDatabase(database_file, file)
  return `Backup created and checked: ${file} (${megabytes(bytes)}). It contains all data up to ${now.toISOString()}.`
}
