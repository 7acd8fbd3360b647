// What an operation is like, as the contract says it: worked out when that is generated (scripts/contract/traits.ts), so that
// no start and no request has to.
import { readFileSync } from 'node:fs'
import type { OperationId } from '../../../generated/api.ts'
import type { Scope } from '../../base/operation/scope.ts'
import type { LogRules } from '../../watch/logs/actions.ts'
import type { Forms } from './json-body.ts'
import type { Route } from './router.ts'

export interface Traits {
  id: OperationId
  /** One of them is enough. */
  scopes: readonly Scope[]
  /** An API key of the team is enough, whatever its scopes. */
  any_key: boolean
  /** Which callers are let in: with credentials, all, or all, and credentials are checked where they are sent. */
  open_to: 'callers' | 'anybody' | 'both'
  /** It checks what it was sent by rules of its own, which are OAuth's. */
  own_rules: boolean
  /** What is answered is a file of its own type, not JSON. */
  gives_csv: boolean
  /** What is answered goes on as events happen. */
  gives_events: boolean
  writes: boolean
  sends: boolean
  /** The body is a list, and each of its items is an operation's whole body by itself. */
  batch: boolean
  idempotent: boolean
  body: BodyTraits | undefined
  /** The declared parameters of the query, and what each is taken for. */
  query: ReadonlyMap<string, QueryValue>
  /** Those of every answer, errors too. */
  headers: readonly (readonly [name: string, value: string])[]
  /** What the log of requests keeps; `undefined`: nothing. */
  logged: LogRules | undefined
}

/** A list is separated by commas, or its parameter is repeated. */
export type QueryValue = 'text' | 'integer' | 'boolean' | 'list'

export interface BodyTraits {
  required: boolean
  limit_bytes: number
  forms: Forms
  /** Files that the body names by their URLs are fetched before the unit of work: so large all of its files may be. */
  fetches_bytes_max?: number | undefined
  /** The body is a form with a file in it: which of its fields hold JSON. */
  upload: { json: readonly string[]; lists: readonly string[] } | undefined
}

/** An operation as the server takes it up: where it is, and what it is like. */
export interface DescribedOperation {
  route: Omit<Route, 'answer'>
  traits: Traits
  /** Where in generated/rules.json the schema of its body stands, if it has one. */
  body_schema: readonly string[] | undefined
}

/** In JSON a map is a list of its entries. */
export type WrittenOperation = Omit<DescribedOperation, 'traits'> & {
  traits: Omit<Traits, 'query'> & { query: [string, QueryValue][] }
}

const OPERATIONS = new URL('../../../generated/operations.json', import.meta.url)

/** Those of the contract. */
export function readOperations(): DescribedOperation[] {
  const written: WrittenOperation[] = JSON.parse(readFileSync(OPERATIONS, 'utf8'))
  return written.map(({ route, traits, body_schema }) => {
    return { route, traits: Object.assign(traits, { query: new Map(traits.query) }), body_schema }
  })
}
