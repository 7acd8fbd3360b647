// Tokens that give access to one email for a limited time: JSON Web Tokens with HS256, with a secret that signs nothing else.
import type * as Jose from 'jose'
import { lazy } from '../runtime/lazy.ts'

const jose = lazy<typeof Jose>('jose')

const ALGORITHM = 'HS256'
const AUDIENCE = 'shared email'
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export interface ShareTokenPayload {
  team_id: string
  email_id: string
  expires_at: Date
}

export class ShareTokens {
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = new TextEncoder().encode(secret)
  }

  /** `expires_at` is stored in whole seconds. */
  sign({ team_id, email_id, expires_at }: ShareTokenPayload, now: Date): Promise<string> {
    return new (jose().SignJWT)({ team: team_id })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(email_id)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(expires_at)
      .sign(this.#key)
  }

  /** The email that a token gives access to; `undefined`: we did not sign the token, or it has expired. */
  async verify(token: string, now: Date): Promise<ShareTokenPayload | undefined> {
    try {
      const options = { algorithms: [ALGORITHM], audience: AUDIENCE, requiredClaims: ['exp', 'sub'], currentDate: now }
      const { payload } = await jose().jwtVerify(token, this.#key, options)
      const { sub = '', team = '', exp = 0 } = payload as { sub?: string; team?: string; exp?: number }
      if (!UUID.test(sub) || !UUID.test(team)) return undefined
      return { team_id: team, email_id: sub, expires_at: new Date(exp * 1000) }
    } catch (error) {
      if (error instanceof jose().errors.JOSEError) return undefined
      throw error
    }
  }
}
