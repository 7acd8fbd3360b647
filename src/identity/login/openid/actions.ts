// Logging in with an OpenID provider: this server is a client of it, with the code flow, PKCE, state and nonce. The provider's
// metadata is fetched when a person wants to log in, never at startup, and cached for a while.
import { createHash } from 'node:crypto'
import type { Config } from '../../../base/config/config.ts'
import type { ProviderConfig } from '../../../base/config/provider-settings.ts'
import type { HttpClient, HttpRequest } from '../../../base/net/http-client.ts'
import { isUuid } from '../../../base/store/column.ts'
import { setActor } from '../../../base/store/set-actor.ts'
import { claimsSignedBy } from '../../../base/secrets/client-jwt.ts'
import { Seal } from '../../../base/secrets/seal.ts'
import { randomToken } from '../../../base/secrets/tokens.ts'
import type { Database, TimedTx } from '../../../base/store/database.ts'
import { serverSecret } from '../../../base/store/server-secret.ts'
import { recordUserEvent } from '../../teams/actions.ts'
import {
  type OwnTeam,
  type User,
  findUser,
  findUserByEmail,
  listTeams,
  replacePassword,
  saveEmailVerified,
} from '../../teams/store.ts'
import { normalizeEmail, normalizeName } from '../../teams/rules.ts'
import { removeFactor } from '../../teams/factors/actions.ts'
import {
  type OfferedInvitation,
  acceptVerifiedInvitation,
  listInvitationsTo,
  withdrawInvitationsBeyond,
} from '../../teams/invitations/actions.ts'
import { endSessionsOfUser } from '../../teams/sessions/store.ts'
import { ACCESS_KINDS, removeAccountAccess } from '../account-access/actions.ts'
import { revokeAllOfUser } from '../../oauth/grants/actions.ts'
import { SIGNATURE_ALGORITHMS } from '../../oauth/algorithms.ts'
import { signedWith } from '../../oauth/clients/assertions/rules.ts'
import { clientKeys, keysFor } from '../../oauth/clients/keys.ts'
import { jsonObject } from '../../oauth/parameters.ts'
import {
  type ProviderMetadata,
  type ProviderPerson,
  nameAndAddress,
  checkProviderMetadata,
  parseIdTokenClaims,
} from './rules.ts'
import * as store from './store.ts'

/** Time limit for each request to the provider. */
const LIMIT_MS = 5000
/** Some providers publish many keys, each with its certificates. */
const ANSWER_BYTES_MAX = 65_536
const KEPT_MS = 10 * 60_000
/** A token with an unknown key triggers a new fetch of the keys, but not more often than this. */
const AGAIN_MS = 60_000
const ATTEMPT_WAITS_MS = 10 * 60_000
/** The hash of an account that was created by a login with the provider. No password has this hash. */
const NO_PASSWORD = 'none'

type Members = Record<string, unknown>

/** A login that waits for the provider, sealed in a cookie of the browser that started it. */
interface Attempt {
  state: string
  nonce: string
  verifier: string
  /** The path to continue at. */
  next: string
}

/** A person identified by the provider, and the path to continue at. */
export interface FinishedLogin {
  person: ProviderPerson
  next: string
}

interface ProviderData {
  metadata: ProviderMetadata
  keys: readonly Members[]
  fetched_at_ms: number
}

interface ProviderParts {
  config: ProviderConfig
  /** The client with the SSRF guard. */
  http: Pick<HttpClient, 'send'>
  public_url: string
  server_secret: string
  now: () => Date
}

/** Thrown if the provider does not respond, or responds with unusable data. The message is for the log. */
export class ProviderFault extends Error {
  readonly is_down: boolean

  constructor(message: string, is_down = false) {
    super(message)
    this.is_down = is_down
  }
}

interface ProviderOpening extends Pick<ProviderParts, 'http' | 'now'> {
  database: Pick<Database, 'unit'>
}

/** `undefined`: no provider is configured. */
export async function openProvider(
  { provider, public_url }: Pick<Config, 'provider' | 'public_url'>,
  { database, ...parts }: ProviderOpening,
): Promise<Provider | undefined> {
  if (!provider) return undefined
  const server_secret = await database.unit(tx => serverSecret(tx, 'provider_logins', parts.now()))
  return new Provider({ ...parts, config: provider, public_url, server_secret })
}

