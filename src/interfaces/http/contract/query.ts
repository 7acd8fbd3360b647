// Reads the query of a request: the declared parameters only; others are ignored.
import type { Context } from 'koa'
import { isReadable } from '../../../base/text/readable.ts'
import { unreadable } from '../validation.ts'
import type { QueryValue, OperationTraits } from './traits.ts'

/** Parses integers, booleans and lists; plain values stay text. Throws the refusal (422) of unreadable text. */
export function declaredQuery(ctx: Context, declared: OperationTraits['query']): Record<string, never> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(ctx.query)) {
    const kind = declared.get(name)
    if (kind === undefined) continue
    // the parser replaced invalid bytes with U+FFFD
    if (String(value).includes('\uFFFD') || !isReadable(String(value))) throw unreadable(`\`${name}\` parameter`)
    query[name] = kind === 'list' ? listOf(value) : valueOr(value, kind)
  }
  return query as Record<string, never>
}

function valueOr(value: unknown, kind: QueryValue): unknown {
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return kind === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

/** Empty items are dropped: `metrics=` is an empty list. */
function listOf(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap(part => String(part).split(','))
    .filter(item => item !== '')
}
