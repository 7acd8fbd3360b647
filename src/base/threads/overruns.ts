// Remembers which contents took too long, so that they do not occupy a thread repeatedly.
import { hash } from 'node:crypto'
import { BoundedMap } from '../limits/bounded-map.ts'

const KNOWN_MAX = 1_000

export class Overruns {
  readonly #for_ms: number
  /** The time until which each is remembered (`performance.now`). */
  readonly #until = new BoundedMap<string, number>(KNOWN_MAX)
  /** Their lengths, so that a content is hashed only if it may be one of them. */
  readonly #lengths = new BoundedMap<number, true>(KNOWN_MAX)

  constructor(for_ms: number) {
    this.#for_ms = for_ms
  }

  /** Remembers that a task took too long with this content of an owner. */
  add(task: string, owner: string, content: string): void {
    this.#lengths.set(content.length, true)
    this.#until.set(keyOf(task, owner, content), performance.now() + this.#for_ms)
  }

  /** Whether the task took too long with this content recently. */
  has(task: string, owner: string, content: string): boolean {
    if (!this.#lengths.get(content.length)) return false
    return performance.now() < (this.#until.get(keyOf(task, owner, content)) ?? 0)
  }
}

function keyOf(task: string, owner: string, content: string): string {
  return `${task} ${owner} ${hash('sha256', content)}`
}