export class Provider {
  readonly name: string
  readonly issuer: string
  readonly #parts: ProviderParts
  readonly #seal: Seal
  readonly #finishedSeal: Seal
  #published: ProviderData | undefined
  #underway: Promise<ProviderData> | undefined

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.name = parts.config.name
    this.issuer = parts.config.issuer
    this.#seal = new Seal(parts.server_secret)
    this.#finishedSeal = new Seal(`${parts.server_secret} finished`)
  }

  /** The URL to redirect the browser to, and the data that it stores until it returns. */
  async begin(next: string): Promise<{ location: string; kept: string }> {
    const { metadata } = await this.#read()
    const attempt: Attempt = { state: randomToken(), nonce: randomToken(), verifier: randomToken(), next }
    const location = new URL(metadata.authorization_endpoint)
    const asked = {
      response_type: 'code',
      client_id: this.#parts.config.client_id,
      redirect_uri: this.#redirectUri(),
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(asked)) location.searchParams.set(name, value)
    return { location: location.href, kept: this.#seal.seal(Buffer.from(JSON.stringify(attempt)), this.#parts.now()) }
  }

  /** The person in a response returned by the browser that started the login, and the path to continue at. */
  async finish(query: URLSearchParams, kept: string | undefined): Promise<FinishedLogin> {
    const attempt = this.#opened(kept)
    if (!attempt || query.get('state') !== attempt.state)
      throw new ProviderFault('the response belongs to another browser')
    const { metadata } = await this.#read()
    // RFC 9207: a response that another provider redirected here
    const iss = query.get('iss')
    if (iss === null ? metadata.names_itself : iss !== this.issuer)
      throw new ProviderFault('the response is from another issuer')
    const code = query.get('code')
    if (code === null) throw new ProviderFault(`the provider returned ${query.get('error')?.slice(0, 100)}`)
    const { id_token, access_token } = await this.#redeem(metadata, code, attempt)
    if (typeof id_token !== 'string') throw new ProviderFault('the provider returned no ID token')
    const claims = await this.#claimsOf(id_token)
    const checked = { nonce: attempt.nonce, now: this.#parts.now() }
    const person = claims
      ? parseIdTokenClaims(claims, this.#parts.config, checked)
      : { fault: 'the signature of the ID token is invalid' }
    if ('fault' in person) throw new ProviderFault(person.fault)
    const isThin = claims?.email === undefined && typeof access_token === 'string'
    return { person: isThin ? await this.#complete(person, metadata, access_token) : person, next: attempt.next }
  }

  /** A finished login whose person still has to answer a question, sealed for a cookie of their browser. */
  sealFinished(finished: FinishedLogin): string {
    return this.#finishedSeal.seal(Buffer.from(JSON.stringify(finished)), this.#parts.now())
  }

  /** The login in such a cookie; `undefined` if it is older than ten minutes or was not sealed by this server. */
  openFinished(sealed: string | undefined): FinishedLogin | undefined {
    return this.#openedWith<FinishedLogin>(this.#finishedSeal, sealed)
  }

  #opened(kept: string | undefined): Attempt | undefined {
    return this.#openedWith<Attempt>(this.#seal, kept)
  }

  #openedWith<Content>(seal: Seal, sealed: string | undefined): Content | undefined {
    const opened = sealed === undefined ? undefined : seal.open(sealed)
    if (!opened || this.#parts.now().getTime() - opened.sealed_at.getTime() > ATTEMPT_WAITS_MS) return undefined
    return JSON.parse(opened.value.toString()) as Content
  }

  #redirectUri(): string {
    return `${this.#parts.public_url}/login/provider/callback`
  }

  #redeem(metadata: ProviderMetadata, code: string, { verifier }: Attempt): Promise<Members> {
    const { client_id, client_secret } = this.#parts.config
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri() })
    form.set('code_verifier', verifier)
    // RFC 6749 2.3.1: each is form-encoded
    const [id, secret] = [client_id, client_secret].map(text => new URLSearchParams({ text }).toString().slice(5))
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    return this.#ask({ method: 'POST', url: metadata.token_endpoint, headers, body: form.toString() })
  }

  async #claimsOf(id_token: string): Promise<Members | undefined> {
    const signed = signedWith(id_token)
    // a provider with one key need not name it (Core 10.1)
    const named = ({ keys }: ProviderData): Members[] =>
      keys.filter(({ kid = signed.kid }) => kid === (signed.kid ?? kid))
    let published = await this.#read()
    const isOld = this.#parts.now().getTime() - published.fetched_at_ms >= AGAIN_MS
    if (named(published).length === 0 && isOld) {
      this.#published = undefined
      published = await this.#read()
    }
    const usable = clientKeys({ keys: named(published) })
    if ('fault' in usable) return undefined
    const options = { algorithms: SIGNATURE_ALGORITHMS, now: this.#parts.now() }
    return claimsSignedBy(keysFor(usable, signed), id_token, options)
  }

  /** Adds the data that the provider returns only from its userinfo endpoint (Core 5.3). */
  async #complete(
    person: ProviderPerson,
    { userinfo_endpoint }: ProviderMetadata,
    token: string,
  ): Promise<ProviderPerson> {
    if (userinfo_endpoint === undefined) return person
    const headers = { authorization: `Bearer ${token}` }
    // a person whose account is linked can log in without it
    const members = await this.#ask({ url: userinfo_endpoint, headers }).catch(() => ({ sub: undefined }))
    // Core 5.3.2: the response could be about another person
    return members.sub === person.subject ? { ...person, ...nameAndAddress(members) } : person
  }

  /** Concurrent logins share a fetch. */
  async #read(): Promise<ProviderData> {
    const now_ms = this.#parts.now().getTime()
    if (this.#published && now_ms < this.#published.fetched_at_ms + KEPT_MS) return this.#published
    this.#underway ??= this.#fetch().finally(() => (this.#underway = undefined))
    return (this.#published = await this.#underway)
  }

  async #fetch(): Promise<ProviderData> {
    const discovery = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const metadata = checkProviderMetadata(await this.#ask({ url: discovery }), this.issuer)
    if (!metadata) throw new ProviderFault('the metadata has another issuer or no endpoints', true)
    const { keys } = await this.#ask({ url: metadata.jwks_uri })
    const isObject = (key: unknown): key is Members => typeof key === 'object' && key !== null
    const read = Array.isArray(keys) ? keys.filter(isObject) : []
    return { metadata, keys: read, fetched_at_ms: this.#parts.now().getTime() }
  }

  async #ask({ method = 'GET', url, headers, body }: Partial<HttpRequest> & { url: string }): Promise<Members> {
    const pieces: Buffer[] = []
    let bytes = 0
    const exchange = await this.#parts.http.send({
      method,
      url,
      headers: { 'user-agent': 'lettermill', accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      body,
      limit_ms: LIMIT_MS,
      receive: async (_, stream) => {
        for await (const piece of stream) {
          bytes += piece.length
          if (bytes > ANSWER_BYTES_MAX) break
          pieces.push(piece)
        }
      },
    })
    if (!('answer' in exchange))
      throw new ProviderFault('refused' in exchange ? exchange.refused : exchange.broken, true)
    const { status } = exchange.answer
    if (status !== 200) throw new ProviderFault(`${new URL(url).pathname} returned ${status}`, status >= 500)
    const read = bytes > ANSWER_BYTES_MAX ? { fault: 'The response is too large.' } : jsonObject(Buffer.concat(pieces))
    if ('fault' in read) throw new ProviderFault(`${new URL(url).pathname}: ${read.fault}`, true)
    return read.members
  }
}

