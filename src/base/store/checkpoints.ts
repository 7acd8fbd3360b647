// Runs the thread that moves the write-ahead log (checkpoint.js), and starts its rounds. If the thread ends, the log only
// grows, so another thread is started a little later. Before each round it checks whether the file may be written.
import { Worker } from 'node:worker_threads'
import { statsOf } from './files.ts'

const EVERY_MS = 500
/** A thread takes 12 MB and some startup time, so it is started when the log reaches this size. */
const BEGUN_AT_BYTES = 1024 * 1024
const AGAIN_AFTER_MS = 5000

export class Checkpoints {
  readonly #filename: string
  readonly #movesLog: boolean
  readonly #mayWrite: () => boolean
  readonly #rounds: NodeJS.Timeout
  #worker: Worker | undefined
  #again: NodeJS.Timeout | undefined
  #begun = false
  #stopped = false
  /** Whether the thread is writing the file or about to. */
  isAtWork = false

  /** Without `movesLog` the thread only returns free space. */
  constructor(filename: string, mayWrite: () => boolean, movesLog: boolean) {
    this.#filename = filename
    this.#movesLog = movesLog
    this.#mayWrite = mayWrite
    this.#rounds = setInterval(() => this.#round(), EVERY_MS).unref()
  }

  /** Resolves when the thread has closed its connection. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#again)
    clearInterval(this.#rounds)
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('stop')
    await ended
  }

  #round(): void {
    // also while the thread works: this detects a damaged or moved file when no unit runs
    const mayWrite = this.#mayWrite()
    if (!this.#begun && (statsOf(`${this.#filename}-wal`)?.size ?? 0) >= BEGUN_AT_BYTES) {
      this.#begun = true
      this.#start()
    }
    if (!mayWrite || !this.#worker || this.isAtWork) return
    this.isAtWork = true
    this.#worker.postMessage('round')
  }

  #start(): void {
    try {
      const worker = new Worker(new URL('./checkpoint.js', import.meta.url), {
        workerData: { filename: this.#filename, movesLog: this.#movesLog },
      })
      worker.unref()
      // without a listener, an error of the thread would end the process; its exit is handled below
      worker.on('error', () => {})
      worker.on('message', () => (this.isAtWork = false))
      worker.once('exit', () => this.#ended())
      this.#worker = worker
    } catch {
      this.#ended()
    }
  }

  #ended(): void {
    this.#worker = undefined
    this.isAtWork = false
    if (!this.#stopped) this.#again = setTimeout(() => this.#start(), AGAIN_AFTER_MS).unref()
  }
}
