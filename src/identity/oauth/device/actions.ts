// Devices that request access: a person enters the code that the device shows, and approves or denies the request once.
// Meanwhile the device polls the token endpoint.
import { networkOf } from '../../../base/net/client-ip.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { undoAttempt, countAttempt } from '../../../base/rate-limits/store.ts'
import type { Seal } from '../../../base/secrets/seal.ts'
import { hashToken, randomLetters } from '../../../base/secrets/tokens.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import type { Refusal } from '../../../base/text/refusal.ts'
import type { Approver } from '../authorize/actions.ts'
import { type AuthorizationRequest, type TokenLifetimes, clientForPage, durationFor } from '../authorize/requests.ts'
import { findRequestingClient, storeDocumentClient } from '../clients/documents/actions.ts'
import { guardApprovalFor, recordApproved } from '../grants/actions.ts'
import { grantedScopes } from '../grants/rules.ts'
import { oauthRefusal } from '../refusals.ts'
import { type ClientRecord, listVerifiedNames } from '../store/clients.ts'
import { type IssuedGrant, type RefreshSettings, invalidGrant, issueGrant } from '../token/actions.ts'
import type { TokenRequest } from '../token/request.ts'
import {
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
  deviceRecord,
  hashUserCode,
  decidePoll,
  formatUserCode,
  deviceState,
  parseUserCode,
} from './rules.ts'
import * as store from './store.ts'

export interface DeviceParts {
  issuer: string
  /** The key of the hashes of user codes. */
  user_code_secret: string
  /** Lifetime of both codes. */
  device_code_s: number
}

type DeviceRequestInput = Pick<store.DeviceRecord, 'device_code_hash' | 'client_id' | 'document' | 'scopes' | 'ip'>

/** Stores the request of a device. Returns the letters of its user code, which is unique among stored requests. */
export async function storeDevice(
  { tx, now }: TimedTx,
  { user_code_secret, device_code_s }: Omit<DeviceParts, 'issuer'>,
  asked: DeviceRequestInput,
): Promise<string> {
  const letters = randomLetters(USER_CODE_LENGTH, USER_CODE_LETTERS)
  const user_code_hash = hashUserCode(letters, user_code_secret)
  const isNew = await store.insertDeviceIfNew(tx, deviceRecord({ ...asked, user_code_hash }, now, device_code_s))
  return isNew ? letters : storeDevice({ tx, now }, { user_code_secret, device_code_s }, asked)
}

type DeviceTokenRequest = Extract<TokenRequest, { device_code: string }>

/** The client of a device, if its request came with a document; `undefined` for a registered client and an unknown code. */
export async function findDeviceClient(
  tx: Tx,
  { device_code, credentials: { client_id } }: DeviceTokenRequest,
): Promise<ClientRecord | undefined> {
  const device = await store.findDeviceByDeviceCode(tx, { device_code_hash: hashToken(device_code) })
  return device?.document && device.client_id === client_id ? findClientOf(tx, device) : undefined
}

function findClientOf(tx: Tx, { client_id, document }: store.DeviceRecord): Promise<ClientRecord | undefined> {
  return findRequestingClient(tx, client_id, document ?? undefined)
}

/** RFC 8628 3.4 and 3.5. A refusal is returned instead of thrown, because the time of the poll has to be committed. */
export async function redeemDevice(
  { tx, now }: TimedTx,
  settings: Pick<RefreshSettings, 'refresh_token_ms'>,
  { client, request, jkt }: { client: ClientRecord; request: DeviceTokenRequest; jkt: string | undefined },
): Promise<IssuedGrant | Refusal> {
  const device_code_hash = hashToken(request.device_code)
  const device = await store.findDeviceByDeviceCode(tx, { device_code_hash })
  const decision = decidePoll(device, { client_id: client.client_id, now })
  if (decision.outcome === 'refused') {
    const { error, description, interval_s } = decision
    if (interval_s !== undefined) store.savePoll(tx, { device_code_hash, interval_s, polled_at: now.toISOString() })
    return oauthRefusal(error, description)
  }
  const { approved_for, approved_by, scopes } = device!
  const issuing = { client, client_auth: request.credentials.method, jkt }
  const issued = await issueGrant({ tx, now }, settings, issuing, {
    team_id: approved_for!,
    user_id: approved_by!,
    scopes,
  })
  if (!issued) return invalidGrant('The device_code is no longer valid.')
  const consumed = { device_code_hash, consumed_at: now.toISOString() }
  if (!(await store.consumeDevice(tx, consumed))) throw invalidGrant('The device_code was already used.')
  return issued
}

/** The request of a device as the page shows it. */
export interface DeviceAuthorizationRequest extends Pick<
  AuthorizationRequest,
  'client' | 'scopes' | 'is_answered' | 'lasts_s' | 'is_renewed'
> {
  user_code: string
  /** The time and IP address of the device's request. */
  created_at: string
  ip: string
}

/** `seal`: the part of the URL of the page on which the person decides. */
export type EnteredCode = { sealed: string } | { wait_ms: number } | 'unknown'

