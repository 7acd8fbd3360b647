// A read-only `Tx`: its methods that write throw.
import { type Actor, SERVER } from './actor.ts'
import type { UnitSettings } from './database.ts'

export abstract class ReadOnly {
  readonly #around: { readonly settings: UnitSettings }

  constructor(around: { readonly settings: UnitSettings }) {
    this.#around = around
  }

  async run(): Promise<never> {
    throw new Error('Only a unit of work writes')
  }

  put(): never {
    throw new Error('Only a unit of work writes')
  }

  must(): never {
    throw new Error('Only a unit of work writes')
  }

  guard(): never {
    throw new Error('Only a unit of work writes')
  }

  newId(): never {
    throw new Error('Only a unit of work writes')
  }

  pause(): Promise<void> {
    return new Promise(resolve => void setImmediate(resolve))
  }

  wakeQueue(): void {
    throw new Error('Only a unit of work enqueues jobs')
  }

  counted(): void {
    throw new Error('Only a unit of work writes')
  }

  add(): void {
    throw new Error('Only a unit of work writes')
  }

  get several(): never {
    throw new Error('Only a unit of work enqueues jobs')
  }

  get waitsUnder(): never {
    throw new Error('Only a unit of work enqueues jobs')
  }

  get settings(): UnitSettings {
    return this.#around.settings
  }

  /** Always the server: all reads share this object. */
  get actor(): Actor {
    return SERVER
  }

  set actor(_: Actor) {
    throw new Error('Only a unit of work writes')
  }

  get subscribers(): never {
    throw new Error('Only a unit of work records signals')
  }
}
