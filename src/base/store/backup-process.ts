// A process that makes one backup and ends: `node backup-process.ts <database file> <file of the copy>`. It prints an error as
// a sentence and ends with exit code 1.
import { backUp } from './backup.ts'

try {
  await backUp(process.argv[2]!, process.argv[3]!)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
