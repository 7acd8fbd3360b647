// How many clients one address may register. A restart forgets it, and what nobody ever uses is removed after a while in
// any case.
import { SlidingWindow } from '../../limits/sliding-window.ts'

const PER_HOUR = 20
const HOUR_MS = 3_600_000
const ADDRESSES_MAX = 10_000

export class RegistrationLimiter {
  readonly #registrations = new SlidingWindow({ window_ms: HOUR_MS, keys_max: ADDRESSES_MAX })
  readonly #answers = new WeakMap<object, { wait_s: number }>()

  /**
   * Notes a registration, or answers how many seconds to wait until there may be another one, and notes nothing. A
   * request is noted once and always answered the same, for its unit of work may run again.
   */
  take(request: object, address: string, now: Date): { wait_s: number } {
    const known = this.#answers.get(request)
    if (known) return known
    const wait_ms = this.#registrations.waitOf(address, PER_HOUR, now)
    if (wait_ms === 0) this.#registrations.note(address, now)
    const answer = { wait_s: Math.ceil(wait_ms / 1000) }
    this.#answers.set(request, answer)
    return answer
  }
}
