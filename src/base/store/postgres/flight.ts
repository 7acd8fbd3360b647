// Several statements that are sent together, with one Sync behind them: one round trip. What fails stops those behind it.
import type { Connection, DatabaseError, Submittable } from 'pg'
import { type Carried, FOUND_NONE, type Sent } from './sent.ts'

/** A statement that is sent, and what came back. */
export interface Question {
  sent: Sent
  values: Carried[]
  rows: object[]
  /** How many rows were written. */
  count: number
  /** What is thrown when a `must` found no row. */
  otherwise: (() => Error) | undefined
  /** A row of it is not what the description of its table says: refused for this question only. */
  unreadable: { error: unknown } | undefined
}

export function questionOf(sent: Sent, given: object = {}, otherwise?: () => Error): Question {
  return { sent, values: sent.valuesOf(given), rows: [], count: 0, otherwise, unreadable: undefined }
}

/** The protocol of the driver's connection, as far as it is used here. */
type Wire = Connection & {
  close(of: { type: 'S'; name: string }): void
  parse(query: { name: string; text: string; types: number[] }): void
  bind(config: { statement: string; values: Carried[] }): void
  describe(of: { type: 'P'; name: string }): void
  execute(config: { portal: string; rows: number }): void
  sync(): void
}

/**
 * The statements that a connection keeps, by their names, as several of ours can have the same text. One that was parsed in
 * a flight that failed may be there or not.
 * `undefined`: nothing is kept, as a pooler between us and the server may give us another connection each time.
 */
export type Kept = Map<string, 'surely' | 'perhaps'> | undefined

export class Flight implements Submittable {
  readonly #ending = Promise.withResolvers<void>()
  /** Resolves when all was done; rejects with the first error, after which nothing of the flight was done. */
  readonly done = this.#ending.promise
  readonly #questions: readonly Question[]
  readonly #kept: Kept
  #at = 0

  constructor(questions: readonly Question[], kept: Kept) {
    this.#questions = questions
    this.#kept = kept
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    wire.stream.cork()
    for (const { sent, values } of this.#questions) {
      const statement = this.#parsed(wire, sent)
      wire.bind({ statement, values })
      if (!sent.isDescribed) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
    }
    wire.sync()
    wire.stream.uncork()
  }

  /** The name under which the connection knows the statement, from now on at the latest. */
  #parsed(wire: Wire, sent: Sent): string {
    const name = this.#kept ? sent.name : ''
    const kept = name === '' ? undefined : this.#kept?.get(name)
    if (kept === 'surely') return name
    if (kept === 'perhaps') wire.close({ type: 'S', name })
    this.#kept?.set(sent.name, 'surely')
    wire.parse({ name, text: sent.text, types: [] })
    return name
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#questions[this.#at]!.sent.describe(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const question = this.#questions[this.#at]!
    try {
      question.rows.push(question.sent.rowOf(fields))
    } catch (error) {
      question.unreadable ??= { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const question = this.#questions[this.#at++]!
    question.sent.describeIfNot()
    question.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleReadyForQuery(): void {
    this.#ending.resolve()
  }

  /** `error` is the server's word on a statement, or says that the connection is gone. */
  handleError(error: Error & Partial<DatabaseError>): void {
    const failed = this.#questions[this.#at]
    // the answers behind it were not read
    for (const { sent } of this.#questions.slice(this.#at)) this.#kept?.set(sent.name, 'perhaps')
    this.#ending.reject(error.code === FOUND_NONE && failed?.otherwise ? failed.otherwise() : error)
  }

  handleEmptyQuery(): void {
    this.#at++
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
