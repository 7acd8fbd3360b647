// The contract as types: the arguments and answers of handlers.
import type { OperationId, Operations } from '../../../generated/api.ts'
import type { Refusal } from '../text/refusal.ts'
import type { FileContent } from '../text/cut.ts'
import type { Scope } from './scope.ts'
import type { Database, Tx } from '../store/database.ts'

/** An API key, or a client with an OAuth grant. Both act for one team and nothing else. */
export interface Caller {
  team_id: string
  kind: 'api_key' | 'oauth_token'
  /** The API key's id or the grant's id. */
  id: string
  scopes: readonly Scope[]
  /** Set for an API key that may send from one domain only. */
  domain_id: string | null
  /** The grant of a token, or that of the token with which the key was made. */
  grant_id: string | null
}

/** The request as it came in, for operations that check everything themselves. */
export interface RawRequest {
  querystring: string
  /** The media type of the body, in lower case, without parameters. */
  content_type: string | undefined
  body: Buffer
  authorization: string | undefined
  /** The `DPoP` header, several of them joined by commas. */
  dpop: string | undefined
  ip: string
}

/** With optional credentials there is a caller if some were sent. */
type CallerOf<Public> = Public extends true ? undefined : Public extends 'optional' ? Caller | undefined : Caller

/** The team of the unit of work. */
type TeamOf<Public> = Public extends true | 'optional' ? undefined : string

interface Every<K extends OperationId> {
  /** The unit of work. A handler awaits this and nothing else. */
  tx: Tx
  caller: CallerOf<Operations[K]['public']>
  /** The caller's. With `tx` and `now` a call is a `TeamUnit`. */
  team_id: TeamOf<Operations[K]['public']>
  path: Operations[K]['params']
  headers: Operations[K]['headers']
  now: Date
  /** For a list whose items are checked one by one (`x-batch`): the refusals of faulty items, by their index. */
  faults?: ReadonlyMap<number, Refusal>
  /** The stored MIME content of a mail that was submitted over SMTP. */
  submitted?: FileContent | undefined
}

/** What an operation with own rules waits for before its unit of work, such as an answer of another server. */
export type Prepare = (raw: RawRequest) => unknown

/**
 * The argument of a handler. With own rules (`x-rules: own`) nothing was validated, so it has only `raw`, and what its `Prepare`
 * has found.
 */
export type Call<K extends OperationId> = Operations[K]['rules'] extends 'own'
  ? Every<K> & { raw: RawRequest; prepared?: unknown }
  : Every<K> & { query: Operations[K]['query']; body: Operations[K]['body'] }

/** The database after the commit of a handler's unit, for slow work and for writes that must not be undone with the unit. */
export interface Committed extends Pick<Database, 'unit' | 'read' | 'readSnapshot'> {
  /** Reads a body of about so many bytes once there is memory for it beside other large bodies. */
  readLarge<Body>(bytes: number, body: (tx: Tx) => Promise<Body>): Promise<Body>
  /** For an answer that is streamed: whether its caller still has access. */
  mayStill(): Promise<boolean>
  /** For an answer that is streamed: calls `tell` when its connection has ended. */
  whenGone(tell: () => void): void
}

type Good = 200 | 201 | 202 | 302

/** An answer that is stored under an idempotency key must have its body with the commit. */
type BodyOf<K extends OperationId, Body> = 'idempotency-key' extends keyof Operations[K]['headers']
  ? { body: Body }
  : { body: Body } | { afterCommit: (committed: Committed) => Promise<Body> }

/**
 * The answer of a handler. `afterCommit` makes the body after the commit and before the answer, for work that cannot be part of
 * the unit: slow work (signing a token), a long read, or a refusal that must not undo what was written.
 */
export type Answer<K extends OperationId> = {
  [Status in keyof Operations[K]['responses'] & Good]: {
    status: Status
    headers?: Record<string, string>
  } & BodyOf<K, Operations[K]['responses'][Status]>
}[keyof Operations[K]['responses'] & Good]

export type Handler<K extends OperationId> = (call: Call<K>) => Promise<Answer<K>>

/** A handler for every operation of the contract; a missing or a surplus one does not compile. */
export type Handlers = { readonly [K in OperationId]: Handler<K> }
