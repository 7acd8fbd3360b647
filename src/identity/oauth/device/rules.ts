// The rules of device authorization (RFC 8628): the request of a device, the code that a person enters, and the result of a
// poll.
import { createHmac } from 'node:crypto'
import type { RawRequest } from '../../../base/operation/operation.ts'
import { narrowScopes, formatScopes, withoutIgnoredScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { CREDENTIAL_NAMES, type Credentials, parseCredentials } from '../clients/authentication.ts'
import type { Client } from '../clients/rules.ts'
import { singleParameter } from '../parameters.ts'
import { type OAuthErrorName, oauthRefusal } from '../refusals.ts'
import { parseBodyParameters } from '../token/request.ts'
import type { DeviceRecord } from './store.ts'

/** RFC 8628 6.1: no vowels, so that no words can result, and no similar letters or digits. Eight of them are 34.5 bits. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
export const USER_CODE_LENGTH = 8

/** Initial seconds between two polls. RFC 8628 3.5 adds the same number after each poll that is too early. */
export const INTERVAL_S = 5

/** Without `resource`, which may be repeated and is ignored (RFC 8707 2). */
const NAMES = [...CREDENTIAL_NAMES, 'scope']

interface DeviceRequest {
  credentials: Credentials
  scope: string | undefined
}

/** The request, complete and well-formed; its client is not checked here. RFC 8628 3.1 */
export function parseDeviceRequest(raw: Pick<RawRequest, 'content_type' | 'body' | 'authorization'>): DeviceRequest {
  const parameters = parseBodyParameters(raw, NAMES)
  return {
    credentials: parseCredentials(parameters, raw.authorization),
    scope: singleParameter(parameters, 'scope')?.text,
  }
}

/** The scopes that the device requests. RFC 6749 3.3 */
export function scopesForDevice({ scopes }: Pick<Client, 'scopes'>, scope: string | undefined): Scope[] {
  const asked = narrowScopes(scopes, withoutIgnoredScopes(scope))
  if (asked) return asked
  const words = `The scope must contain only scopes that the client is registered for, separated by spaces: ${formatScopes(scopes)}.`
  throw oauthRefusal('invalid_scope', words)
}

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`)

/**
 * The letters of a user code, without case, spaces and punctuation (RFC 8628 6.1); `undefined` if it is not in the form of a
 * code.
 */
export function parseUserCode(typed: string): string | undefined {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')
  return USER_CODE.test(letters) ? letters : undefined
}

/** The user code as it is shown. */
export function formatUserCode(letters: string): string {
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`
}

/** Keyed, because a plain hash of so few bits could be reversed by trying all of them. */
export function hashUserCode(letters: string, secret: string): string {
  return createHmac('sha256', secret).update(letters).digest('base64url')
}

/** A new request of a device. */
export function deviceRecord(
  of: Pick<DeviceRecord, 'user_code_hash' | 'device_code_hash' | 'client_id' | 'document' | 'scopes' | 'ip'>,
  now: Date,
  lifetime_s: number,
): DeviceRecord {
  return {
    ...of,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetime_s * 1000).toISOString(),
    interval_s: INTERVAL_S,
    polled_at: null,
    answer: null,
    approved_by: null,
    approved_for: null,
    consumed_at: null,
  }
}

/** `open`: the person can still decide. `over`: expired, whether or not it was answered or tokens were issued. */
export function deviceState({ answer, expires_at }: DeviceRecord, now: Date): 'open' | 'answered' | 'over' {
  if (now.getTime() >= Date.parse(expires_at)) return 'over'
  return answer === null ? 'open' : 'answered'
}

/**
 * The outcome of a poll. A poll of a pending request is stored; `interval_s`: the interval that the client must observe from
 * now on.
 */
export type Poll =
  | { outcome: 'approved' }
  | { outcome: 'refused'; error: OAuthErrorName; description: string; interval_s?: number }

const UNKNOWN = 'The device_code is invalid, was already used or belongs to another client.'

/** RFC 8628 3.5 */
export function decidePoll(
  device: DeviceRecord | undefined,
  { client_id, now }: Pick<DeviceRecord, 'client_id'> & { now: Date },
): Poll {
  // RFC 6749 5.2: another client's code is treated like an unknown one and has no effect
  if (!device || device.client_id !== client_id || device.consumed_at !== null) return refused('invalid_grant', UNKNOWN)
  if (deviceState(device, now) === 'over')
    return refused('expired_token', 'The device_code has expired. Request a new one.')
  if (device.answer === 'denied') return refused('access_denied', 'The user denied the request.')
  if (device.answer === 'approved') return { outcome: 'approved' }
  const { polled_at, interval_s } = device
  if (polled_at === null || now.getTime() - Date.parse(polled_at) >= interval_s * 1000) {
    const words = 'The user has not decided yet. Poll again after the interval.'
    return { ...refused('authorization_pending', words), interval_s }
  }
  const slower_s = interval_s + INTERVAL_S
  return {
    ...refused('slow_down', `Polling too fast. Wait ${slower_s} seconds between requests.`),
    interval_s: slower_s,
  }
}

function refused(error: OAuthErrorName, description: string): Extract<Poll, { outcome: 'refused' }> {
  return { outcome: 'refused', error, description }
}
