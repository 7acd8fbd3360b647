// Signing keys, and the access tokens that they sign. A command may change the keys while the server runs, so the list
// of their ids is read from the database each time; the loaded key ring is reused until that list changes. The
// signature of a token is verified once per key ring; its expiry and its grant are checked each time.
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import { type KeyRing, type SigningKey, keyRing, newSigningKey } from '../../../base/secrets/jwt.ts'
import { hashToken } from '../../../base/secrets/tokens.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import { recordServerEvent } from '../../teams/actions.ts'
import * as store from '../store/keys.ts'
import { ACCESS_TOKEN_HEADER, type AccessTokenClaims } from '../token/access-token.ts'

/** How long a replaced key still verifies: longer than the lifetime of any access token, whatever the settings. */
const RETIRING_MS = 25 * 3_600_000

export class SigningKeyCache {
  readonly #database: Database
  #kids = ''
  #ring: Promise<KeyRing> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** The current keys; the same object until they change. */
  async read(now: Date): Promise<KeyRing> {
    const kids = await this.#database.readShared('signing keys', tx => store.listKidsInUse(tx, now))
    if (kids !== this.#kids || !this.#ring) {
      this.#kids = kids
      this.#ring = this.#database.read(tx => store.listKeysInUse(tx, { now: now.toISOString() })).then(ringOf)
      // a failure is not cached
      this.#ring.catch(() => (this.#ring = undefined))
    }
    return this.#ring
  }
}

/** Far above the length of our tokens; longer text is not hashed. */
const LENGTH_MAX = 4096
/** Only valid tokens are added, so forged ones cannot fill the cache. */
const KNOWN_MAX = 10_000

const CLAIMS = ['exp', 'iat', 'sub', 'client_id', 'jti', 'scope', 'grant_id']

export class AccessTokens {
  readonly #issuer: string
  readonly #keys: SigningKeyCache
  #ring: KeyRing | undefined
  readonly #known = new BoundedMap<string, AccessTokenClaims>(KNOWN_MAX)

  constructor(issuer: string, keys: SigningKeyCache) {
    this.#issuer = issuer
    this.#keys = keys
  }

  async sign(claims: AccessTokenClaims, now: Date): Promise<string> {
    return (await this.#keys.read(now)).sign(ACCESS_TOKEN_HEADER, claims)
  }

  /** The claims of a token that this server signed and that is valid now (RFC 9068 4); `undefined` for any other token. */
  async verify(token: string, now: Date): Promise<AccessTokenClaims | undefined> {
    if (token.length > LENGTH_MAX) return undefined
    const ring = await this.#keys.read(now)
    if (ring !== this.#ring) this.#known.clear()
    this.#ring = ring
    const hash = hashToken(token)
    const known = this.#known.get(hash)
    if (known) return known.exp > Math.floor(now.getTime() / 1000) ? known : undefined
    const { typ } = ACCESS_TOKEN_HEADER
    const expected = { typ, issuer: this.#issuer, audience: this.#issuer, claims: CLAIMS, now }
    const claims = (await ring.verify(token, expected)) as AccessTokenClaims | undefined
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

/** Creates a signing key if there is none. */
export async function ensureKey(database: Database, now: Date): Promise<void> {
  if (await database.read(tx => isAnyInUse(tx, now))) return
  const made = await newSigningKey()
  await database.unit(async tx => {
    guardKeys(tx)
    // of several servers that start at the same time, the first one creates it
    if (!(await isAnyInUse(tx, now))) signWith(tx, made, now)
  })
}

async function isAnyInUse(tx: Tx, now: Date): Promise<boolean> {
  return (await store.listKidsInUse(tx, now)) !== ''
}

/** Serializes changes of the key that signs. */
function guardKeys(tx: Tx): void {
  tx.guard(null, 'signing_keys')
}

function signWith(tx: Tx, made: SigningKey, now: Date): void {
  const created_at = now.toISOString()
  store.insertKey(tx, { ...made, id: made.public_key.kid, status: 'active', created_at, retired_at: null })
}

interface Rotation {
  /** The new signing key. */
  kid: string
  /** Until when tokens of the older keys are valid. */
  others_until: Date
}

/**
 * Creates a key that signs from now on. Older keys verify until every token that they signed has expired; with `at_once`, for a
 * leaked key, they verify nothing from now on.
 */
export async function rotateKeys(database: Pick<Database, 'unit'>, now: Date, at_once = false): Promise<Rotation> {
  // created before the transaction: it is slow and would block other writes
  const made = await newSigningKey()
  const others_until = at_once ? now : new Date(now.getTime() + RETIRING_MS)
  await database.unit(async tx => {
    guardKeys(tx)
    store.retireKeys(tx, others_until.toISOString())
    signWith(tx, made, now)
    const facts = { object_id: made.public_key.kid, name: null, changes: { at_once: [null, at_once] } } as const
    await recordServerEvent(tx, { type: 'oauth_key.rotated', at: now, ...facts })
  })
  return { kid: made.public_key.kid, others_until }
}
