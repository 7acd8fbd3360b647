// Codes of a person's authenticator app (TOTP, RFC 6238), and recovery codes for a lost app.
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
/** RFC 6238 5.2: codes of the previous and next step are accepted, too, because clocks differ. */
const STEPS_AROUND = [0, -1, 1]
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const RECOVERY_CODE_COUNT = 10
/** 31^16 are 79 random bits, without letters that can be confused with each other, so a fast hash is sufficient. */
export const RECOVERY_CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
export const RECOVERY_CODE_LENGTH = 16
/** With three right codes of a million at a time, a stranger who has the password needs 480 days for even odds. */
export const CODE_ATTEMPTS_MAX = 5
export const CODE_WINDOW_MS = 15 * 60_000

export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** RFC 4226 5.3 */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0x0f) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step of a code that is right now and later than the last accepted one. */
export function matchTotpStep(
  { secret, last_step }: { secret: Buffer; last_step: number },
  code: string,
  now: Date,
): number | undefined {
  const steps = STEPS_AROUND.map(around => totpStep(now) + around)
  return steps.find(step => step > last_step && totpCode(secret, step) === code)
}

/** The typed code in canonical form: without spaces and hyphens, in lower case. */
export function parseCode(text: string): { kind: 'totp' | 'recovery'; code: string } {
  const code = text.replaceAll(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'totp' : 'recovery', code }
}

/** Four letters at a time, so that the code can be copied by hand. */
export function formatRecoveryCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** RFC 4648 6 */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map(five => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The URL that an app reads from the QR code. */
export function totpAddress(secret: Buffer, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Lettermill:${email}`)}?secret=${base32(secret)}&issuer=Lettermill`
}
