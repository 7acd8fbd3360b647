// The contract as types: arguments and results of handlers.
import type { OperationId, Operations } from '../../../generated/api.ts'
import type { Refusal } from '../text/refusal.ts'
import type { FileContent } from '../text/extract-contents.ts'
import type { Scope } from '../../../generated/scopes.ts'
import type { Database, Tx } from '../store/database.ts'

/** An API key, or a client with an OAuth grant. Both act for one team only. */
export interface Caller {
  team_id: string
  kind: 'api_key' | 'oauth_token'
  /** The API key's id or the grant's id. */
  id: string
  scopes: readonly Scope[]
  /** Set for an API key that may send from one domain only. */
  domain_id: string | null
  /** The grant of a token, or of the token with which the key was created. */
  grant_id: string | null
}

/** The request as received, for operations that check everything themselves. */
export interface RawRequest {
  querystring: string
  /** The media type of the body, in lower case, without parameters. */
  content_type: string | undefined
  body: Buffer
  authorization: string | undefined
  /** The `DPoP` header; several are joined by commas. */
  dpop: string | undefined
  ip: string
}

/** With optional credentials, the caller is present if credentials were sent. */
type CallerOf<Public> = Public extends true ? undefined : Public extends 'optional' ? Caller | undefined : Caller

/** The team of the unit of work. */
type TeamOf<Public> = Public extends true | 'optional' ? undefined : string

interface Every<K extends OperationId> {
  /** The unit of work. A handler awaits this and nothing else. */
  tx: Tx
  caller: CallerOf<Operations[K]['public']>
  /** The caller. With `tx` and `now` a call is a `TeamUnit`. */
  team_id: TeamOf<Operations[K]['public']>
  path: Operations[K]['params']
  headers: Operations[K]['headers']
  now: Date
  /** For a list whose items are checked separately (`x-batch`): the refusals of invalid items, by index. */
  faults?: ReadonlyMap<number, Refusal>
  /** The stored MIME content of an email submitted over SMTP. */
  submitted?: FileContent | undefined
}

/** What an operation with its own rules awaits before its unit of work, such as a response from another server. */
export type Prepare = (raw: RawRequest) => unknown

/**
 * The argument of a handler. With `x-rules: own` nothing was validated, so it contains only `raw` and the result of its
 * `Prepare`.
 */
export type HandlerInput<K extends OperationId> = Operations[K]['rules'] extends 'own'
  ? Every<K> & { raw: RawRequest; prepared?: unknown }
  : Every<K> & { query: Operations[K]['query']; body: Operations[K]['body'] }

/** The database after the commit of a handler's unit, for slow work and for writes that must not be undone with the unit. */
export interface CommittedDatabase extends Pick<Database, 'unit' | 'read' | 'readSnapshot'> {
  /** Reads a body of about this many bytes once there is memory for it besides other large bodies. */
  readLarge<Body>(bytes: number, body: (tx: Tx) => Promise<Body>): Promise<Body>
  /** For a streamed response: whether its caller still has access. */
  isStillAuthorized(): Promise<boolean>
  /** For a streamed response: calls `tell` when its connection has ended. */
  whenGone(tell: () => void): void
}

type Good = 200 | 201 | 202 | 302

/** A response that is stored under an idempotency key must have its body at the commit. */
type BodyOf<K extends OperationId, Body> = 'idempotency-key' extends keyof Operations[K]['headers']
  ? { body: Body }
  : { body: Body } | { afterCommit: (committed: CommittedDatabase) => Promise<Body> }

/**
 * The result of a handler. `afterCommit` creates the body after the commit and before the response, for work that
 * cannot be part of the unit: slow work (signing a token), a long read, or a refusal that must not undo the writes.
 */
export type HandlerResult<K extends OperationId> = {
  [Status in keyof Operations[K]['responses'] & Good]: {
    status: Status
    headers?: Record<string, string>
  } & BodyOf<K, Operations[K]['responses'][Status]>
}[keyof Operations[K]['responses'] & Good]

export type Handler<K extends OperationId> = (call: HandlerInput<K>) => Promise<HandlerResult<K>>

/** A handler for every operation of the contract; a missing or extra one does not compile. */
export type Handlers = { readonly [K in OperationId]: Handler<K> }
