// The log: one JSON object per line on standard output.
import { type DestinationStream, type Logger, pino } from 'pino'

const WRITE_EVERY_MS = 100
const WRITE_AT_CHARACTERS = 60_000
/** Maximum number of bytes buffered if the reader of the output is too slow; further lines are lost. */
const WAITING_BYTES_MAX = 16_000_000

export function createLog(level: string): Logger {
  return pino({ level }, new StandardOutput())
}

/**
 * Collects lines and writes them together: pino's own destination measures the buffer with each line, and each of its
 * writes wakes a thread (docs/decisions/log.md).
 */
class StandardOutput implements DestinationStream {
  // writes immediately, or as soon as the previous write has ended
  readonly #output = pino.destination({ sync: false, minLength: 1, maxLength: WAITING_BYTES_MAX })
  #waiting = ''

  constructor() {
    // the reader of the output has exited, or its disk is full: only log lines are lost
    this.#output.on('error', () => {})
    setInterval(() => this.#handOver(), WRITE_EVERY_MS).unref()
    process.once('exit', () => {
      try {
        this.#handOver()
        this.#output.flushSync()
      } catch {
        // there is no output left to report to
      }
    })
  }

  write(line: string): void {
    this.#waiting += line
    if (this.#waiting.length >= WRITE_AT_CHARACTERS) this.#handOver()
  }

  flush(done: () => void): void {
    this.#handOver()
    try {
      // with a callback, errors go to it and are not thrown
      this.#output.flush(done)
    } catch {
      done()
    }
  }

  #handOver(): void {
    const lines = this.#waiting
    if (lines === '') return
    this.#waiting = ''
    try {
      this.#output.write(lines)
    } catch {
      // the output was closed: there is no reader
    }
  }
}
