// Access tokens, signed and checked. A signature is checked once per token and key ring; what else decides about a token
// (its expiry, its grant) is looked at each time.
import type { KeyRing } from '../../secrets/jwt.ts'
import { hashOfToken } from '../../secrets/tokens.ts'
import { ACCESS_TOKEN_HEADER, type AccessTokenClaims } from '../token/access-token.ts'
import type { KeyChain } from '../keys/actions.ts'

/** Far above what we sign; more is not worth a hash. */
const LENGTH_MAX = 4096
/** Only good tokens get in, so nobody fills this with invented ones. */
const KNOWN_MAX = 10_000

const CLAIMS = ['exp', 'iat', 'sub', 'client_id', 'jti', 'scope', 'grant_id']

export class AccessTokens {
  readonly #issuer: string
  readonly #keys: KeyChain
  #ring: KeyRing | undefined
  readonly #known = new Map<string, AccessTokenClaims>()

  constructor(issuer: string, keys: KeyChain) {
    this.#issuer = issuer
    this.#keys = keys
  }

  async signed(claims: AccessTokenClaims, now: Date): Promise<string> {
    return (await this.#keys.ring(now)).sign(ACCESS_TOKEN_HEADER, claims)
  }

  /** What a token says that we signed and that is good now (RFC 9068 4); `undefined` for any other. */
  async claimsOf(token: string, now: Date): Promise<AccessTokenClaims | undefined> {
    if (token.length > LENGTH_MAX) return undefined
    const ring = await this.#keys.ring(now)
    if (ring !== this.#ring) this.#known.clear()
    this.#ring = ring
    const hash = hashOfToken(token)
    const known = this.#known.get(hash)
    if (known) return known.exp > Math.floor(now.getTime() / 1000) ? known : undefined
    const { typ } = ACCESS_TOKEN_HEADER
    const expected = { typ, issuer: this.#issuer, audience: this.#issuer, claims: CLAIMS, now }
    const claims = (await ring.verified(token, expected)) as AccessTokenClaims | undefined
    // the keys may have changed meanwhile
    if (claims && ring === this.#ring) this.#keep(hash, claims)
    return claims
  }

  #keep(hash: string, claims: AccessTokenClaims): void {
    this.#known.set(hash, claims)
    if (this.#known.size > KNOWN_MAX) this.#known.delete(this.#known.keys().next().value!)
  }
}
