// Where tests keep their files: in one folder, which goes when they are over, whatever they have left in it. It is in memory
// where there is room, as nothing of it has to outlive the machine: a commit waits for the disk in vain, thousands of times.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** With the number of the process that they are of. */
const OURS = /^lettermill-(?:tests|postgres)-(\d+)-/
/** All tests together have less than half of this there at a time. */
const NEEDED_BYTES = 6 * 1024 ** 3

let folder: string | undefined

/** Before there are workers, which take over what the environment says. */
export function setup(): void {
  // it is asked once for each project of the configuration
  if (process.env.LASTING_TMPDIR !== undefined) return
  // for what is to outlive them
  process.env.LASTING_TMPDIR = tmpdir()
  // whoever says where it is to be gets it there
  const place = process.env.TMPDIR === undefined && hasRoomInMemory() ? IN_MEMORY : tmpdir()
  removeForgotten(place)
  folder = mkdtempSync(path.join(place, `lettermill-tests-${process.pid}-`))
  process.env.TMPDIR = folder
  process.env.TESTS_TMPDIR = folder
}

export function teardown(): void {
  // a browser that was just closed may still be writing
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Containers get 64 MB unless they are asked to have more; and tests run programs that they put there. */
function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1] ?? 'noexec'
  if (mount.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES
}

/** Of runs that were killed. */
function removeForgotten(place: string): void {
  for (const name of readdirSync(place)) {
    const [, pid] = OURS.exec(name) ?? []
    if (pid !== undefined && !isThere(Number(pid))) rmSync(path.join(place, name), { recursive: true, force: true })
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
