// A map with a maximum size: a new entry replaces the one that was set longest ago.

export class BoundedMap<Key, Value> {
  readonly #size_max: number
  /** In the order in which they were set; the first is removed next. */
  readonly #entries = new Map<Key, Value>()

  constructor(size_max: number) {
    this.#size_max = size_max
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Setting an entry again makes it the newest. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#size_max) this.#entries.delete(this.#entries.keys().next().value!)
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
