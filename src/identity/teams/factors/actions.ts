// Second factors of a person: an authenticator app and recovery codes. The secret of the app is sealed in the database.
import { randomBytes } from 'node:crypto'
import { clearAttempts, countAttempt } from '../../../base/rate-limits/store.ts'
import { Seal } from '../../../base/secrets/seal.ts'
import { hashToken, randomLetters } from '../../../base/secrets/tokens.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { recordUserEvent } from '../actions.ts'
import { listPasskeys } from '../passkeys/store.ts'
import type { User } from '../store.ts'
import * as rules from './rules.ts'
import * as store from './store.ts'

/** RFC 4226 4: 160 bits. */
const SECRET_BYTES = 20

type Account = Pick<User, 'id' | 'email'>

/** Whether the person has a second factor: an authenticator app or a passkey. */
export async function hasFactor(tx: Tx, user_id: string): Promise<boolean> {
  return (await hasAuthenticatorApp(tx, user_id)) || (await listPasskeys(tx, { user_id })).length > 0
}

export async function hasAuthenticatorApp(tx: Tx, user_id: string): Promise<boolean> {
  return ((await store.findFactor(tx, { user_id }))?.confirmed_at ?? null) !== null
}

/** The number of unused recovery codes. */
export async function countRecoveryCodes(tx: Tx, user_id: string): Promise<number> {
  return (await store.listRecoveryCodes(tx, { user_id })).length
}

/** The state of a person's factor: none, a secret that is not confirmed yet, or an active factor. */
export type OwnFactor =
  | undefined
  | { is_confirmed: false; secret: Buffer }
  | { is_confirmed: true; confirmed_at: string }

export async function findOwnFactor(tx: Tx, user_id: string, server_secret: string): Promise<OwnFactor> {
  const factor = await store.findFactor(tx, { user_id })
  if (!factor) return undefined
  const { confirmed_at } = factor
  if (confirmed_at === null) return { is_confirmed: false, secret: secretOf(factor, server_secret) }
  return { is_confirmed: true, confirmed_at }
}

/** Creates a secret, which is not active before its first code. Returns `false` if a factor is active already. */
export async function startFactor({ tx, now }: TimedTx, user_id: string, server_secret: string): Promise<boolean> {
  if (await hasAuthenticatorApp(tx, user_id)) return false
  const secret = sealOf(server_secret).seal(randomBytes(SECRET_BYTES), now)
  store.saveFactor(tx, { user_id, secret, confirmed_at: null, last_step: 0 })
  return true
}

/** The outcome of a code: right, wrong, or not checked because there were too many attempts. */
export type CodeOutcome = 'right' | 'wrong' | { wait_ms: number }

interface TypedCode {
  user_id: string
  text: string
  /** The id of a known browser, which has a separate limit: a stranger with the password cannot lock it out. */
  browser?: string | undefined
  server_secret: string
}

/** Checks and consumes a code, and counts the attempt. The transaction must be committed for a wrong code to count. */
export function useCode(unit: TimedTx, { text, server_secret, ...typed }: TypedCode): Promise<CodeOutcome> {
  const { user_id } = typed
  const { kind, code } = rules.parseCode(text)
  return checkFactor(unit, typed, () =>
    kind === 'totp'
      ? useTotp(unit, { user_id, code, server_secret })
      : store.useRecoveryCode(unit.tx, { user_id, code_hash: hashToken(code) }),
  )
}

/** Checks a second factor unless there were too many attempts, and counts this attempt. */
export async function checkFactor(
  { tx, now }: TimedTx,
  { user_id, browser = 'unknown' }: Pick<TypedCode, 'user_id' | 'browser'>,
  isRight: () => Promise<boolean>,
): Promise<CodeOutcome> {
  const limit = { key: `code ${user_id} ${browser}`, tries: rules.CODE_ATTEMPTS_MAX }
  const { wait_ms } = await countAttempt({ tx, now }, [limit], rules.CODE_WINDOW_MS)
  if (wait_ms > 0) return { wait_ms }
  if (!(await isRight())) return 'wrong'
  clearAttempts(tx, limit)
  return 'right'
}

