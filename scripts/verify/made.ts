// The objects that a run created and must delete, regardless of its result.
import type { OperationId } from '../../generated/api.ts'
import { REMAINS } from './plan/plan.ts'
import type { Removal } from './plan/step.ts'

export interface Thing {
  by: OperationId
  path: Record<string, string>
}

export class CreatedObjects {
  readonly #removals: ReadonlyMap<OperationId, Removal>
  readonly #things: Thing[] = []
  readonly #remaining = new Map<string, Set<unknown>>()

  constructor(removals: ReadonlyMap<OperationId, Removal>) {
    this.#removals = removals
  }

  /** For every successful response, including one that should have been a refusal. */
  add(operation: OperationId, path: Record<string, string>, body: unknown): void {
    const removal = this.#removals.get(operation)
    const { id, client_id } = (body ?? {}) as { id?: unknown; client_id?: unknown }
    if (removal && typeof id === 'string') this.#things.push({ by: removal.by, path: { [removal.parameter]: id } })
    const kind = REMAINS[operation]
    if (kind) this.#remaining.set(kind, (this.#remaining.get(kind) ?? new Set()).add(id ?? client_id))
    this.removed(operation, path)
  }

  removed(by: OperationId, path: Record<string, string>): void {
    const index = this.#things.findIndex(thing => thing.by === by && same(thing.path, path))
    if (index >= 0) this.#things.splice(index, 1)
  }

  /** Newest first, because older objects do not depend on newer ones. */
  left(): Thing[] {
    return this.#things.toReversed()
  }

  /** Objects that the API cannot delete: `3 emails`. */
  remaining(): string[] {
    return [...this.#remaining].map(([kind, { size }]) => `${size} ${kind}${size === 1 ? '' : 's'}`)
  }
}

function same(one: Record<string, string>, other: Record<string, string>): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}
