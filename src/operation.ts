// The contract as types: what a handler is given and what it may answer.
import type { OperationId, Operations } from '../generated/api.ts'
import type { Tx } from './store/database.ts'

/** Who is calling: an API key, or a client with an OAuth grant. Both act for one team and nothing else. */
export interface Caller {
  team_id: string
  kind: 'api_key' | 'oauth_token'
  /** The API key's id or the grant's id. */
  id: string
  scopes: readonly Scope[]
  /** Set when an API key may send from one domain only. */
  domain_id: string | null
  /** The grant behind a token, and behind a key that was made with one. */
  grant_id: string | null
}

export type Scope = 'full_access' | 'emails:send'

/** The request as it came in, for operations that check everything themselves. */
export interface RawRequest {
  querystring: string
  /** The media type of the body, in lower case, without parameters. */
  content_type: string | undefined
  body: Buffer
  authorization: string | undefined
  ip: string
}

/** Where credentials are optional, a caller is there when some were sent. */
type CallerOf<Public> = Public extends true ? undefined : Public extends 'optional' ? Caller | undefined : Caller

interface Every<K extends OperationId> {
  /** The unit of work. A handler awaits this and nothing else. */
  tx: Tx
  caller: CallerOf<Operations[K]['public']>
  path: Operations[K]['params']
  headers: Operations[K]['headers']
  now: Date
  raw: RawRequest
}

/** What a handler is given. With own rules (`x-rules: own`) nothing was validated, so only `raw` is there to read. */
export type Call<K extends OperationId> = Operations[K]['rules'] extends 'own'
  ? Every<K>
  : Every<K> & { query: Operations[K]['query']; body: Operations[K]['body'] }

/** A body that is read only when there is room for it: others may be on their way. */
export interface LargeAnswer<Body> {
  /** About how much it is. */
  bytes: number
  read: (tx: Tx) => Promise<Body>
}

type Good = 200 | 201 | 202 | 302

/**
 * What a handler answers. Slow work that needs no database (signing a token) goes into `finish`, which runs after the
 * commit and makes the body.
 */
export type Answer<K extends OperationId> = {
  [Status in keyof Operations[K]['responses'] & Good]: { status: Status; headers?: Record<string, string> } & (
    | { body: Operations[K]['responses'][Status] }
    | { finish: () => Promise<Operations[K]['responses'][Status]> }
    | { large: LargeAnswer<Operations[K]['responses'][Status]> }
  )
}[keyof Operations[K]['responses'] & Good]

export type Handler<K extends OperationId> = (call: Call<K>) => Promise<Answer<K>>

/** A handler in two steps: the first may take its time and has no database, the second is the unit of work. */
export interface Prepared<K extends OperationId> {
  prepare(call: Omit<Call<K>, 'tx'>): Promise<Handler<K>>
}

/** What answers an operation. Only own rules need two steps. */
export type Operation<K extends OperationId> = Operations[K]['rules'] extends 'own'
  ? Handler<K> | Prepared<K>
  : Handler<K>

/** Every operation of the contract has a handler; a missing or a surplus one does not compile. */
export type Handlers = { readonly [K in OperationId]: Operation<K> }
