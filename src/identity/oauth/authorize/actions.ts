// The consent page: shows a request, and approves or denies it once. The request is sealed in the page's URL. Nothing else that
// the browser sends can change the redirect target or add to the request.
import type { Seal } from '../../../base/secrets/seal.ts'
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { findRequestingClient, storeDocumentClient } from '../clients/documents/actions.ts'
import { guardApprovalFor, recordApproved } from '../grants/actions.ts'
import { grantedScopes } from '../grants/rules.ts'
import { redirectLocation } from './redirect.ts'
import {
  type AuthorizationRequest,
  type TokenLifetimes,
  type SealedRequest,
  requestForPage,
  codeRecord,
  sealedRequestOf,
} from './requests.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { findRequestAnswer, saveAnswer } from '../store/answers.ts'
import { type ClientRecord, listVerifiedNames } from '../store/clients.ts'
import { insertCode } from '../store/codes.ts'

/** The person who approves, and the team that they give access to. */
export interface Approver {
  user_id: string
  team_id: string
  /** Granted scopes, if the person chose fewer than requested; absent: all requested scopes. */
  scopes?: readonly Scope[]
  /** A code that is known in advance; only the sandbox sets one. */
  code?: string
}

interface FoundRequest {
  request: SealedRequest
  client: ClientRecord
  is_answered: boolean
}

export class Consent {
  readonly #issuer: string
  readonly #seal: Seal
  readonly #lifetimes: TokenLifetimes

  constructor(issuer: string, seal: Seal, lifetimes: TokenLifetimes) {
    this.#issuer = issuer
    this.#lifetimes = lifetimes
    this.#seal = seal
  }

  async find(tx: Tx, sealed: string, now: Date): Promise<AuthorizationRequest | undefined> {
    const found = await this.#open(tx, sealed, now)
    if (!found) return undefined
    const { request, client, is_answered } = found
    const verified_names = await listVerifiedNames(tx)
    return requestForPage(request, client, { is_answered, verified_names, lifetimes: this.#lifetimes })
  }

  async approve(
    { tx, now }: TimedTx,
    sealed: string,
    { user_id, team_id, scopes, code = randomToken() }: Approver,
  ): Promise<{ location: string } | undefined> {
    await guardApprovalFor(tx, { user_id, team_id })
    const answered = await this.#answer(tx, sealed, now)
    if (!answered) return undefined
    const { request } = answered
    const granted = grantedScopes(request.scopes, scopes)
    const { document } = request
    const client = document ? await storeDocumentClient({ tx, now }, document) : answered.client
    const client_auth = client.token_endpoint_auth_method
    const made = { code_hash: hashToken(code), user_id, team_id, client_auth, now }
    insertCode(tx, codeRecord({ ...request, client_id: client.id, scopes: granted }, made))
    await recordApproved({ tx, team_id, now }, client, granted)
    return { location: redirectLocation({ ...request, issuer: this.#issuer }, { code }) } // RFC 6749 4.1.2
  }

  async deny(tx: Tx, sealed: string, now: Date): Promise<{ location: string } | undefined> {
    const answered = await this.#answer(tx, sealed, now)
    if (!answered) return undefined
    const answer = { error: 'access_denied', error_description: 'The user denied the request.' }
    return { location: redirectLocation({ ...answered.request, issuer: this.#issuer }, answer) } // RFC 6749 4.1.2.1
  }

  /** For responses that cannot be stored. Writes nothing itself; the request remains open. */
  async fail(tx: Tx, sealed: string, now: Date): Promise<{ location: string } | undefined> {
    const found = await this.#open(tx, sealed, now)
    if (!found || found.is_answered) return undefined
    const words = 'The decision of the user could not be stored. Try again later.'
    const answer = { error: 'server_error', error_description: words }
    return { location: redirectLocation({ ...found.request, issuer: this.#issuer }, answer) } // RFC 6749 4.1.2.1
  }

  /** The request in the seal, if the seal is ours, the request has not expired and its client is not disabled. */
  async #open(tx: Tx, sealed: string, now: Date): Promise<FoundRequest | undefined> {
    const opened = this.#seal.open(sealed)
    const request = opened && sealedRequestOf(opened, now)
    const client = request && (await findRequestingClient(tx, request.client_id, request.document))
    // a disabled client is treated as unknown
    if (!request || !client || client.disabled_at !== null) return undefined
    return { request, client, is_answered: (await findRequestAnswer(tx, { request_id: request.id })) !== undefined }
  }

  /** Marks the request as answered and returns it; `undefined` if it was answered before or has ended. */
  async #answer(tx: Tx, sealed: string, now: Date): Promise<FoundRequest | undefined> {
    const found = await this.#open(tx, sealed, now)
    if (!found) return undefined
    const { id: request_id, expires_at } = found.request
    return (await saveAnswer(tx, { request_id, expires_at })) ? found : undefined
  }
}
