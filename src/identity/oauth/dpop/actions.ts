// Checks DPoP proofs, and stores that they were used.
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyObject } from 'node:crypto'
import { BoundedMap } from '../../../base/limits/bounded-map.ts'
import type { RawRequest } from '../../../base/operation/operation.ts'
import type { Database, Tx } from '../../../base/store/database.ts'
import { oauthRefusal } from '../refusals.ts'
import { type SingleUseRecord, saveUse } from '../store/used-once.ts'
import { DpopRefusal, ProofFault } from './fault.ts'
import type { SignatureAlgorithm } from '../algorithms.ts'
import { importKey, isSignedBy } from './keys.ts'
import { checkProofClaims, parseJwtHeader, normalizeUri, parseProofHeader } from './proof.ts'

/** Each takes 2 kB, and up to 4 kB for its text. */
const SIGNERS_MAX = 2000

/** The first part of a proof, which is the same in each proof of a client. */
interface Signer {
  alg: SignatureAlgorithm
  jkt: string
  key: KeyObject
}

/** The request that contains a proof. */
export interface ProvenRequest {
  method?: string | undefined
  /** The path, with or without a query. */
  url?: string | undefined
  headers: IncomingHttpHeaders
}

/** An access token that was sent with DPoP. `proven`: its proof was checked before. `now`: the wall clock. */
export interface DpopToken {
  request: ProvenRequest | 'proven' | undefined
  now: Date
}

/** A valid proof. It must be stored as used before the request takes effect. */
export interface VerifiedProof {
  /** The thumbprint of its key. */
  jkt: string
  used: SingleUseRecord
}

export class ProofVerifier {
  readonly #issuer: string
  /** By the first part. Parsing it again and importing its key takes 60 µs. Only keys with a verified signature are added. */
  readonly #signers = new BoundedMap<string, Signer>(SIGNERS_MAX)

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** Checks everything except whether the proof was used before. Throws a `ProofFault`. `now`: the wall clock. */
  check(
    { method = '', url = '', headers: { dpop } }: ProvenRequest,
    token: string | undefined,
    now: Date,
  ): VerifiedProof {
    const { head, body, signature } = parseJwtHeader(dpop as string | undefined)
    const by = this.#signers.get(head) ?? signerIn(head)
    // RFC 9449 4.3: compared with the public URL, because the caller controls the Host header
    const htu = normalizeUri(`${this.#issuer}${url}`) ?? ''
    const used = checkProofClaims(by.jkt, body, { method, htu, token, now })
    if (!isSignedBy(by.key, by.alg, `${head}.${body}`, signature)) {
      throw new ProofFault('The signature of the DPoP proof does not match its jwk.')
    }
    this.#signers.set(head, by)
    return { jkt: by.jkt, used }
  }

  /** Stores that the proof was used. Throws a `ProofFault` if it was used before. */
  async use(tx: Tx, { used }: VerifiedProof): Promise<void> {
    if (!(await saveUse(tx, used)))
      throw new ProofFault('The DPoP proof was already used. Create one for each request.')
  }

  /**
   * Checks how an access token was sent. Refuses (401) a bound token sent as Bearer, an unbound token sent with DPoP, and an
   * invalid proof.
   */
  async checkToken(
    database: Pick<Database, 'unit'>,
    { token, jkt }: { token: string; jkt: string | undefined },
    shown: DpopToken | undefined,
  ): Promise<void> {
    if (!shown) {
      if (jkt === undefined) return
      // RFC 9449 7.2
      throw new DpopRefusal(
        'invalid_token',
        'The access token is bound to a key. Send `Authorization: DPoP` and a proof.',
      )
    }
    if (jkt === undefined) {
      throw new DpopRefusal('invalid_token', 'The access token is not bound to a key. Send `Authorization: Bearer`.')
    }
    if (shown.request === 'proven') return
    try {
      const proof = this.check(shown.request ?? { headers: {} }, token, shown.now)
      if (proof.jkt !== jkt) {
        throw new DpopRefusal('invalid_token', 'The access token is bound to a different key than the DPoP proof.')
      }
      await database.unit(tx => this.use(tx, proof))
    } catch (error) {
      if (error instanceof ProofFault) throw new DpopRefusal('invalid_dpop_proof', error.message)
      throw error
    }
  }

  /**
   * For an endpoint of the authorization server, in the transaction of its request: the thumbprint of the proven key;
   * `undefined` without a DPoP header. Refuses (400) an invalid proof. `url`: the path of the endpoint.
   */
  async keyOf({ tx, raw, now }: { tx: Tx; raw: RawRequest; now: Date }, url: string): Promise<string | undefined> {
    if (raw.dpop === undefined) return undefined
    try {
      const proof = this.check({ method: 'POST', url, headers: { dpop: raw.dpop } }, undefined, now)
      await this.use(tx, proof)
      return proof.jkt
    } catch (error) {
      if (error instanceof ProofFault) throw oauthRefusal('invalid_dpop_proof', error.message)
      throw error
    }
  }
}

function signerIn(head: string): Signer {
  const { alg, key } = parseProofHeader(head)
  return { alg, jkt: key.jkt, key: importKey(key) }
}
