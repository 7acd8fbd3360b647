// A process that creates one backup and exits: `node backup-process.ts <database file> <file of the copy>`. On failure
// it prints the error as a sentence and exits with code 1.
import { backUpDatabase } from './backup.ts'

try {
  await backUpDatabase(process.argv[2]!, process.argv[3]!)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
