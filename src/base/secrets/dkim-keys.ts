// Creates key pairs for signing email (DKIM). Does not block the event loop: an RSA pair takes a tenth of a second or more.
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

export interface DkimKeyPair {
  algorithm: 'rsa' | 'ed25519'
  /** The form in DNS: for RSA with the name of its algorithm (RFC 6376 3.6.1), for Ed25519 the bare key (RFC 8463 4.2). */
  public_key: string
  /** PKCS #8 */
  private_key: Buffer
}

const generate = promisify(generateKeyPair)
const MODULUS_BITS = 2048
const ED25519_BYTES = 32

/** One RSA and one Ed25519 key pair. */
export function newDkimKeyPairs(): Promise<DkimKeyPair[]> {
  return Promise.all([rsa(), ed25519()])
}

async function rsa(): Promise<DkimKeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { algorithm: 'rsa', public_key: publicKey.toString('base64'), private_key: privateKey }
}

async function ed25519(): Promise<DkimKeyPair> {
  const { publicKey, privateKey } = await generate('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const public_key = publicKey.subarray(-ED25519_BYTES).toString('base64')
  return { algorithm: 'ed25519', public_key, private_key: privateKey }
}