/** The question for a person whose first login links or creates an account. */
export type LinkQuestion =
  /** Which invitation to accept: the person has no account. */
  | { about: 'invitation'; email: string; invitations: OfferedInvitation[] }
  /** Whether to remove all other access: the address of the account was never verified, so another person may have created it. */
  | { about: 'access'; email: string; teams: OwnTeam[] }

/** Returns the question that a first login has to answer; `undefined` if there is none. */
export async function findLinkQuestion(
  { tx, now }: TimedTx,
  { email: given }: ProviderPerson,
): Promise<LinkQuestion | undefined> {
  const email = normalizeEmail(given ?? '')
  if (!email) return undefined
  const user = await findUserByEmail(tx, email)
  if (user)
    return user.email_verified_at === null
      ? { about: 'access', email, teams: await listTeams(tx, { user_id: user.id }) }
      : undefined
  const invitations = await listInvitationsTo({ tx, now }, email)
  return invitations.length > 0 ? { about: 'invitation', email, invitations } : undefined
}

/** What a person has proven or decided besides the login with the provider. */
export interface LinkAnswer {
  /** The person of the browser's session, who has proven that the account is theirs. */
  user_id?: string | undefined
  /** The invitation to accept. */
  invitation_id?: string | undefined
  /** Whether to remove all other access to the account. */
  removes_access?: boolean
}

