// Reads: each statement reads the data committed when it runs. Those of one turn of the event loop share a flight, and
// so do those that arrive while all reading connections are in use.
import type { UnitContext, Tx } from '../database.ts'
import { ReadOnly } from '../read-only.ts'
import type { Statement } from '../statement.ts'
import { type PendingQuery, pendingQuery } from './flight.ts'
import type { PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './pool.ts'
import { preparedFormOf } from './prepared-query.ts'
import { toThrownError, ConnectionLost, isOutdated } from './errors.ts'

/** Maximum number of statements in one flight. */
const READS_MAX = 200
/** A read can be repeated safely, after the loss of the connection or the failure of another statement of its flight. */
const TRIES_MAX = 3

interface PendingRead {
  question: PendingQuery
  tries: number
  resolve: () => void
  reject: (error: unknown) => void
}

export class Reads extends ReadOnly implements Tx {
  readonly #pool: ConnectionPool
  #waiting: PendingRead[] = []
  #isArmed = false
  /** Shared reads that are not sent yet, by name. */
  readonly #shared = new Map<string, Promise<unknown>>()

  constructor(pool: ConnectionPool, around: Pick<UnitContext, 'settings'>) {
    super(around)
    this.#pool = pool
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    const { rows } = await this.#enqueue(pendingQuery(preparedFormOf(statement), values))
    return rows[0] as Row | undefined
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    const { rows } = await this.#enqueue(pendingQuery(preparedFormOf(statement), values))
    return rows as Row[]
  }

  /**
   * A caller after a read was sent starts another one: the result of the earlier read may be older than data that this
   * caller has already read.
   */
  share<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T> {
    const known = this.#shared.get(name) as Promise<T> | undefined
    if (known) return known
    const answer = body(this)
    if (this.#waiting.length > 0) this.#shared.set(name, answer)
    return answer
  }

  #enqueue(question: PendingQuery): Promise<PendingQuery> {
    return new Promise((resolve, reject) => {
      const answered = (): void => {
        if (question.unreadable) reject(question.unreadable.error)
        else resolve(question)
      }
      this.#waiting.push({ question, tries: 0, resolve: answered, reject })
      this.#arm()
    })
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => void this.#send())
  }

  async #send(): Promise<void> {
    let link: PostgresConnection
    try {
      link = await this.#pool.acquire()
    } catch (error) {
      for (const { reject } of this.#next()) reject(error)
      return
    }
    await this.#fly(link, this.#next())
    this.#pool.release(link)
  }

  /** Sends the reads and settles each. A failure concerns only the read that caused it. */
  async #fly(link: PostgresConnection, reads: PendingRead[]): Promise<void> {
    for (const read of reads) read.tries++
    try {
      await link.fly(reads.map(({ question }) => question))
      for (const { resolve } of reads) resolve()
    } catch (error) {
      const isLost = error instanceof ConnectionLost
      const isItsOwn = reads.length === 1 && !isLost && !isOutdated(error)
      const again = isItsOwn ? [] : reads.filter(({ tries }) => tries < TRIES_MAX)
      for (const read of reads) if (!again.includes(read)) read.reject(toThrownError(error))
      // partial results are dropped: all reads are repeated, on another connection or separately
      for (const { question } of again) Object.assign(question, { rows: [], count: 0, unreadable: undefined })
      if (isLost) this.#retry(again)
      else for (const read of again) await this.#fly(link, [read])
    }
  }

  #retry(reads: PendingRead[]): void {
    if (reads.length === 0) return
    this.#waiting.push(...reads)
    this.#arm()
  }

  #next(): PendingRead[] {
    this.#isArmed = false
    this.#shared.clear()
    const reads = this.#waiting.splice(0, READS_MAX)
    if (this.#waiting.length > 0) this.#arm()
    return reads
  }
}
