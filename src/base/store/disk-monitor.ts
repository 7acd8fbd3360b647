// Watches the free space on the disk of a SQLite database. A nearly full disk accepts small writes for a while and refuses
// large ones, so the operator is warned before all writes are refused.
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'

const CHECK_EVERY_MS = 10_000

export interface DiskStatus {
  state: 'ok' | 'nearly_full'
  free_bytes: number
}

/** Free bytes for this process's user on the disk of a file; `undefined` if the system reports none. */
export async function freeBytesOnDiskOf(file: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path.dirname(file))
    return bavail * bsize
  } catch {
    return undefined
  }
}

export class DiskMonitor {
  readonly #file: string
  readonly #free_min: number
  readonly #log: Logger
  #status: DiskStatus | undefined
  #timer: NodeJS.Timeout | undefined

  /** The disk of this file counts as nearly full below `free_min` bytes. */
  constructor(file: string, free_min: number, log: Logger) {
    this.#file = file
    this.#free_min = free_min
    this.#log = log
  }

  get status(): DiskStatus | undefined {
    return this.#status
  }

  async start(): Promise<void> {
    await this.#check()
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #check(): Promise<void> {
    const free_bytes = await freeBytesOnDiskOf(this.#file)
    if (free_bytes === undefined) return
    const state = free_bytes < this.#free_min ? 'nearly_full' : 'ok'
    const before = this.#status?.state ?? 'ok'
    this.#status = { state, free_bytes }
    if (state === before) return
    if (state === 'ok') this.#log.info({ free_bytes }, 'disk space recovered')
    else this.#log.warn({ free_bytes, free_min: this.#free_min }, 'disk space low')
  }
}
