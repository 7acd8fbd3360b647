// The log: one JSON object per line on standard output.
import { type DestinationStream, type Logger, pino } from 'pino'

const WRITE_EVERY_MS = 100
const WRITE_AT_CHARACTERS = 60_000
/** Never reached: pino's destination writes when it is told to. */
const WRITE_BY_ITSELF_BYTES = 100_000_000

export function createLog(level: string): Logger {
  return pino({ level }, new StandardOutput())
}

/** Gathers lines, as pino's destination measures at each line all that waits, and writing wakes a thread. */
class StandardOutput implements DestinationStream {
  readonly #output = pino.destination({
    sync: false,
    minLength: WRITE_BY_ITSELF_BYTES,
    maxWrite: WRITE_BY_ITSELF_BYTES + 1,
  })
  #waiting = ''

  constructor() {
    // whoever read our output is gone, or its disk is full: lines are lost, and nothing else
    this.#output.on('error', () => {})
    // always: a flush during a write leaves its lines to the next one
    setInterval(() => this.flush(), WRITE_EVERY_MS).unref()
    process.once('exit', () => {
      try {
        this.#handOver()
        this.#output.flushSync()
      } catch {
        // nobody can be told any more
      }
    })
  }

  write(line: string): void {
    this.#waiting += line
    if (this.#waiting.length >= WRITE_AT_CHARACTERS) this.flush()
  }

  flush(done: () => void = () => {}): void {
    try {
      this.#handOver()
      // with a function to call, it tells that of its errors instead of throwing them
      this.#output.flush(done)
    } catch {
      done()
    }
  }

  #handOver(): void {
    if (this.#waiting !== '') this.#output.write(this.#waiting)
    this.#waiting = ''
  }
}
