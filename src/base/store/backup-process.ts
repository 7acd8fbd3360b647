// A process that makes one backup and ends: `node backup-process.ts <database file> <file of the copy>`. What is wrong is
// printed in a sentence, and the exit code says so.
import { backUp } from './backup.ts'

try {
  await backUp(process.argv[2]!, process.argv[3]!)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
