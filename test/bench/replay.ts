// Converts two recorded executions of the same request into a template, from which the floor creates the parameters of
// further ones. A value that differs between the two is a key that must be new each time, a timestamp, a counter, or a
// key of the previous request.
import type { Execution } from './tracing.ts'

/** How a parameter is created. */
export type Template =
  | { constant: unknown }
  /** The time of the request plus this many milliseconds, as text. */
  | { offset_ms: number }
  /** A new key, by its index among those of the request. */
  | { fresh: number }
  /** A key that was new in the previous request. */
  | { chained: number }
  /** A text that contains new keys. */
  | { parts: (string | number)[] }
  /** A number that grows with each request. */
  | { next: number; step: number }

/** A statement of a request. */
export interface Replayed {
  sql: string
  method: Execution['method']
  transaction: Execution['transaction']
  /** Whether requests of one transaction share one execution. */
  isShared: boolean
  parameters: Template[]
  /** The number of rows that it wrote or read. */
  rows: number
}

export interface Replay {
  statements: Replayed[]
  /** The keys that were new in a recorded request; new ones have the same form. */
  keys: string[]
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/** Timestamps within this many milliseconds of the request count as the time of the request. */
const NEAR_MS = 10_000

/** The template for requests like two consecutive ones that ran the same statements; `last` was at `at_ms`. */
export function replayOf(
  first: Execution[],
  last: Execution[],
  at_ms: number,
  isShared: (sql: string) => boolean,
): Replay {
  const before = new Map(differingTexts(last, first))
  const texts = differingTexts(first, last).map(([text]) => text)
  // a text that contains another one is built from it
  const keys: string[] = []
  for (const text of [...new Set(texts)].toSorted((one, other) => one.length - other.length)) {
    if (!before.has(text) && !keys.some(key => text.includes(key))) keys.push(text)
  }
  const templateOf = (was: unknown, is: unknown): Template => {
    if (typeof is === 'number' && typeof was === 'number') return { next: is + (is - was), step: is - was }
    if (typeof is !== 'string') return { constant: is }
    if (MOMENT.test(is)) {
      const offset_ms = Date.parse(is) - at_ms
      return { offset_ms: Math.abs(offset_ms) < NEAR_MS ? 0 : offset_ms }
    }
    const chained = keys.indexOf(before.get(is) ?? '')
    if (chained !== -1) return { chained }
    return keys.includes(is) ? { fresh: keys.indexOf(is) } : { parts: partsOf(is, keys) }
  }
  const statements = last.map(({ parameters, sql, method, transaction, rows }, index) => ({
    sql,
    method,
    transaction,
    rows,
    isShared: isShared(sql),
    parameters: parameters.map((is, at): Template => {
      const was = first[index]!.parameters[at]
      return isSame(was, is) ? { constant: is } : templateOf(was, is)
    }),
  }))
  return { statements, keys }
}

/** The new keys of a request that was recorded like the last one of a template. */
export function keysOf({ statements, keys }: Replay, executions: Execution[]): string[] {
  const found = [...keys]
  for (const [index, { parameters }] of statements.entries()) {
    for (const [at, template] of parameters.entries()) {
      if ('fresh' in template) found[template.fresh] = executions[index]!.parameters[at] as string
    }
  }
  return found
}

/** Texts of `these` that differ from the one at the same place in `those`, with that one; without timestamps. */
function differingTexts(those: Execution[], these: Execution[]): [text: string, other: string][] {
  return these.flatMap(({ parameters }, index) =>
    parameters.flatMap((text, at) => {
      const other = those[index]!.parameters[at]
      const isKey = typeof text === 'string' && typeof other === 'string' && text !== other && !MOMENT.test(text)
      return isKey ? [[text, other] as [string, string]] : []
    }),
  )
}

function partsOf(text: string, keys: string[]): (string | number)[] {
  let parts: (string | number)[] = [text]
  for (const [index, key] of keys.entries()) {
    parts = parts.flatMap(part =>
      typeof part === 'string' ? part.split(key).flatMap((piece, at) => (at === 0 ? [piece] : [index, piece])) : [part],
    )
  }
  return parts
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other))
}