async function useTotp(
  { tx, now }: TimedTx,
  { user_id, code, server_secret }: { user_id: string; code: string; server_secret: string },
): Promise<boolean> {
  const factor = await store.findFactor(tx, { user_id })
  if (!factor) return false
  const { last_step } = factor
  const step = rules.matchTotpStep({ secret: secretOf(factor, server_secret), last_step }, code, now)
  return step !== undefined && (await store.useTotpStep(tx, { user_id, step }))
}

/** Activates the factor. Returns the recovery codes, which are stored as hashes. */
export async function confirmFactor({ tx, now }: TimedTx, user: Account): Promise<string[]> {
  const at = now.toISOString()
  store.saveConfirmed(tx, { user_id: user.id, confirmed_at: at })
  await recordUserEvent(tx, user, { type: 'member.factor_added', at: now })
  return replaceCodes(tx, user.id)
}

export async function renewRecoveryCodes({ tx, now }: TimedTx, user: Account): Promise<string[]> {
  await recordUserEvent(tx, user, { type: 'member.recovery_codes_made', at: now })
  return replaceCodes(tx, user.id)
}

/** Creates recovery codes for a person who has none. */
export async function createFirstRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  return (await countRecoveryCodes(tx, user_id)) > 0 ? [] : replaceCodes(tx, user_id)
}

/** Removes the app, and the recovery codes if there is no passkey either. Returns whether there was an app. */
export async function removeFactor({ tx, now }: TimedTx, user: Account): Promise<boolean> {
  if ((await listPasskeys(tx, { user_id: user.id })).length === 0) store.removeRecoveryCodes(tx, { user_id: user.id })
  if (!(await store.removeFactorRow(tx, { user_id: user.id }))) return false
  await recordUserEvent(tx, user, { type: 'member.factor_removed', at: now })
  return true
}

function replaceCodes(tx: Tx, user_id: string): string[] {
  store.removeRecoveryCodes(tx, { user_id })
  return Array.from({ length: rules.RECOVERY_CODE_COUNT }, () => {
    const code = randomLetters(rules.RECOVERY_CODE_LENGTH, rules.RECOVERY_CODE_LETTERS)
    store.insertRecoveryCode(tx, { user_id, code_hash: hashToken(code) })
    return rules.formatRecoveryCode(code)
  })
}

function secretOf({ user_id, secret }: store.Factor, server_secret: string): Buffer {
  const opened = sealOf(server_secret).open(secret)
  if (!opened) throw new Error(`the second factor of ${user_id} was sealed with another secret of the server`)
  return opened.value
}

function sealOf(server_secret: string): Seal {
  return new Seal(`${server_secret} totp`)
}

/** A right password, for which the code is pending: sealed, for the cookie of the browser that sent it. */
interface FirstStep {
  user_id: string
  password_hash: string
}

const FIRST_STEP_WAITS_MS = 5 * 60_000

export function sealFirstStep({ user_id, password_hash }: FirstStep, server_secret: string, now: Date): string {
  const step = JSON.stringify({ user_id, password_hash: hashToken(password_hash) })
  return new Seal(`${server_secret} login`).seal(Buffer.from(step), now)
}

/** The person of a first step; `isOf` checks whether their password is unchanged. */
export function openFirstStep(
  sealed: string | undefined,
  server_secret: string,
  now: Date,
): { user_id: string; isOf: (user: Pick<User, 'password_hash'>) => boolean } | undefined {
  const opened = sealed === undefined ? undefined : new Seal(`${server_secret} login`).open(sealed)
  if (!opened || now.getTime() - opened.sealed_at.getTime() > FIRST_STEP_WAITS_MS) return undefined
  const { user_id, password_hash } = JSON.parse(opened.value.toString()) as FirstStep
  return { user_id, isOf: user => hashToken(user.password_hash) === password_hash }
}
