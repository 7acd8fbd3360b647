// What waits for a thread: small before large, and the owners of each kind in turn, so that no team waits for all of what
// another one has handed in.

export interface Standing {
  /** Whose it is, such as a team; what has no owner shares one turn. */
  owner?: string | undefined
  bytes?: number | undefined
}

/** What is as large takes a thread for a moment that others notice. */
const LARGE_BYTES = 256_000
/** So many small ones go ahead of a large one; then it is its turn. */
const OVERTAKEN_MAX = 32

export class TaskLine<Task extends Standing> {
  readonly #small = new Turns<Task>()
  readonly #large = new Turns<Task>()
  #overtaken = 0

  get length(): number {
    return this.#small.length + this.#large.length
  }

  /** How many wait of this owner. */
  countOf(owner: string | undefined): number {
    return this.#small.countOf(owner) + this.#large.countOf(owner)
  }

  add(task: Task): void {
    const turns = isLarge(task) ? this.#large : this.#small
    turns.add(task)
  }

  /** Takes out what is next; with `only_small`, nothing where none of those waits. */
  next(only_small: boolean): Task | undefined {
    if (only_small) return this.#small.next()
    const isLargeNext = this.#small.length === 0 || (this.#large.length > 0 && this.#overtaken >= OVERTAKEN_MAX)
    this.#overtaken = isLargeNext || this.#large.length === 0 ? 0 : this.#overtaken + 1
    return isLargeNext ? this.#large.next() : this.#small.next()
  }
}

export function isLarge({ bytes = 0 }: Standing): boolean {
  return bytes >= LARGE_BYTES
}

/** The first of each owner, one owner after the other. */
class Turns<Task extends Standing> {
  readonly #of = new Map<string | undefined, Task[]>()
  length = 0

  countOf(owner: string | undefined): number {
    return this.#of.get(owner)?.length ?? 0
  }

  add(task: Task): void {
    const own = this.#of.get(task.owner)
    if (own) own.push(task)
    else this.#of.set(task.owner, [task])
    this.length++
  }

  next(): Task | undefined {
    const [first] = this.#of
    if (!first) return undefined
    const [owner, own] = first
    const task = own.shift()
    this.#of.delete(owner)
    // behind the others
    if (own.length > 0) this.#of.set(owner, own)
    this.length--
    return task
  }
}
