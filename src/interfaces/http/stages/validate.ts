// Checks query and body against the contract. Warns of ignored fields whose names resemble declared ones.
import type { ValidateFunction } from 'ajv'
import type { Context } from 'koa'
import { isReadable } from '../../../base/text/readable.ts'
import type { JsonBody } from '../json-body.ts'
import { type Lookalikes, WARNING_HEADER } from '../lookalikes.ts'
import type { QueryValue, Traits } from '../traits.ts'
import type { Refusal } from '../../../base/text/refusal.ts'
import { refusalOf, unreadable } from '../validation.ts'
import type { Identified } from './identify.ts'
import type { Parsed } from './parse-body.ts'

export interface Valid extends Identified {
  query: Record<string, unknown>
  json: JsonBody
  /** For a list whose items are judged separately: the refusals of items, by index. */
  faults?: ReadonlyMap<number, Refusal>
}

/** `validators` and `lookalikes` are created at their first use. */
export function validate(
  { query: declared, batch }: Traits,
  validators: () => readonly ValidateFunction[],
  lookalikes: () => Lookalikes,
): (parsed: Parsed) => Valid {
  return ({ ctx, now, caller, json }) => {
    const { value: requestBody } = json
    const queried = ctx.querystring !== ''
    if (queried || requestBody !== undefined) {
      const warning = lookalikes().warning(requestBody, queried ? ctx.query : undefined)
      if (warning !== undefined) ctx.set(WARNING_HEADER, warning)
    }
    const query = queried ? declaredQuery(ctx, declared) : {}
    const input = { path: ctx.params, query, header: ctx.headers, cookie: {}, requestBody }
    for (const validator of validators()) {
      const isValid: boolean = validator(input)
      if (isValid) continue
      const refused = refusalOf(validator.errors ?? [])
      const faults = batch ? faultsIn(input, validators()) : undefined
      // the fault is not in a single item
      if (!faults || faults.size === 0) throw refused
      return { ctx, now, caller, query: input.query, json, faults }
    }
    return { ctx, now, caller, query: input.query, json }
  }
}

interface Input {
  requestBody: unknown
}

/** The refusal of each faulty item, worded as if the item were the body. */
function faultsIn(input: Input, validators: readonly ValidateFunction[]): Map<number, Refusal> {
  const faults = new Map<number, Refusal>()
  for (const [index, item] of (input.requestBody as unknown[]).entries()) {
    for (const validator of validators) {
      if (faults.has(index) || validator({ ...input, requestBody: [item] })) continue
      const errors = (validator.errors ?? []).filter(({ instancePath }) => instancePath.startsWith(ITEM))
      for (const error of errors) error.instancePath = BODY + error.instancePath.slice(ITEM.length)
      if (errors.length > 0) faults.set(index, refusalOf(errors))
    }
  }
  return faults
}

const BODY = '/requestBody'
const ITEM = `${BODY}/0`

/** The declared parameters only; others are ignored. Integers, booleans and lists are parsed, plain values stay text. */
function declaredQuery(ctx: Context, declared: Traits['query']): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(ctx.query)) {
    const kind = declared.get(name)
    if (kind === undefined) continue
    // the parser replaced invalid bytes by U+FFFD
    if (String(value).includes('\uFFFD') || !isReadable(String(value))) throw unreadable(`\`${name}\` parameter`)
    query[name] = kind === 'list' ? listOf(value) : valueOr(value, kind)
  }
  return query
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
