// The log: one JSON object per line on standard output.
import { type DestinationStream, type Logger, pino } from 'pino'

const WRITE_EVERY_MS = 100
const WRITE_AT_CHARACTERS = 60_000
/** When the reader of the output is too slow, so much waits; lines beyond that are lost, and nothing else. */
const WAITING_BYTES_MAX = 16_000_000

export function createLog(level: string): Logger {
  return pino({ level }, new StandardOutput())
}

/**
 * Gathers lines and hands them over together: pino's own destination measures at each line what waits already, and each
 * of its writes wakes a thread (docs/decisions/log.md).
 */
class StandardOutput implements DestinationStream {
  // writes what it gets at once, or as soon as the write before has ended
  readonly #output = pino.destination({ sync: false, minLength: 1, maxLength: WAITING_BYTES_MAX })
  #waiting = ''

  constructor() {
    // the reader of our output is gone, or its disk is full: lines are lost, and nothing else
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
      // with a function to call, it tells that of its errors instead of throwing them
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
      // it was closed: there is no reader
    }
  }
}
