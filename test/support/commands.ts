// The server's commands without a process for each, which takes a second to start: runs what main.ts runs and returns
// the result. test/support/process.ts runs commands as an operator does.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { subscribers } from '../../src/app/subscribers.ts'
import { compactDatabase } from '../../src/interfaces/commands/compact.ts'
import { createBackup } from '../../src/interfaces/commands/backup.ts'
import { moveDatabase } from '../../src/interfaces/commands/move.ts'
import { resetFactors } from '../../src/interfaces/commands/reset-factors.ts'
import { resetPassword } from '../../src/interfaces/commands/reset-password.ts'
import { restoreBackup } from '../../src/interfaces/commands/restore.ts'
import { rotateSigningKeys } from '../../src/interfaces/commands/rotate-keys.ts'
import { readConfig } from '../../src/base/config/config.ts'

const COMMANDS = {
  backup: createBackup,
  restore: restoreBackup,
  move: moveDatabase,
  compact: compactDatabase,
  'password:reset': resetPassword,
  'factors:reset': resetFactors,
  'keys:rotate': rotateSigningKeys,
}

/** The exit code and the output. */
export async function command(
  env: Record<string, string>,
  name: keyof typeof COMMANDS,
  ...options: string[]
): Promise<{ code: number; output: string }> {
  try {
    return { code: 0, output: await COMMANDS[name](readConfig(env), options, new Date(), subscribers) }
  } catch (error) {
    return { code: 1, output: (error as Error).message }
  } finally {
    // all reads within one turn of the event loop share a snapshot: a server in this process sees the writes in the
    // next turn
    await nextTurn()
  }
}
