// Sends rows to PostgreSQL by COPY in one message: one statement without parameters, for any number of rows.
import type { Connection, Submittable } from 'pg'

type Wire = Connection & {
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

export class CopyIn implements Submittable {
  readonly #ending = Promise.withResolvers<void>()
  readonly done = this.#ending.promise
  readonly #sql: string
  readonly #lines: Buffer

  /** `sql`: `copy ... from stdin`; `lines`: rows in its text format. */
  constructor(sql: string, lines: Buffer) {
    this.#sql = sql
    this.#lines = lines
  }

  submit(connection: Connection): void {
    const wire = connection as Wire
    wire.query(this.#sql)
  }

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFromChunk(this.#lines)
    connection.endCopyFrom()
  }

  handleReadyForQuery(): void {
    this.#ending.resolve()
  }

  handleError(error: Error): void {
    this.#ending.reject(error)
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
}
