// A few threads that run tasks in turn. They start when there is work and end when there has been none for a while, so
// a server with small bodies and emails has none. A thread that crashes or takes too long is ended and replaced: its
// tasks fail, all others continue.
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads'
import { BoundedMap } from '../limits/bounded-map.ts'
import { Refusal } from '../text/refusal.ts'
import { isLarge, TaskQueue, type QueuedTask } from './task-queue.ts'
import type { ThreadRequest, ThreadReply, Task } from './tasks.ts'

const IDLE_MS = 20_000
/** Twice what the largest body requires. */
const HEAP_MB = 256
/** How long an owner of a task that took too long leaves one thread to others, and how many such owners are remembered. */
const LATE_MS = 60_000
const LATE_MAX = 1_000

interface QueuedRun extends QueuedTask {
  order: ThreadRequest
  transfer: Transferable[]
  limit_ms: number
  resolve: (output: never) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** Its tasks, each with the timer that ends the thread if the task takes too long. */
  tasks: Map<number, { task: QueuedRun; timer: NodeJS.Timeout }>
  /** Ends the thread after it has had no task for a while. */
  idle: NodeJS.Timeout | undefined
}

/** A task was not performed, for a reason that may not be the task itself. */
export class ThreadFailed extends Error {
  readonly why: 'overran' | 'broke' | 'busy'

  constructor(why: ThreadFailed['why'], message: string) {
    super(message)
    this.name = 'ThreadFailed'
    this.why = why
  }
}

export class Threads {
  readonly #size: number
  readonly #waiting_max: number
  readonly #together: number
  readonly #limits: ResourceLimits
  readonly #threads = new Set<Thread>()
  readonly #waiting = new TaskQueue<QueuedRun>()
  /** The time until which owners leave one thread to others (`performance.now`). */
  readonly #late = new BoundedMap<string, number>(LATE_MAX)
  #given = 0

  /**
   * `together`: how many tasks a thread runs simultaneously, for tasks that mostly wait; if one of them takes too long, the
   * others fail with it. `young_mb`: the limit for new objects; V8's own 48 MB save time if many of them live for a while.
   */
  constructor({
    size,
    waiting_max,
    together = 1,
    heap_mb = HEAP_MB,
    young_mb,
  }: {
    size: number
    waiting_max: number
    together?: number
    heap_mb?: number
    young_mb?: number
  }) {
    this.#size = size
    this.#together = together
    this.#waiting_max = waiting_max
    this.#limits = { maxOldGenerationSizeMb: heap_mb, ...(young_mb && { maxYoungGenerationSizeMb: young_mb }) }
  }

  /**
   * Runs a task, for at most `limit_ms` from its start. The caller loses access to `transfer`. Throws the task's
   * refusal, `ThreadFailed` if it was not performed, and a plain error if it cannot be performed. One owner may have
   * half of the waiting tasks. Of several threads, one is reserved for small tasks, and one for owners other than one
   * whose task recently took too long.
   */
  run<Does extends (...input: never[]) => unknown>(
    { module, name }: Task<Does>,
    input: Parameters<Does>,
    { limit_ms, transfer = [], owner, bytes }: QueuedTask & { limit_ms: number; transfer?: Transferable[] },
  ): Promise<Awaited<ReturnType<Does>>> {
    const isFull = owner !== undefined && this.#waiting.countOf(owner) >= this.#waiting_max / 2
    if (isFull || this.#waiting.length >= this.#waiting_max) {
      return Promise.reject(new ThreadFailed('busy', `Too many pending tasks: ${this.#waiting_max}`))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add({ order: { module, name, input }, transfer, limit_ms, owner, bytes, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    const all = [...this.#threads]
    const thread = all.find(({ tasks }) => tasks.size < this.#together)
    if (!thread && this.#threads.size >= this.#size) return
    const large = all.filter(({ tasks }) => [...tasks.values()].some(({ task }) => isLarge(task))).length
    const task = this.#waiting.takeNext(large > 0 && large >= this.#size - 1, owner => this.#mayRun(owner))
    if (task) this.#assign(thread ?? this.#begun(), task)
  }

  #mayRun(owner: string | undefined): boolean {
    if (owner === undefined || this.#size === 1 || performance.now() >= (this.#late.get(owner) ?? 0)) return true
    const own = [...this.#threads].filter(({ tasks }) => [...tasks.values()].some(({ task }) => task.owner === owner))
    return own.length < this.#size - 1
  }

  #begun(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: this.#limits })
    const thread: Thread = { worker, tasks: new Map(), idle: undefined }
    this.#threads.add(thread)
    worker.on('message', ({ id, reply }: { id: number; reply: ThreadReply }) => this.#done(thread, id, reply))
    worker.on('error', (error: Error) =>
      this.#discard(thread, new ThreadFailed('broke', `A thread failed: ${error.message}`)),
    )
    worker.on('exit', () => this.#discard(thread, new ThreadFailed('broke', 'A thread ended')))
    return thread
  }

  #assign(thread: Thread, task: QueuedRun): void {
    const { order, transfer, limit_ms } = task
    const id = ++this.#given
    const late = new ThreadFailed('overran', `The task took longer than ${limit_ms} ms`)
    const timer = setTimeout(() => {
      thread.tasks.delete(id)
      if (task.owner !== undefined) this.#late.set(task.owner, performance.now() + LATE_MS)
      task.reject(late)
      this.#discard(thread, new ThreadFailed('broke', 'Another task took too long'))
    }, limit_ms)
    thread.tasks.set(id, { task, timer })
    clearTimeout(thread.idle)
    thread.worker.ref()
    thread.worker.postMessage({ id, order }, transfer)
  }

  #done(thread: Thread, id: number, reply: ThreadReply): void {
    const done = thread.tasks.get(id)
    thread.tasks.delete(id)
    clearTimeout(done?.timer)
    if (thread.tasks.size === 0) {
      thread.idle = setTimeout(() => this.#discard(thread, new ThreadFailed('broke', 'A thread was idle')), IDLE_MS)
      // an idle thread does not keep the process alive
      thread.worker.unref()
      thread.idle.unref()
    }
    if (done) settle(done.task, reply)
    this.#next()
  }

  #discard(thread: Thread, reason: ThreadFailed): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.idle)
    void thread.worker.terminate()
    for (const { task, timer } of thread.tasks.values()) {
      clearTimeout(timer)
      task.reject(reason)
    }
    thread.tasks.clear()
    this.#next()
  }
}

function settle({ resolve, reject }: QueuedRun, reply: ThreadReply): void {
  if ('output' in reply) resolve(reply.output as never)
  else if ('refused' in reply) reject(new Refusal(reply.refused.status, reply.refused.body, reply.refused.message))
  else reject(new Error(reply.broke))
}
