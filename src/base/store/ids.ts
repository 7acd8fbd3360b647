// Generates row ids in ascending order of creation: lists are sorted by them.
import { randomUUID } from 'node:crypto'
import type { IdSource } from './database.ts'

/** Twelve bits of an id count the ids of one millisecond. */
const COUNT_MAX = 0xfff
/** From this index on, a UUID contains its variant and random digits. */
const TAIL = 19

/**
 * UUIDv7 (RFC 9562, method 1). The runtime's own UUIDs have random bits after the time, so two of one millisecond are
 * in any order, and one created after the machine's clock was set back is less than earlier ones. Here each id is
 * greater than the previous one.
 */
export class OrderedIds implements IdSource {
  #now = (): number => Date.now()
  #time_ms = 0
  #time = ''
  #count = 0

  readonly next = (): string => {
    const now_ms = this.#now()
    if (now_ms > this.#time_ms) this.#begin(now_ms)
    else if (++this.#count > COUNT_MAX) this.#begin(this.#time_ms + 1)
    return `${this.#time}-7${this.#count.toString(16).padStart(3, '0')}-${randomUUID().slice(TAIL)}`
  }

  followClock(now: () => Date): void {
    this.#now = () => now().getTime()
  }

  startAt(moment: Date): void {
    if (moment.getTime() > this.#time_ms) this.#begin(moment.getTime())
  }

  #begin(time_ms: number): void {
    this.#time_ms = time_ms
    this.#count = 0
    const digits = time_ms.toString(16).padStart(12, '0')
    this.#time = `${digits.slice(0, 8)}-${digits.slice(8)}`
  }
}
