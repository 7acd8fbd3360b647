// The contract as types: what a handler is given and what it may answer.
import type { OperationId, Operations } from '../../../generated/api.ts'
import type { Refusal } from '../text/refusal.ts'
import type { Scope } from './scope.ts'
import type { Database, Tx } from '../store/database.ts'

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

/** Whose unit it is. */
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
  /** Of a list whose items are judged one by one (`x-batch`): what is wrong with some of them, by their places. */
  faults?: ReadonlyMap<number, Refusal>
}

/** What a handler is given. With own rules (`x-rules: own`) nothing was validated, so only `raw` is there to read. */
export type Call<K extends OperationId> = Operations[K]['rules'] extends 'own'
  ? Every<K> & { raw: RawRequest }
  : Every<K> & { query: Operations[K]['query']; body: Operations[K]['body'] }

/** The database as it is after the commit of a handler's unit: for what takes its time, or must not be undone with the unit. */
export interface Committed extends Pick<Database, 'unit' | 'read' | 'readSnapshot'> {
  /** Reads a body of about so many bytes when there is room for it: others may be on their way. */
  readLarge<Body>(bytes: number, body: (tx: Tx) => Promise<Body>): Promise<Body>
  /** Of an answer that goes on: whether its caller may still ask for it, ... */
  mayStill(): Promise<boolean>
  /** ... and when its connection has ended. */
  whenGone(tell: () => void): void
}

type Good = 200 | 201 | 202 | 302

/** An answer that is stored under a key has its body with the commit. */
type BodyOf<K extends OperationId, Body> = 'idempotency-key' extends keyof Operations[K]['headers']
  ? { body: Body }
  : { body: Body } | { afterCommit: (committed: Committed) => Promise<Body> }

/**
 * What a handler answers. Whatever cannot be part of its unit is done after the commit, before the answer, and makes the
 * body: slow work (signing a token), a long read, or a refusal that must not undo what was written.
 */
export type Answer<K extends OperationId> = {
  [Status in keyof Operations[K]['responses'] & Good]: {
    status: Status
    headers?: Record<string, string>
  } & BodyOf<K, Operations[K]['responses'][Status]>
}[keyof Operations[K]['responses'] & Good]

export type Handler<K extends OperationId> = (call: Call<K>) => Promise<Answer<K>>

/** Every operation of the contract has a handler; a missing or a surplus one does not compile. */
export type Handlers = { readonly [K in OperationId]: Handler<K> }
