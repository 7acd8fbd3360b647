// The values of a run and its stored responses, and how they replace the double parentheses of a step.
import { randomBytes, randomUUID } from 'node:crypto'

const NAMED = /\(\(([^()]+)\)\)/g

export class KnownValues {
  readonly run = randomBytes(4).toString('hex')
  readonly #values: Record<string, unknown>

  constructor(addresses: { from: string; to: string }) {
    this.#values = { ...addresses, run: this.run, nobody: randomUUID() }
  }

  keep(name: string, value: unknown): void {
    this.#values[name] = value
  }

  has(name: string): boolean {
    return name in this.#values || ['unique', 'secret'].includes(name)
  }

  /** A copy of the value with all names replaced. */
  filled<T>(value: T): T {
    if (typeof value === 'string') return this.#text(value) as T
    if (Array.isArray(value)) return value.map(each => this.filled(each)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.filled(each)])) as T
  }

  #text(text: string): string {
    return text.replaceAll(NAMED, (_, name: string) => {
      if (name === 'unique') return `${this.run}${randomBytes(3).toString('hex')}`
      if (name === 'secret') return randomBytes(24).toString('base64url')
      return String(at(this.#values, name))
    })
  }
}

/** The value at a path such as `data.0.id`. */
export function at(value: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], value)
}

/** The names of stored responses that a value refers to. */
export function namesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...new Set([...text.matchAll(NAMED)].map(([, name]) => name!.split('.')[0]!))]
}
