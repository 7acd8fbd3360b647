// The folder of a sandbox: in memory where the machine keeps files there, and gone when the sandbox ends. One that was
// killed could not see to that, so the next one does.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exists } from '../../src/base/store/files.ts'
import { lockFolder } from '../../src/base/store/lock.ts'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'lettermill-sandbox-'
const LOCK = 'sandbox.lock'
/** Longer than it takes from making a folder to locking it. */
const YOUNG_MS = 10_000

export interface Folder {
  path: string
  remove(): void
}

export function newFolder(): Folder {
  const place = exists(IN_MEMORY) ? IN_MEMORY : tmpdir()
  removeForgotten(place)
  const folder = mkdtempSync(path.join(place, PREFIX))
  const unlock = lockFolder(path.join(folder, LOCK))
  const remove = (): void => {
    process.off('exit', remove)
    unlock()
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', remove)
  return { path: folder, remove }
}

function removeForgotten(place: string): void {
  for (const name of readdirSync(place).filter(each => each.startsWith(PREFIX))) {
    const folder = path.join(place, name)
    try {
      if (Date.now() - statSync(folder).mtimeMs < YOUNG_MS) continue
      // throws while its sandbox lives
      lockFolder(path.join(folder, LOCK))()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // it is somebody else's, or being removed
    }
  }
}
