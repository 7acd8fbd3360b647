// The keys that sign access tokens, and the tokens that they sign. The database says which keys there are; a command may
// change them while the server runs, so it is asked each time, and what was made of them is kept until its answer is
// another one. A signature is checked once per token and key ring; what else decides about a token (its expiry, its
// grant) is looked at each time.
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { type KeyRing, type SigningKey, keyRing, newSigningKey } from '../../../base/secrets/jwt.ts'
import { hashOfToken } from '../../../base/secrets/tokens.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import { recordOfServer } from '../../teams/actions.ts'
import * as store from '../store/keys.ts'
import { ACCESS_TOKEN_HEADER, type AccessTokenClaims } from '../token/access-token.ts'

/** For how long a key verifies after it was replaced: longer than any access token lives, whatever the settings say. */
const RETIRING_MS = 25 * 3_600_000

export class KeyChain {
  readonly #database: Database
  #kids = ''
  #ring: Promise<KeyRing> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** The keys of this moment; the same object as long as they are the same. */
  async read(now: Date): Promise<KeyRing> {
    const kids = await this.#database.readShared('signing keys', tx => store.listKidsInUse(tx, now))
    if (kids !== this.#kids || !this.#ring) {
      this.#kids = kids
      this.#ring = this.#database.read(tx => store.listKeysInUse(tx, { now: now.toISOString() })).then(ringOf)
      // a failure is not kept
      this.#ring.catch(() => (this.#ring = undefined))
    }
    return this.#ring
  }
}

/** Far above what we sign; more is not worth a hash. */
const LENGTH_MAX = 4096
/** Only valid tokens get in, so invented ones cannot fill this. */
const KNOWN_MAX = 10_000

const CLAIMS = ['exp', 'iat', 'sub', 'client_id', 'jti', 'scope', 'grant_id']

export class AccessTokens {
  readonly #issuer: string
  readonly #keys: KeyChain
  #ring: KeyRing | undefined
  readonly #known = new BoundedMap<string, AccessTokenClaims>(KNOWN_MAX)

  constructor(issuer: string, keys: KeyChain) {
    this.#issuer = issuer
    this.#keys = keys
  }

  async sign(claims: AccessTokenClaims, now: Date): Promise<string> {
    return (await this.#keys.read(now)).sign(ACCESS_TOKEN_HEADER, claims)
  }

  /** What a token says that we signed and that is good now (RFC 9068 4); `undefined` for any other. */
  async verify(token: string, now: Date): Promise<AccessTokenClaims | undefined> {
    if (token.length > LENGTH_MAX) return undefined
    const ring = await this.#keys.read(now)
    if (ring !== this.#ring) this.#known.clear()
    this.#ring = ring
    const hash = hashOfToken(token)
    const known = this.#known.get(hash)
    if (known) return known.exp > Math.floor(now.getTime() / 1000) ? known : undefined
    const { typ } = ACCESS_TOKEN_HEADER
    const expected = { typ, issuer: this.#issuer, audience: this.#issuer, claims: CLAIMS, now }
    const claims = (await ring.verified(token, expected)) as AccessTokenClaims | undefined
    // the keys may have changed meanwhile
    if (claims && ring === this.#ring) this.#known.set(hash, claims)
    return claims
  }
}

function ringOf(keys: store.SigningKeyRecord[]): KeyRing {
  const active = keys.find(({ status }) => status === 'active')!
  return keyRing(
    active,
    keys.map(({ public_key }) => public_key),
  )
}

/** Sees to it that there is a key that signs. */
export async function ensureKey(database: Database, now: Date): Promise<void> {
  if (await database.read(tx => isAnyInUse(tx, now))) return
  const made = await newSigningKey()
  await database.unit(async tx => {
    guardKeys(tx)
    // of several servers that start at the same time, the first one makes it
    if (!(await isAnyInUse(tx, now))) signWith(tx, made, now)
  })
}

async function isAnyInUse(tx: Tx, now: Date): Promise<boolean> {
  return (await store.listKidsInUse(tx, now)) !== ''
}

/** Which key signs is decided by one at a time. */
function guardKeys(tx: Tx): void {
  tx.guard(null, 'signing_keys')
}

function signWith(tx: Tx, made: SigningKey, now: Date): void {
  const created_at = now.toISOString()
  store.insertKey(tx, { ...made, id: made.public_key.kid, status: 'active', created_at, retired_at: null })
}

interface Rotation {
  /** The key that signs from now on. */
  kid: string
  /** Until when tokens of the keys before it are good. */
  others_until: Date
}

/**
 * Makes a new key that signs from now on. The keys before it go on verifying until every token that they signed has
 * ended; or, when `at_once` because one of them got into wrong hands, not any more.
 */
export async function rotateKeys(database: Pick<Database, 'unit'>, now: Date, at_once = false): Promise<Rotation> {
  // made before the unit: slow work has no place inside one
  const made = await newSigningKey()
  const others_until = at_once ? now : new Date(now.getTime() + RETIRING_MS)
  await database.unit(async tx => {
    guardKeys(tx)
    store.retireKeys(tx, others_until.toISOString())
    signWith(tx, made, now)
    const facts = { object_id: made.public_key.kid, name: null, changes: { at_once: [null, at_once] } } as const
    await recordOfServer(tx, { type: 'oauth_key.rotated', at: now, ...facts })
  })
  return { kid: made.public_key.kid, others_until }
}
