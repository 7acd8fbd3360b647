// Fetches the documents of clients whose ids are URLs, before the transaction that needs them. A valid document is cached for a
// while, an invalid one never: a client whose document cannot be read is not accepted. Only clients that a person approved are
// stored.
import { BoundedMap } from '../../../../base/limits/bounded-map.ts'
import { networkOf } from '../../../../base/net/client-ip.ts'
import type { HttpClient } from '../../../../base/net/http-client.ts'
import { countAttempt } from '../../../../base/rate-limits/store.ts'
import type { Database, TimedTx, Tx } from '../../../../base/store/database.ts'
import type { SteadyClock } from '../../../../base/store/steady-clock.ts'
import { hostOf } from '../../../../base/text/destination.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { oauthRefusal } from '../../refusals.ts'
import * as store from '../../store/clients.ts'
import { type ClientKeys, clientKeys } from '../keys.ts'
import { findImitatedName } from '../names.ts'
import type { Client } from '../rules.ts'
import { documentIdFault, isDocumentId } from './ids.ts'
import {
  type FetchedDocument,
  clientFromDocument,
  cacheDurationMs,
  parseJsonDocument,
  unusableDocument,
} from './rules.ts'

/** The hosts whose documents are accepted. */
export interface DocumentHosts {
  /** Whether any documents are accepted. */
  some: boolean
  includes(host: string): boolean
}

export interface DocumentParts {
  database: Pick<Database, 'unit' | 'read'>
  /** The client with the SSRF guard. */
  http: Pick<HttpClient, 'send'>
  clock: Pick<SteadyClock, 'read'>
  hosts: DocumentHosts
  /** Time limit for a document and its keys together. */
  limit_ms?: number
}

const LIMIT_MS = 5000
const DOCUMENT_BYTES_MAX = 5120
const KEYS_BYTES_MAX = 16_384
/** Longer than any valid id. */
const URL_MAX = 2048
const CACHED_MAX = 1000

const MINUTE_MS = 60_000
const PER_CALLER = 20
const PER_HOST = 60

const HEADERS = { 'user-agent': 'lettermill', accept: 'application/json', 'accept-encoding': 'identity' }

/**
 * The same message for all failures before a response. Different messages would reveal which addresses and ports of our network
 * are open.
 */
const UNREADABLE =
  'The document could not be fetched. The host must be public, respond over HTTPS within 5 seconds, and be allowed by this server.'

interface CachedClient {
  client: Client
  until_ms: number
}

export class ClientDocuments {
  readonly #parts: DocumentParts
  readonly #cached = new BoundedMap<string, CachedClient>(CACHED_MAX)
  /** The network whose request started the fetch, and the result. */
  readonly #underway = new Map<string, { network: string; client: Promise<Client> }>()

  constructor(parts: DocumentParts) {
    this.#parts = parts
  }

  /**
   * The client that the document at this id describes now. Waits for another server, so it must not be called in a transaction.
   * Throws the refusal: 400 `invalid_client`, or 429 if the caller or the document's host had too many fetches.
   */
  async find(client_id: string, ip: string): Promise<Client> {
    const fault = documentIdFault(client_id)
    if (fault !== undefined)
      throw oauthRefusal('invalid_client', `The client_id cannot be the URL of a client metadata document. ${fault}`)
    const { hosts, database } = this.#parts
    if (!hosts.some)
      throw oauthRefusal(
        'invalid_client',
        'This server does not accept client metadata documents. Register the client.',
      )
    if (!hosts.includes(hostOf(new URL(client_id)))) throw unusableDocument(UNREADABLE)
    const client = await this.#read(client_id, networkOf(ip))
    const names = await database.read(tx => store.listVerifiedNames(tx))
    if (findImitatedName(client.client_name, names) !== undefined)
      throw unusableDocument(
        'The client_name resembles the name of this server or of a verified client. Choose another name.',
      )
    return client
  }

  /** Fetches the keys of a client again, because it uses a key that it did not have before. */
  async rereadKeys(client_id: string, jwks_uri: string): Promise<ClientKeys> {
    const jwks = await this.#readKeys(jwks_uri, this.#parts.limit_ms ?? LIMIT_MS)
    const kept = this.#cached.get(client_id)
    if (kept?.client.jwks_uri === jwks_uri) kept.client = { ...kept.client, jwks }
    return jwks
  }

  async #readKeys(jwks_uri: string, limit_ms: number): Promise<ClientKeys> {
    if (!this.#parts.hosts.includes(hostOf(new URL(jwks_uri)))) throw unusableDocument(UNREADABLE)
    const answer = await this.#get(jwks_uri, KEYS_BYTES_MAX, limit_ms)
    const read = clientKeys(parseJsonDocument(answer, 'key set at its jwks_uri', KEYS_BYTES_MAX))
    if ('fault' in read) throw unusableDocument(`The key set at its jwks_uri ${read.fault}.`)
    return read
  }

