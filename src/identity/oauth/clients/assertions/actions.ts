// Verifies the assertions of clients before the transaction: signatures are slow, and keys may have to be fetched.
import { countAttempt } from '../../../../base/rate-limits/store.ts'
import { claimsSignedBy } from '../../../../base/secrets/client-jwt.ts'
import { hashToken } from '../../../../base/secrets/tokens.ts'
import type { Database } from '../../../../base/store/database.ts'
import type { SteadyClock } from '../../../../base/store/steady-clock.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { clientUnauthenticated } from '../../refusals.ts'
import { saveUse } from '../../store/used-once.ts'
import { findClient, saveClientKeys } from '../../store/clients.ts'
import type { ClientDocuments } from '../documents/actions.ts'
import { SIGNATURE_ALGORITHMS } from '../../algorithms.ts'
import { type ClientKey, type ClientKeys, keysFor } from '../keys.ts'
import type { Client } from '../rules.ts'
import { assertionUse, signedWith } from './rules.ts'

interface AssertionParts {
  database: Pick<Database, 'unit' | 'read'>
  clock: Pick<SteadyClock, 'now'>
  issuer: string
  documents: ClientDocuments | undefined
}

const MINUTE_MS = 60_000
const REFUSED = 'The client_assertion has expired or has an invalid signature.'

export class ClientAssertions {
  readonly #parts: AssertionParts

  constructor(parts: AssertionParts) {
    this.#parts = parts
  }

  /**
   * Verifies an assertion and marks it as used. `false`: the client has no keys to verify it with. Throws the 401 for an
   * invalid assertion.
   */
  async verify(assertion: string, client: Client): Promise<boolean> {
    const { database, clock, issuer } = this.#parts
    const { jwks, client_id } = client
    if (jwks === null) return false
    const now = clock.now()
    const keys = await this.#keysOf({ ...client, jwks }, signedWith(assertion), now)
    const claims = await claimsSignedBy(keys, assertion, { algorithms: SIGNATURE_ALGORITHMS, now })
    if (!claims) throw clientUnauthenticated(REFUSED)
    const use = assertionUse(claims, { issuer, now })
    if ('fault' in use) throw clientUnauthenticated(use.fault)
    const used_hash = hashToken(`assertion ${client_id} ${use.jti}`)
    const used = { used_hash, expires_at: use.expires_at.toISOString() }
    if (await database.unit(tx => saveUse(tx, used))) return true
    throw clientUnauthenticated('The client_assertion was already used. Create one with a new jti for each request.')
  }

  /** The keys that may have signed; fetched again from the client's `jwks_uri` if no key has this id. */
  async #keysOf(
    { client_id, jwks, jwks_uri }: Client & { jwks: ClientKeys },
    signed: { alg: string; kid: string | undefined },
    now: Date,
  ): Promise<ClientKey[]> {
    const { database, documents } = this.#parts
    const isKnown = signed.kid === undefined || jwks.keys.some(({ kid }) => kid === signed.kid)
    if (isKnown || jwks_uri === null || !documents) return keysFor(jwks, signed)
    // any client can name an unknown key
    const limit = { key: `keys of ${client_id}`, tries: 1 }
    const { wait_ms } = await database.unit(tx => countAttempt({ tx, now }, [limit], MINUTE_MS))
    if (wait_ms > 0) return []
    const read = await this.#reread(documents, client_id, jwks_uri)
    if (!read) return []
    await database.unit(async tx => {
      const stored = await findClient(tx, client_id)
      if (stored?.jwks_uri === jwks_uri) saveClientKeys(tx, { id: stored.id, jwks: read })
    })
    return keysFor(read, signed)
  }

  /** `undefined`: the keys cannot be read now, and the stored ones remain. */
  async #reread(documents: ClientDocuments, client_id: string, jwks_uri: string): Promise<ClientKeys | undefined> {
    try {
      return await documents.rereadKeys(client_id, jwks_uri)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}
