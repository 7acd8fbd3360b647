// Keeps the thread that moves the write-ahead log running. Without it the log only grows, so its end is no emergency: a
// new one is tried a little later.
import { Worker } from 'node:worker_threads'

const AGAIN_AFTER_MS = 5000

export class Checkpoints {
  readonly #filename: string
  #worker: Worker | undefined
  #again: NodeJS.Timeout | undefined
  #stopped = false

  constructor(filename: string) {
    this.#filename = filename
    this.#start()
  }

  /** Resolves when the thread has closed its connection. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#again)
    const worker = this.#worker
    if (!worker) return
    const ended = new Promise(resolve => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage('stop')
    await ended
  }

  #start(): void {
    try {
      const worker = new Worker(new URL('./checkpoint.js', import.meta.url), {
        workerData: { filename: this.#filename },
      })
      worker.unref()
      // without a listener an error of the thread ends the process; that the thread ends is what matters
      worker.on('error', () => {})
      worker.once('exit', () => this.#ended())
      this.#worker = worker
    } catch {
      this.#ended()
    }
  }

  #ended(): void {
    this.#worker = undefined
    if (!this.#stopped) this.#again = setTimeout(() => this.#start(), AGAIN_AFTER_MS).unref()
  }
}
