// How many clients one address may register. Kept in memory: a restart forgets it, and what nobody ever uses is removed
// after a while in any case.

const PER_HOUR = 20
const HOUR_MS = 3_600_000
const ADDRESSES_MAX = 10_000

export class RegistrationLimit {
  readonly #times = new Map<string, number[]>()
  readonly #answers = new WeakMap<object, { wait_s: number }>()

  /**
   * Notes a registration, or answers how many seconds to wait until there may be another one, and notes nothing. A
   * request is noted once and always answered the same, for its unit of work may run again.
   */
  take(request: object, address: string, now: Date): { wait_s: number } {
    const known = this.#answers.get(request)
    if (known) return known
    const answer = this.#noted(address, now)
    this.#answers.set(request, answer)
    return answer
  }

  #noted(address: string, now: Date): { wait_s: number } {
    const at = now.getTime()
    const recent = (this.#times.get(address) ?? []).filter(time => time + HOUR_MS > at)
    if (recent.length >= PER_HOUR) return { wait_s: Math.ceil((recent[0]! + HOUR_MS - at) / 1000) }
    // the most recent address stands last, so that the first one is the one to give up when there are too many
    this.#times.delete(address)
    this.#times.set(address, [...recent, at])
    if (this.#times.size > ADDRESSES_MAX) this.#times.delete(this.#times.keys().next().value!)
    return { wait_s: 0 }
  }
}