/**
 * The account of a person at the provider. The first login links it to the account with the address that the provider has
 * verified, or creates one for an open invitation to that address. Returns `question` for a first login that requires an
 * answer. An account whose address was never verified is linked for the person of its session, or loses all other access.
 */
export async function findOrLinkUser(
  { tx, now }: TimedTx,
  issuer: string,
  person: ProviderPerson,
  answer: LinkAnswer = {},
): Promise<{ user: User; is_new: boolean } | 'question' | 'unverified' | 'unknown' | 'linked_before'> {
  const { subject } = person
  const link = await store.findLink(tx, { issuer, subject })
  const linked = link && (await findUser(tx, { id: link.user_id }))
  if (linked) return { user: linked, is_new: false }
  const email = normalizeEmail(person.email ?? '')
  if (!email) return 'unverified'
  const user = (await findUserByEmail(tx, email)) ?? (await joinInvited({ tx, now }, { ...person, email }, answer))
  if (!user) return (await findLinkQuestion({ tx, now }, person)) ? 'question' : 'unknown'
  tx.guard(null, 'provider_links', user.id)
  // the provider can reassign an address to another person
  if (await store.findLinkOfUser(tx, { user_id: user.id, issuer })) return 'linked_before'
  const is_proven = user.email_verified_at !== null || answer.user_id === user.id
  if (!is_proven && !answer.removes_access) return 'question'
  setActor(tx, { kind: 'person', id: user.id, name: user.email })
  const password_hash = is_proven ? user.password_hash : await removeAllAccess({ tx, now }, user)
  const email_verified_at = user.email_verified_at ?? now.toISOString()
  saveEmailVerified(tx, { id: user.id, email_verified_at })
  store.insertLink(tx, { issuer, subject, user_id: user.id, created_at: now.toISOString() })
  await recordUserEvent(tx, user, { type: 'member.provider_linked', at: now })
  return { user: { ...user, password_hash, email_verified_at }, is_new: true }
}

async function joinInvited(
  { tx, now }: TimedTx,
  { email, name }: ProviderPerson & { email: string },
  { invitation_id }: LinkAnswer,
): Promise<User | undefined> {
  if (invitation_id === undefined || !isUuid(invitation_id)) return undefined
  const person = { email, name: normalizeName(name ?? '') ?? email, password_hash: NO_PASSWORD }
  return acceptVerifiedInvitation(tx, { ...person, invitation_id }, now)
}

/** Removes the password of an account, and all other access to it or in its name. Returns the hash that no password has. */
async function removeAllAccess({ tx, now }: TimedTx, user: User): Promise<string> {
  const isReplaced = await replacePassword(tx, { id: user.id, old: user.password_hash, password_hash: NO_PASSWORD })
  if (!isReplaced) throw new Error('the password of an account was changed while it was removed')
  await recordUserEvent(tx, user, { type: 'member.password_reset', at: now })
  endSessionsOfUser(tx, user.id)
  await revokeAllOfUser(tx, user.id, now)
  await removeAccountAccess({ tx, now }, user, ACCESS_KINDS)
  await removeFactor({ tx, now }, user)
  for (const { id: team_id } of await listTeams(tx, { user_id: user.id }))
    await withdrawInvitationsBeyond({ tx, team_id, now }, { user_id: user.id, role: undefined })
  return NO_PASSWORD
}

/** Removes the link. Returns whether it existed. */
export async function unlinkProvider(
  { tx, now }: TimedTx,
  user: Pick<User, 'id' | 'email'>,
  issuer: string,
): Promise<boolean> {
  if (!(await store.removeProviderLink(tx, { user_id: user.id, issuer }))) return false
  await recordUserEvent(tx, user, { type: 'member.provider_removed', at: now })
  return true
}

/** Whether the account was created by a login with the provider and has no password since. */
export function hasNoPassword({ password_hash }: Pick<User, 'password_hash'>): boolean {
  return password_hash === NO_PASSWORD
}
