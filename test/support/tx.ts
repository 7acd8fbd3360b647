// A transaction that wraps another one: tests override single methods in subclasses.
import type { CounterIncrement, NewId, Tx } from '../../src/base/store/database.ts'
import type { Statement } from '../../src/base/store/statement.ts'

export class OuterTx implements Tx {
  protected readonly inner: Tx

  constructor(inner: Tx) {
    this.inner = inner
  }

  get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    return this.inner.get(statement, values)
  }
  all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    return this.inner.all(statement, values)
  }
  run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    return this.inner.run(statement, values)
  }
  put<In extends object>(statement: Statement<In, never>, values: In): void {
    this.inner.put(statement, values)
  }
  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    this.inner.must(statement, values, otherwise)
  }
  guard(team_id: string | null, ...name: readonly string[]): void {
    this.inner.guard(team_id, ...name)
  }
  pause(): Promise<void> {
    return this.inner.pause()
  }
  wakeQueue(kind: string): void {
    this.inner.wakeQueue(kind)
  }
  counted(what: CounterIncrement['what'], times?: number): void {
    this.inner.counted(what, times)
  }
  add(counter: Parameters<Tx['add']>[0], plus: object): void {
    this.inner.add(counter, plus)
  }
  get newId(): NewId {
    return this.inner.newId
  }
  get settings(): Tx['settings'] {
    return this.inner.settings
  }
  get several(): Tx['several'] {
    return this.inner.several
  }
  get waitsUnder(): Tx['waitsUnder'] {
    return this.inner.waitsUnder
  }
  get actor(): Tx['actor'] {
    return this.inner.actor
  }
  set actor(actor: Tx['actor']) {
    this.inner.actor = actor
  }
  get subscribers(): Tx['subscribers'] {
    return this.inner.subscribers
  }
}

/** Throws at the n-th write. */
export class RefusingTx extends OuterTx {
  readonly #at: number
  readonly #thrown: Error
  #writes = 0

  constructor(inner: Tx, at: number, thrown: Error) {
    super(inner)
    this.#at = at
    this.#thrown = thrown
  }

  override async run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    this.#count()
    return super.run(statement, values)
  }
  override put<In extends object>(statement: Statement<In, never>, values: In): void {
    this.#count()
    super.put(statement, values)
  }
  override must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    this.#count()
    super.must(statement, values, otherwise)
  }

  #count(): void {
    if (++this.#writes === this.#at) throw this.#thrown
  }
}

/** Passes all writes to one method; a deferred write fails at the end of the transaction. */
export abstract class WritingTx extends OuterTx {
  readonly #pending: Promise<unknown>[] = []

  /** Writes and returns the number of rows. */
  protected abstract write<In extends object>(given: Statement<In, never>, values: In): Promise<number>

  override run<In extends object>(given: Statement<In, never>, values: In): Promise<number> {
    return this.write(given, values)
  }
  override put<In extends object>(given: Statement<In, never>, values: In): void {
    this.#wait(this.write(given, values))
  }
  override must<In extends object>(given: Statement<In, never>, values: In, otherwise: () => Error): void {
    const found = async (): Promise<void> => {
      if ((await this.write(given, values)) === 0) throw otherwise()
    }
    this.#wait(found())
  }

  async ended(): Promise<void> {
    await Promise.all(this.#pending)
  }

  /** Defers the failure to the end of the transaction, if it gets that far. */
  #wait(pending: Promise<unknown>): void {
    this.#pending.push(pending)
    pending.catch(() => {})
  }
}
