// Dependencies of the operations of the contract.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { OperationId } from '../../../../generated/api.ts'
import type { Caller, CommittedDatabase, Prepare } from '../../../base/operation/operation.ts'
import type { ProvenRequest } from '../../../identity/oauth/dpop/actions.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import type { LimitRate } from '../hooks/rate-limit.ts'
import type { FileContent } from '../../../base/text/extract-contents.ts'
import type { FileFetcher } from '../../../mail/attachments/fetching/actions.ts'
import type { ContractRequest } from './request.ts'

/**
 * Returns the caller, or throws a 401. `request`: the request that the DPoP proof must match, or `proven` if the proof was
 * already checked. If omitted, DPoP tokens are rejected.
 */
export type Identify = (
  authorization: string | undefined,
  now: Date,
  request?: ProvenRequest | 'proven',
) => Promise<Caller>

/** The response of any handler: a body, or a function that creates the body after the commit. */
export type AnyResponse = { status: number; headers?: Record<string, string> } & (
  | { body: unknown }
  | { afterCommit: (committed: CommittedDatabase) => Promise<unknown> }
)

/** Any handler. Its call is typed from the contract, which checks requests at run time. */
export type AnyHandler = (call: never) => Promise<AnyResponse>

/** Calls the handler within the unit of work. */
export type RunHandler = (tx: Tx, request: ContractRequest) => Promise<AnyResponse>

type StoreContent = (
  parts: { database: Pick<Database, 'unit' | 'read'>; now: () => Date },
  team_id: string,
  content: FileContent,
) => Promise<void>

type ReleaseContents = (
  parts: { database: Pick<Database, 'unit'>; now: () => Date },
  team_id: string,
  hashes: string[],
) => Promise<void>

/** Receives the files that come with requests. */
export interface UploadReceiver {
  /** The size limit of one file. */
  readonly bytes_max: number
  /** Stores a file while it arrives; returns the name that it is stored under. */
  receive(team_id: string, pieces: AsyncIterable<Buffer>): Promise<string>
  /** Removes a file, unless a request that refers to it was accepted. */
  discard(team_id: string, name: string): Promise<void>
}

export interface ContractParts {
  database: Pick<Database, 'unit' | 'read' | 'readSnapshot'>
  /** One for each operation. */
  handlers: Readonly<Record<string, AnyHandler>>
  /** What operations with their own rules do before their unit of work. */
  prepare?: { readonly [K in OperationId]?: Prepare }
  identify: Identify
  now: () => Date
  log: Logger
  /** Limits how many requests a team may send per second; those of OAuth are not counted. */
  limit_rate?: LimitRate | undefined
  /** Whether this many more emails may be accepted. */
  hasRoomForMail?: (mails: number) => boolean
  /** Stores the content of a file before the unit of work, for the team that sends it. */
  storeContent?: StoreContent
  /** Releases the stored contents of a request that was refused. */
  releaseContents?: ReleaseContents
  /** Stores a file that a request specifies by URL. */
  fetchFile?: FileFetcher
  uploads?: UploadReceiver
  /** The URL at which a client finds the authorization server (RFC 9728). */
  resource_metadata_url: string
  /** Called with every response of an operation; tests check it against the contract. */
  onAnswer?: (operation: OperationId, status: number, body: unknown, headers: OutgoingHttpHeaders) => void
}
