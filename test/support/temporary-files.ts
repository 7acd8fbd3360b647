// The folder for all files of a test run, which is deleted at the end. It is in memory if there is space, because the
// data need not survive a crash and thousands of commits would wait for the disk.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The in-memory file system of Linux. */
const IN_MEMORY = '/dev/shm'
/** The folder name contains the id of its process. */
const OURS = /^lettermill-(?:tests|postgres)-(\d+)-/
/** More than twice the space that all tests use at a time. */
const NEEDED_BYTES = 6 * 1024 ** 3

let folder: string | undefined

/** Runs before the workers start, because they inherit the environment. */
export function setup(): void {
  // vitest calls this once per project of the configuration
  if (process.env.LASTING_TMPDIR !== undefined) return
  // for files that outlive the run
  process.env.LASTING_TMPDIR = tmpdir()
  // a configured TMPDIR has priority
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

/** Containers have 64 MB by default, and tests run programs from this folder, so it must not be `noexec`. */
function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm \S+ (\S+)/m)?.[1] ?? 'noexec'
  if (mount.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES
}

/** Deletes the folders of killed runs. */
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