  /** Concurrent requests for one document share a fetch. */
  async #read(client_id: string, network: string): Promise<Client> {
    const kept = this.#cached.get(client_id)
    if (kept && this.#parts.clock.read().getTime() < kept.until_ms) return kept.client
    const shared = this.#underway.get(client_id)
    if (!shared) return this.#begin(client_id, network)
    try {
      return await shared.client
    } catch (error) {
      // another caller's limit must not cause a refusal for this one
      if (shared.network !== network && error instanceof Refusal && error.status === 429)
        return this.#read(client_id, network)
      throw error
    }
  }

  async #begin(client_id: string, network: string): Promise<Client> {
    const client = this.#fetch(client_id, network)
    this.#underway.set(client_id, { network, client })
    try {
      return await client
    } finally {
      this.#underway.delete(client_id)
    }
  }

  async #fetch(client_id: string, network: string): Promise<Client> {
    const { clock, limit_ms = LIMIT_MS } = this.#parts
    // without the port, because all ports belong to one machine
    await this.#count(network, hostOf(new URL(client_id)))
    const begun_ms = performance.now()
    const answer = await this.#get(client_id, DOCUMENT_BYTES_MAX, limit_ms)
    const now = clock.read()
    const described = clientFromDocument(parseJsonDocument(answer, 'document', DOCUMENT_BYTES_MAX), client_id, now)
    const { jwks_uri } = described
    const left_ms = Math.max(1, limit_ms - (performance.now() - begun_ms))
    const client = jwks_uri === null ? described : { ...described, jwks: await this.#readKeys(jwks_uri, left_ms) }
    this.#cached.set(client_id, { client, until_ms: now.getTime() + cacheDurationMs(answer.head, now) })
    return client
  }

  /** Counts a fetch, in a transaction of its own. */
  async #count(network: string, host: string): Promise<void> {
    const limits = [
      { key: `client documents for ${network}`, tries: PER_CALLER },
      { key: `client documents at ${host}`, tries: PER_HOST },
    ]
    const { database, clock } = this.#parts
    const { wait_ms } = await database.unit(tx => countAttempt({ tx, now: clock.read() }, limits, MINUTE_MS))
    if (wait_ms === 0) return
    const headers = { 'retry-after': String(Math.ceil(wait_ms / 1000)) }
    const words =
      'Too many client metadata documents were fetched for this IP address or from this host. Try again later.'
    throw oauthRefusal('too_many_requests', words, { headers })
  }

  async #get(url: string, bytes_max: number, limit_ms: number): Promise<FetchedDocument> {
    const pieces: Buffer[] = []
    let read: FetchedDocument | undefined
    const exchange = await this.#parts.http.send({
      method: 'GET',
      url,
      headers: HEADERS,
      body: undefined,
      limit_ms,
      url_max: URL_MAX,
      receive: async (head, body) => {
        let bytes = 0
        for await (const piece of body) {
          pieces.push(piece)
          bytes += piece.length
          if (bytes > bytes_max) break
        }
        read = { head, body: Buffer.concat(pieces), is_longer: bytes > bytes_max }
      },
    })
    if (!('answer' in exchange) || !read) throw unusableDocument(UNREADABLE)
    return read
  }
}

/**
 * The client that requests access, in the transaction: as stored, or as its document describes it now. Before the first
 * approval there is no row, so the `id` is empty until `storeDocumentClient`.
 */
export async function findRequestingClient(
  tx: Tx,
  client_id: string,
  document: Client | undefined,
): Promise<store.ClientRecord | undefined> {
  const stored = await store.findClient(tx, client_id)
  if (!isDocumentId(client_id)) return stored
  return document && asRecord(document, stored)
}

/** Stores, with an approval, the content of the document when access was requested. */
export async function storeDocumentClient({ tx, now }: TimedTx, document: Client): Promise<store.ClientRecord> {
  // of two first approvals at the same moment, one runs again and finds the row
  tx.guard(null, 'client_documents', document.client_id)
  const stored = await store.findClient(tx, document.client_id)
  const client = asRecord(document, stored)
  if (stored) {
    store.updateDocumentClient(tx, client)
    return client
  }
  const made = { ...client, id: tx.newId('oauth_clients'), created_at: now.toISOString() }
  store.insertClient(tx, made)
  return made
}

function asRecord(document: Client, stored: store.ClientRecord | undefined): store.ClientRecord {
  const { id = '', created_at = document.created_at, last_used_at = null, disabled_at = null } = stored ?? {}
  return { ...document, id, created_at, last_used_at, disabled_at, verified: false, secret_hash: null }
}