/** Maximum wrong codes per person and per network within the window. */
const WRONG_MAX = 10
const WRONG_WITHIN_MS = 10 * 60_000

type ByPerson = Pick<Approver, 'user_id'>

interface FoundDevice {
  device: store.DeviceRecord
  client: ClientRecord
  user_code: string
}

export class DeviceConsent {
  readonly #seal: Seal
  readonly #secret: string
  readonly #lifetimes: TokenLifetimes

  /** `seal`: seals a user code together with the person who entered it. */
  constructor(seal: Seal, user_code_secret: string, lifetimes: TokenLifetimes) {
    this.#seal = seal
    this.#secret = user_code_secret
    this.#lifetimes = lifetimes
  }

  /**
   * Looks up the code that a person entered. RFC 8628 5.1: wrong codes are limited, and after too many a right one is refused,
   * too. The transaction must be committed whatever the outcome; otherwise nothing is counted.
   */
  async enter({ tx, now }: TimedTx, typed: string, { user_id, ip }: ByPerson & { ip: string }): Promise<EnteredCode> {
    const limits = [`person ${user_id}`, `network ${networkOf(ip)}`].map(of => ({
      key: `user code of ${of}`,
      tries: WRONG_MAX,
    }))
    const { wait_ms } = await countAttempt({ tx, now }, limits, WRONG_WITHIN_MS)
    if (wait_ms > 0) return { wait_ms }
    const letters = parseUserCode(typed)
    const found = letters !== undefined && (await this.#find(tx, letters, now))
    // expired, answered and unknown codes get the same answer, so that a guess reveals nothing
    if (!found || found.device.answer !== null) return 'unknown'
    await undoAttempt(tx, limits)
    return { sealed: this.#seal.seal(Buffer.from(`${letters} ${user_id}`), now) }
  }

  async find(tx: Tx, sealed: string, by: ByPerson, now: Date): Promise<DeviceAuthorizationRequest | undefined> {
    const found = await this.#open(tx, sealed, by, now)
    if (!found) return undefined
    const { device, client, user_code } = found
    const { scopes, created_at, ip, answer } = device
    return {
      client: clientForPage(client, await listVerifiedNames(tx)),
      ...durationFor(client, this.#lifetimes),
      user_code,
      scopes,
      created_at,
      ip,
      is_answered: answer !== null,
    }
  }

  /** Approves the request. Returns whether it could still be answered. */
  async approve({ tx, now }: TimedTx, sealed: string, by: Omit<Approver, 'code'>): Promise<boolean> {
    const { user_id, team_id, scopes } = by
    await guardApprovalFor(tx, { user_id, team_id })
    const found = await this.#open(tx, sealed, by, now)
    if (!found) return false
    const granted = grantedScopes(found.device.scopes, scopes)
    if (!(await this.#answer(tx, found, { answer: 'approved', scopes: granted, by: { user_id, team_id } })))
      return false
    const { document } = found.device
    const client = document ? await storeDocumentClient({ tx, now }, document) : found.client
    await recordApproved({ tx, team_id, now }, client, granted)
    return true
  }

  /** Denies the request. Returns whether it could still be answered. */
  async deny(tx: Tx, sealed: string, by: ByPerson, now: Date): Promise<boolean> {
    const found = await this.#open(tx, sealed, by, now)
    return found !== undefined && this.#answer(tx, found, { answer: 'denied', scopes: found.device.scopes })
  }

  #answer(
    tx: Tx,
    { device: { user_code_hash } }: FoundDevice,
    { answer, scopes, by }: { answer: 'approved' | 'denied'; scopes: Scope[]; by?: Omit<Approver, 'code' | 'scopes'> },
  ): Promise<boolean> {
    const [approved_by, approved_for] = by ? [by.user_id, by.team_id] : [null, null]
    return store.saveDeviceAnswer(tx, { user_code_hash, answer, scopes, approved_by, approved_for })
  }

  /**
   * The request whose code this person entered. For other people it is unknown: a phisher's link to the page must not let them
   * skip entering the code.
   */
  async #open(tx: Tx, sealed: string, { user_id }: ByPerson, now: Date): Promise<FoundDevice | undefined> {
    const [letters, by] = this.#seal.open(sealed)?.value.toString('latin1').split(' ') ?? []
    return letters !== undefined && by === user_id ? this.#find(tx, letters, now) : undefined
  }

  /** The request with this code, answered or not, unless it has expired or its client is disabled. */
  async #find(tx: Tx, letters: string, now: Date): Promise<FoundDevice | undefined> {
    const user_code_hash = hashUserCode(letters, this.#secret)
    const device = await store.findDeviceByUserCode(tx, { user_code_hash })
    const client = device && (await findClientOf(tx, device))
    // a disabled client is treated as unknown
    if (!device || deviceState(device, now) === 'over' || !client || client.disabled_at !== null) return undefined
    return { device, client, user_code: formatUserCode(letters) }
  }
}
