// What the contract's operations need to be answered.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { OperationId } from '../../../generated/api.ts'
import type { Caller, Committed } from '../../base/operation/operation.ts'
import type { Database } from '../../base/store/database.ts'
import type { LimitRate } from './stages/limit-rate.ts'
import type { FileContent } from '../../base/text/cut.ts'
import type { FileFetcher } from '../../mail/attachments/fetching/actions.ts'

/** Finds out who calls; throws the 401 otherwise. */
export type Identify = (authorization: string | undefined, now: Date) => Promise<Caller>

/** What any handler answers: with its body, or with what makes it after the commit. */
export type AnyAnswer = { status: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { afterCommit: (committed: Committed) => Promise<unknown> }
)

/** Any handler. What it is called with is for the contract to say, which its type was made from. */
export type AnyHandler = (call: never) => Promise<AnyAnswer>

type StoreContent = (
  parts: { database: Pick<Database, 'unit' | 'read'>; now: () => Date },
  team_id: string,
  content: FileContent,
) => Promise<void>

/** Who takes in files that come with a request. */
export interface Uploading {
  /** Of one file. */
  readonly bytes_max: number
  /** Stores a file as it comes in; the name under which it is from then on. */
  receive(team_id: string, pieces: AsyncIterable<Buffer>): Promise<string>
  /** Nothing comes of it, unless the request was accepted. */
  discard(team_id: string, name: string): Promise<void>
}

export interface ContractParts {
  database: Pick<Database, 'unit' | 'read' | 'readSnapshot'>
  /** One for each operation. */
  handlers: Readonly<Record<string, AnyHandler>>
  identify: Identify
  now: () => Date
  log: Logger
  /** How many requests a team may make in a second; those of OAuth do not count. */
  limit_rate?: LimitRate | undefined
  /** Whether so many more mails may come in. */
  hasRoomForMail?: (mails: number) => boolean
  /** Stores what is in a file before the unit of work, for the team that sends it. */
  storeContent?: StoreContent
  /** Stores a file that a request names by its URL. */
  fetchFile?: FileFetcher
  uploads?: Uploading
  /** Where a client learns which authorization server to ask (RFC 9728). */
  resource_metadata_url: string
  /** Sees every answer an operation gives; tests check it against the contract. */
  onAnswer?: (operation: OperationId, status: number, body: unknown, headers: OutgoingHttpHeaders) => void
}
