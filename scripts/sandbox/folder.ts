// The folder of a sandbox: in memory if the machine has such a file system, and deleted when the sandbox ends. The next
// sandbox deletes the folder of a killed sandbox.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileExists } from '../../src/base/store/files.ts'
import { lockFolder } from '../../src/base/store/lock.ts'

/** The in-memory file system of Linux. */
const IN_MEMORY = '/dev/shm'
const PREFIX = 'lettermill-sandbox-'
const LOCK = 'sandbox.lock'
/** Longer than the time between creating a folder and locking it. */
const YOUNG_MS = 10_000

export interface Folder {
  path: string
  remove(): void
}

export function newFolder(): Folder {
  const place = fileExists(IN_MEMORY) ? IN_MEMORY : tmpdir()
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
      // throws while its sandbox is running
      lockFolder(path.join(folder, LOCK))()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // owned by another user, or being removed
    }
  }
}
