// How often something may happen within a span of time, counted by key. Kept in memory: a restart forgets it. A key that
// was not seen for long is given up when there are too many, so nobody fills the memory with invented ones.
import { BoundedMap } from './bounded-map.ts'

export class SlidingWindow {
  readonly #window_ms: number
  readonly #times: BoundedMap<string, number[]>

  constructor({ window_ms, keys_max }: { window_ms: number; keys_max: number }) {
    this.#window_ms = window_ms
    this.#times = new BoundedMap(keys_max)
  }

  /** How long until there is room for one more of `allowed`; 0 when there is. */
  waitOf(key: string, allowed: number, now: Date): number {
    const recent = this.#recent(key, now.getTime())
    return recent.length < allowed ? 0 : recent[0]! + this.#window_ms - now.getTime()
  }

  note(key: string, now: Date): void {
    const at = now.getTime()
    this.#times.set(key, [...this.#recent(key, at), at])
  }

  /** As if it had not happened the last time. */
  takeBack(key: string): void {
    const times = this.#times.get(key)
    times?.pop()
    // or what never happened would take the place of what did
    if (times?.length === 0) this.#times.delete(key)
  }

  forget(key: string): void {
    this.#times.delete(key)
  }

  #recent(key: string, at: number): number[] {
    return (this.#times.get(key) ?? []).filter(time => time + this.#window_ms > at)
  }
}
