// Watches the room on the disk of a SQLite database. A disk that is nearly full takes small writes for a while and refuses
// large ones, so the operator has to learn of it before everything is refused.
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'

const LOOK_EVERY_MS = 10_000

export interface DiskStatus {
  state: 'ok' | 'nearly_full'
  free_bytes: number
}

/** Free bytes on the disk of a file for this process's user; `undefined` where the system does not say. */
export async function freeBytesBeside(file: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(path.dirname(file))
    return bavail * bsize
  } catch {
    return undefined
  }
}

export class DiskWatch {
  readonly #file: string
  readonly #free_min: number
  readonly #log: Logger
  #status: DiskStatus | undefined
  #timer: NodeJS.Timeout | undefined

  /** With less than `free_min` bytes the disk of this file counts as nearly full. */
  constructor(file: string, free_min: number, log: Logger) {
    this.#file = file
    this.#free_min = free_min
    this.#log = log
  }

  get status(): DiskStatus | undefined {
    return this.#status
  }

  async start(): Promise<void> {
    await this.#look()
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const free_bytes = await freeBytesBeside(this.#file)
    if (free_bytes === undefined) return
    const state = free_bytes < this.#free_min ? 'nearly_full' : 'ok'
    const before = this.#status?.state ?? 'ok'
    this.#status = { state, free_bytes }
    if (state === before) return
    if (state === 'ok') this.#log.info({ free_bytes }, 'the disk of the database has room again')
    else
      this.#log.warn(
        { free_bytes, free_min: this.#free_min },
        'the disk of the database is nearly full: large mail is refused first, then everything; make room (see RETENTION_DAYS)',
      )
  }
}
