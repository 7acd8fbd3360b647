// Creates scheduled backups of the database while the server runs. A child process copies the database and verifies the
// copy, so requests are not blocked. A failed backup is logged and retried.
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { BackupPlan } from '../../base/config/config.ts'
import { databaseSize } from '../../base/store/files.ts'
import { backupName, backupsToRemove, isBackupDue, newestBackup, unfinishedBackups } from './schedule.ts'

const PROGRAM = fileURLToPath(new URL('../../base/store/backup-process.ts', import.meta.url))
/**
 * Interval between checks whether a backup is due. One long timer would not work: clocks change, and a machine that was
 * asleep misses its timers.
 */
const LOOKED_EVERY_MS = 60_000
/** Delay before a failed backup is retried. */
const AGAIN_AFTER_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** Bytes that must stay free in addition to the copy: the database may be on the same disk and grow while it is copied. */
const FREE_BYTES_KEPT = 64 * 1024 * 1024

/** Shown on a public page, so it contains no error texts: those include file paths. */
export interface BackupStatus {
  /** Outcome of the last backup; `none`: no backup has been attempted since the start. */
  state: 'none' | 'made' | 'failed'
  /** Start time of the newest backup. */
  newest_at: string | null
}

interface BackupSources {
  plan: BackupPlan
  database_file: string
  now: () => Date
  log: Logger
}

export class Backups {
  readonly #sources: BackupSources
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #child: ChildProcess | undefined
  #failed_at: Date | undefined
  #stopped = false
  status: BackupStatus = { state: 'none', newest_at: null }

  constructor(sources: BackupSources) {
    this.#sources = sources
  }

  /** Checks now and then once a minute whether a backup is due, and creates it in the background. */
  start(): void {
    this.#looking = this.makeIfDue().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), LOOKED_EVERY_MS).unref()
    })
  }

  /** Kills the process of a running backup. The next start repeats that backup. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
    await this.#looking
  }

  /** Never throws: errors are logged and recorded in `status`. */
  async makeIfDue(): Promise<void> {
    const { plan, now, log } = this.#sources
    if (this.#failed_at && Math.abs(now().getTime() - this.#failed_at.getTime()) < AGAIN_AFTER_MS) return
    try {
      await mkdir(plan.folder, { recursive: true, mode: 0o700 })
      const names = await readdir(plan.folder)
      this.#note(this.status.state, newestBackup(names, now()))
      if (this.#stopped || !isBackupDue(names, plan.every_hours * HOUR_MS, now())) return
      await this.#make(names)
      this.#failed_at = undefined
    } catch (error) {
      if (this.#stopped) return
      this.#failed_at = now()
      this.status = { ...this.status, state: 'failed' }
      log.error({ err: error, again_after_ms: AGAIN_AFTER_MS }, 'backup failed')
    }
  }

  async #make(names: string[]): Promise<void> {
    const { plan, now, log } = this.#sources
    await this.#removeAll(unfinishedBackups(names))
    await this.#requireRoom()
    const begun_at = now()
    const name = backupName(begun_at)
    const began_ms = performance.now()
    try {
      await this.#run(path.join(plan.folder, name))
    } catch (error) {
      await this.#removeAll(unfinishedBackups(await readdir(plan.folder)))
      throw error
    }
    this.#note('made', begun_at)
    log.info({ backup: name, took_ms: Math.round(performance.now() - began_ms) }, 'backup created')
    const old = backupsToRemove([...names, name], plan.keep, begun_at)
    await this.#removeAll(old).catch((error: unknown) => log.warn({ err: error }, 'backup deletion failed'))
  }

  /** Refuses a copy that would fill the disk: a full disk blocks all writes to the database. */
  async #requireRoom(): Promise<void> {
    const { plan, database_file } = this.#sources
    const { bavail, bsize } = await statfs(plan.folder)
    const needed = databaseSize(database_file) + FREE_BYTES_KEPT
    if (bavail * bsize >= needed) return
    throw new Error(`Not enough disk space in ${plan.folder}: a backup requires ${needed} bytes, including a reserve`)
  }

  #run(to: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, _: string, said: string): void => {
        this.#child = undefined
        if (error) reject(new Error(said.trim() || error.message))
        else resolve()
      }
      this.#child = execFile(process.execPath, [PROGRAM, this.#sources.database_file, to], done)
      // low priority: a backup can wait, email cannot
      if (this.#child.pid !== undefined) tryPriority(this.#child.pid)
    })
  }

  async #removeAll(names: string[]): Promise<void> {
    for (const name of names) await rm(path.join(this.#sources.plan.folder, name), { force: true })
  }

  #note(state: BackupStatus['state'], newest_at: Date | undefined): void {
    this.status = { state, newest_at: newest_at?.toISOString() ?? null }
  }
}

function tryPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // the process has ended, or the system does not allow the change
  }
}
