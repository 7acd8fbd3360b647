// Makes backups of the database on time, while the server works. Copying and checking a copy are done in a process of their
// own, which blocks no request; one that fails is logged and tried again.
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { BackupPlan } from '../../base/config/config.ts'
import { sizeOf } from '../../base/store/files.ts'
import { backupName, backupsToRemove, isBackupDue, newestBackup, unfinishedBackups } from './schedule.ts'

const PROGRAM = fileURLToPath(new URL('../../base/store/backup-process.ts', import.meta.url))
/** How often it is looked whether one is due: clocks are set, and a machine that slept has missed its timers. */
const LOOKED_EVERY_MS = 60_000
/** After one that failed. */
const AGAIN_AFTER_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** What has to stay free beside a copy: the database may lie on the same disk and goes on growing meanwhile. */
const FREE_BYTES_KEPT = 64 * 1024 * 1024

/** Public, so without texts, which name files. */
export interface BackupStatus {
  /** Of the last try; `none`: there was none since the start. */
  state: 'none' | 'made' | 'failed'
  /** When the newest one was begun. */
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

  /** Looks now and from time to time whether one is due, and makes it in the background. */
  start(): void {
    this.#looking = this.makeIfDue().finally(() => {
      if (!this.#stopped) this.#timer = setTimeout(() => this.start(), LOOKED_EVERY_MS).unref()
    })
  }

  /** Gives up one that is being made; the next start makes it. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#child?.kill('SIGKILL')
    await this.#looking
  }

  /** What goes wrong is told in the log and by the status. */
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
      log.error({ err: error, again_after_ms: AGAIN_AFTER_MS }, 'a backup could not be made')
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
    log.info({ backup: name, took_ms: Math.round(performance.now() - began_ms) }, 'a backup was made')
    const old = backupsToRemove([...names, name], plan.keep, begun_at)
    await this.#removeAll(old).catch((error: unknown) => log.warn({ err: error }, 'an old backup could not be removed'))
  }

  /** A copy that fills the disk blocks all writes until it is given up. */
  async #requireRoom(): Promise<void> {
    const { plan, database_file } = this.#sources
    const { bavail, bsize } = await statfs(plan.folder)
    const needed = sizeOf(database_file) + FREE_BYTES_KEPT
    if (bavail * bsize >= needed) return
    throw new Error(
      `There is not enough room in ${plan.folder}: a backup needs ${needed} bytes, some of them as a reserve`,
    )
  }

  #run(to: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, _: string, said: string): void => {
        this.#child = undefined
        if (error) reject(new Error(said.trim() || error.message))
        else resolve()
      }
      this.#child = execFile(process.execPath, [PROGRAM, this.#sources.database_file, to], done)
      // a backup can wait, mail cannot
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
    // it ended already, or the system does not allow it
  }
}
