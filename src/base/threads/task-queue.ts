// The order of tasks that wait for a thread: small before large, and owners in turn, so that a team does not wait for
// all tasks of another.

export interface QueuedTask {
  /** For example the team; tasks without an owner share one turn. */
  owner?: string | undefined
  bytes?: number | undefined
}

/** A task of this size occupies a thread long enough that others would notice. */
const LARGE_BYTES = 256_000
/** After this many small tasks a waiting large one is next. */
const OVERTAKEN_MAX = 32

export class TaskQueue<Task extends QueuedTask> {
  readonly #small = new Turns<Task>()
  readonly #large = new Turns<Task>()
  #overtaken = 0

  get length(): number {
    return this.#small.length + this.#large.length
  }

  /** How many tasks of this owner wait. */
  countOf(owner: string | undefined): number {
    return this.#small.countOf(owner) + this.#large.countOf(owner)
  }

  add(task: Task): void {
    const turns = isLarge(task) ? this.#large : this.#small
    turns.add(task)
  }

  /**
   * Removes and returns the next task of an owner for whom `mayRun` is true; with `only_small`, `undefined` if no small
   * one waits.
   */
  takeNext(only_small: boolean, mayRun: MayRun = () => true): Task | undefined {
    if (only_small) return this.#small.next(mayRun)
    const isLargeNext = this.#small.length === 0 || (this.#large.length > 0 && this.#overtaken >= OVERTAKEN_MAX)
    this.#overtaken = isLargeNext || this.#large.length === 0 ? 0 : this.#overtaken + 1
    const [first, second] = isLargeNext ? [this.#large, this.#small] : [this.#small, this.#large]
    return first.next(mayRun) ?? second.next(mayRun)
  }
}

type MayRun = (owner: string | undefined) => boolean

export function isLarge({ bytes = 0 }: QueuedTask): boolean {
  return bytes >= LARGE_BYTES
}

/** The first task of each owner, in the order of owners. */
class Turns<Task extends QueuedTask> {
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

  next(mayRun: MayRun): Task | undefined {
    for (const [owner, own] of this.#of) {
      if (!mayRun(owner)) continue
      const task = own.shift()
      this.#of.delete(owner)
      // the owner moves behind the others
      if (own.length > 0) this.#of.set(owner, own)
      this.length--
      return task
    }
    return undefined
  }
}
