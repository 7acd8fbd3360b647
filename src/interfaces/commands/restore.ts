// `npm run restoreDatabase -- <file> [--replace]`: replaces the database with a backup, while no server runs. See docs/operating.md.
import type { Config } from '../../base/config/config.ts'
import { restoreDatabase } from '../../base/store/backup.ts'
import { prepareFolder } from '../../base/store/folder.ts'
import { fileAndFlags, fileOfSqlite } from './options.ts'

const REPLACE = '--replace'

/** Returns the text for the operator's terminal. */
export async function restoreBackup(config: Config, options: string[], now: Date): Promise<string> {
  const database_file = fileOfSqlite(config, 'restore')
  const { file, flags } = fileAndFlags('restore', options, [REPLACE])
  prepareFolder(database_file, config.database_setting)
  const { aside } = restoreDatabase(database_file, file, { replace: flags.includes(REPLACE), now })
  const kept =
    aside === undefined ? '' : `The previous database was moved to ${aside}. Delete it when you no longer need it.\n`
  return `${kept}Restored ${file} to ${database_file}. Start the server now.`
}
