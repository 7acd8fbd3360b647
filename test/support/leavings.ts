// Where tests keep their files: in one folder, which goes when they are over, whatever they have left in it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

let folder: string | undefined

/** Before there are workers, which take over what the environment says. */
export function setup(): void {
  // it is asked once for each project of the configuration
  if (process.env.LASTING_TMPDIR !== undefined) return
  // for what is to outlive them
  process.env.LASTING_TMPDIR = tmpdir()
  folder = mkdtempSync(path.join(tmpdir(), 'lettermill-tests-'))
  process.env.TMPDIR = folder
}

export function teardown(): void {
  // a browser that was just closed may still be writing
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
