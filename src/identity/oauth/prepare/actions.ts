// What the operations do before their transaction, because it waits for another server or takes long: reading the document of a
// client, and verifying its assertion.
import type { OperationId } from '../../../../generated/api.ts'
import type { Prepare, RawRequest } from '../../../base/operation/operation.ts'
import type { Database } from '../../../base/store/database.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { parseAuthorizeQuery } from '../authorize/rules.ts'
import type { ClientAssertions } from '../clients/assertions/actions.ts'
import type { Credentials } from '../clients/authentication.ts'
import type { ClientDocuments } from '../clients/documents/actions.ts'
import { isDocumentId } from '../clients/documents/ids.ts'
import type { Client } from '../clients/rules.ts'
import { findDeviceClient } from '../device/actions.ts'
import { parseDeviceRequest } from '../device/rules.ts'
import { clientUnauthenticated } from '../refusals.ts'
import { findClient } from '../store/clients.ts'
import { parsePushedRequest, parseReference } from '../par/rules.ts'
import { parsePresentedToken } from '../token/presented-token.ts'
import { parseTokenRequest } from '../token/request.ts'

export interface PreparedClient {
  /** The current content of the client's document. */
  document?: Client | undefined
  /** The assertion in the request was verified and marked as used. */
  is_proven?: boolean | undefined
}

interface PrepareParts {
  database: Pick<Database, 'read'>
  /** `undefined`: documents are not accepted. */
  documents: ClientDocuments | undefined
  assertions: ClientAssertions
}

/** The prepared data in a handler's call. */
export function preparedIn({ prepared = {} }: { prepared?: unknown }): { prepared: PreparedClient } {
  return { prepared: prepared as PreparedClient }
}

/** Throws the refusals of the operations: 400, 401 or 429. */
export class RequestPreparation {
  readonly #parts: PrepareParts

  constructor(parts: PrepareParts) {
    this.#parts = parts
  }

  /** By their operations. */
  get all(): { readonly [K in OperationId]?: Prepare } {
    return {
      authorize: raw => this.#ofQuery(raw),
      pushAuthorizationRequest: raw => this.ofRequesting(parsePushedRequest(raw).credentials, raw.ip),
      authorizeDevice: raw => this.ofRequesting(parseDeviceRequest(raw).credentials, raw.ip),
      exchangeToken: raw => this.#ofToken(raw),
      revokeToken: raw => this.#ofBody(raw, () => parsePresentedToken(raw, { bearer: false }).credentials),
      introspectToken: raw => this.#ofBody(raw, () => parsePresentedToken(raw, { bearer: true }).credentials),
    }
  }

  /** For a request in which a client asks for access and authenticates as for the token endpoint. */
  async ofRequesting(credentials: Credentials, ip: string): Promise<PreparedClient> {
    const document = await this.#documentAt(credentials.client_id, ip).catch(asAtToken)
    return { document, is_proven: await this.#isProven(credentials, document) }
  }

  /** Synchronous for most clients, which have no document. */
  #ofQuery({ querystring, ip }: RawRequest): PreparedClient | Promise<PreparedClient> {
    // a pushed request contains only its client and a reference
    const { client_id } = parseReference(querystring) ?? parseAuthorizeQuery(querystring)
    return isDocumentId(client_id) ? this.#documentAt(client_id, ip).then(document => ({ document })) : {}
  }

  async #ofToken(raw: RawRequest): Promise<PreparedClient> {
    if (!raw.body.includes('client_assertion')) return {}
    const request = parseTokenRequest(raw)
    const device =
      'device_code' in request ? await this.#parts.database.read(tx => findDeviceClient(tx, request)) : undefined
    return { is_proven: await this.#isProven(request.credentials, device) }
  }

  /** Most requests have no assertion, and are parsed only once. */
  async #ofBody({ body }: RawRequest, read: () => Credentials | undefined): Promise<PreparedClient> {
    const credentials = body.includes('client_assertion') ? read() : undefined
    return credentials ? { is_proven: await this.#isProven(credentials) } : {}
  }

  async #documentAt(client_id: string, ip: string): Promise<Client | undefined> {
    return isDocumentId(client_id) ? this.#parts.documents?.find(client_id, ip) : undefined
  }

  /** `document`: the current content of the client's document, where it applies instead of the stored one. */
  async #isProven({ client_id, assertion }: Credentials, document?: Client): Promise<boolean> {
    if (assertion === undefined) return false
    const { database, assertions } = this.#parts
    const client = document ?? (await database.read(tx => findClient(tx, client_id)))
    return client !== undefined && client.disabled_at === null && (await assertions.verify(assertion, client))
  }
}

/** RFC 6749 5.2: an unknown client gets a 401 where clients authenticate. */
function asAtToken(error: unknown): never {
  if (error instanceof Refusal && error.status === 400) throw clientUnauthenticated(error.message)
  throw error
}
