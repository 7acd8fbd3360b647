// The clock of a sandbox: it goes like any other until it is put forward or back, and can be made to stand still.

export class SandboxClock {
  #at_ms = Date.now()
  #elapsed_ms = 0
  /** When the two above were right; `undefined`: they still are. */
  #since_ms: number | undefined = performance.now()

  readonly now = (): Date => new Date(this.#at_ms + this.#passed())

  /** Never goes back: what is put forward has passed. */
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
