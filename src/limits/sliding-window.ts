// How often something may happen within a span of time, counted by key. Kept in memory: a restart forgets it. A key that
// was not seen for long is given up when there are too many, so nobody fills the memory with invented ones.

export class SlidingWindow {
  readonly #window_ms: number
  readonly #keys_max: number
  readonly #times = new Map<string, number[]>()

  constructor({ window_ms, keys_max }: { window_ms: number; keys_max: number }) {
    this.#window_ms = window_ms
    this.#keys_max = keys_max
  }

  /** How long until there is room for one more of `allowed`; 0 when there is. */
  waitOf(key: string, allowed: number, now: Date): number {
    const recent = this.#recent(key, now.getTime())
    return recent.length < allowed ? 0 : recent[0]! + this.#window_ms - now.getTime()
  }

  note(key: string, now: Date): void {
    const at = now.getTime()
    const times = [...this.#recent(key, at), at]
    // the most recent key stands last, so that the first one is the one to give up
    this.#times.delete(key)
    this.#times.set(key, times)
    if (this.#times.size > this.#keys_max) this.#times.delete(this.#times.keys().next().value!)
  }

  /** As if it had not happened the last time. */
  takeBack(key: string): void {
    this.#times.get(key)?.pop()
  }

  forget(key: string): void {
    this.#times.delete(key)
  }

  #recent(key: string, at: number): number[] {
    return (this.#times.get(key) ?? []).filter(time => time + this.#window_ms > at)
  }
}
