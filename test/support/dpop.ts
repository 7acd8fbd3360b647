// Keys of clients and their DPoP proofs, created with a library so that the tests do not depend on our own code.
import { createHash, randomUUID } from 'node:crypto'
import { type CryptoKey, type JWK, SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { Reply, TestServer } from './server.ts'

export interface DpopKey {
  alg: string
  private_key: CryptoKey
  jwk: JWK
  jkt: string
}

export async function aKey(alg = 'ES256', options: { modulusLength?: number } = {}): Promise<DpopKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, ...options })
  const jwk = await exportJWK(publicKey)
  return { alg, private_key: privateKey, jwk, jkt: await calculateJwkThumbprint(jwk) }
}

export interface ProofOf {
  method?: string
  /** A path of the server, or a full URL. */
  path: string
  /** The access token of the request. */
  token?: string
  /** Additional or changed claims; `undefined` omits one. */
  claims?: Record<string, unknown>
  /** Additional or changed header parameters. */
  header?: Record<string, unknown>
}

/** A proof that is valid except for the values in `given`. */
export function aProof(
  { url, now }: Pick<TestServer, 'url' | 'now'>,
  { alg, private_key, jwk }: DpopKey,
  { method = 'POST', path, token, claims = {}, header = {} }: ProofOf,
): Promise<string> {
  const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }
  const htu = path.startsWith('/') ? url + path : path
  const body = { jti: randomUUID(), htm: method, htu, iat: Math.floor(now().getTime() / 1000), ...ath, ...claims }
  return new SignJWT(body).setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header }).sign(private_key)
}

/** Calls the API with a bound token and a proof, valid except for the values in `given`. */
export async function callBound(
  server: TestServer,
  key: DpopKey,
  { token, method = 'GET', path = '/api-keys', ...given }: Partial<ProofOf> & { token: string },
): Promise<Reply> {
  const dpop = await aProof(server, key, { method, path, token, ...given })
  return server.call(method, path, { key: null, headers: { authorization: `DPoP ${token}`, dpop } })
}
