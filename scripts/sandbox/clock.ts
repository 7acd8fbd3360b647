// The clock of a sandbox: runs like any other until it is set forward or back, and can be stopped.

export class SandboxClock {
  #at_ms = Date.now()
  #elapsed_ms = 0
  /** The time at which the two values above were current; `undefined`: the clock is stopped. */
  #since_ms: number | undefined = performance.now()

  readonly now = (): Date => new Date(this.#at_ms + this.#passed())

  /** Never decreases: skipped time counts as elapsed. */
  readonly elapsed_ms = (): number => this.#elapsed_ms + this.#passed()

  set(to: Date): void {
    const skipped_ms = to.getTime() - this.now().getTime()
    this.#elapsed_ms = this.elapsed_ms() + Math.max(0, skipped_ms)
    this.#at_ms = to.getTime()
    if (this.#since_ms !== undefined) this.#since_ms = performance.now()
  }

  stand(): void {
    this.set(this.now())
    this.#since_ms = undefined
  }

  run(): void {
    this.#since_ms ??= performance.now()
  }

  #passed(): number {
    return this.#since_ms === undefined ? 0 : performance.now() - this.#since_ms
  }
}
