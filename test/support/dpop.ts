// Keys of clients, and DPoP proofs made with them; by a library, so that our own code does not judge itself.
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
  /** A path of the server, or a whole URL. */
  path: string
  /** The access token that the proof comes with. */
  token?: string
  /** More claims, or other ones; `undefined` leaves one out. */
  claims?: Record<string, unknown>
  /** The same for the header. */
  header?: Record<string, unknown>
}

/** A good proof but for what `given` says. */
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

/** Calls the API with a bound token and a proof; a good one unless `given` says otherwise. */
export async function callBound(
  server: TestServer,
  key: DpopKey,
  { token, method = 'GET', path = '/api-keys', ...given }: Partial<ProofOf> & { token: string },
): Promise<Reply> {
  const dpop = await aProof(server, key, { method, path, token, ...given })
  return server.call(method, path, { key: null, headers: { authorization: `DPoP ${token}`, dpop } })
}
