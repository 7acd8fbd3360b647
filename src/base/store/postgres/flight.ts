// Sends several statements together with one Sync after them: one round trip. After one fails, the server skips the rest.
import type { Connection, DatabaseError, Submittable } from 'pg'
import { type SentValue, NO_ROW_STATE, type PreparedQuery } from './prepared-query.ts'

/** A statement to send, and its result. */
export interface PendingQuery {
  sent: PreparedQuery
  values: SentValue[]
  rows: object[]
  /** Number of rows written. */
  count: number
  /** Creates the error for a `must` that affected no row. */
  otherwise: (() => Error) | undefined
  /** A row could not be decoded by the description of its table: only this statement is refused. */
  unreadable: { error: unknown } | undefined
}

export function pendingQuery(sent: PreparedQuery, given: object = {}, otherwise?: () => Error): PendingQuery {
  return { sent, values: sent.valuesOf(given), rows: [], count: 0, otherwise, unreadable: undefined }
}

/** The part of the driver's protocol interface that is used here. */
type Wire = Connection & {
  close(of: { type: 'S'; name: string }): void
  parse(query: { name: string; text: string; types: number[] }): void
  bind(config: { statement: string; values: SentValue[] }): void
  describe(of: { type: 'P'; name: string }): void
  execute(config: { portal: string; rows: number }): void
  sync(): void
}

/**
 * The prepared statements of a connection, by name, because several of ours can have the same text. `perhaps`: it was
 * parsed in a flight that failed, so it may or may not exist. `undefined`: none is kept, because a pooler may use
 * another connection to the server for each transaction.
 */
export type PreparedNames = Map<string, 'surely' | 'perhaps'> | undefined

export class Flight implements Submittable {
  readonly #ending = Promise.withResolvers<void>()
  /** Resolves when all statements are done; rejects with the first error. */
  readonly done = this.#ending.promise
  readonly #questions: readonly PendingQuery[]
  readonly #kept: PreparedNames
  #at = 0

  constructor(questions: readonly PendingQuery[], kept: PreparedNames) {
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

  /** The statement's name on the connection; sends it for parsing if it is not kept. */
  #parsed(wire: Wire, sent: PreparedQuery): string {
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

  /** `error`: the server's error for a statement, or the loss of the connection. */
  handleError(error: Error & Partial<DatabaseError>): void {
    const failed = this.#questions[this.#at]
    // the results of the later statements were not read
    for (const { sent } of this.#questions.slice(this.#at)) this.#kept?.set(sent.name, 'perhaps')
    this.#ending.reject(error.code === NO_ROW_STATE && failed?.otherwise ? failed.otherwise() : error)
  }

  handleEmptyQuery(): void {
    this.#at++
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
