// Pregenerated RSA keys: generating one takes a tenth of a second of CPU or more, and most tests need any key.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DkimKeyPair } from '../../src/base/secrets/dkim-keys.ts'

let stored: Buffer[] | undefined
let taken = 0

/** The number of keys used so far. */
export const countUsedKeys = (): number => taken

/** One key pair of each kind that the product uses. */
export async function newDkimKeyPairs(): Promise<DkimKeyPair[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const public_key = publicKey.subarray(-32).toString('base64')
  return [takeRsaKey(), { algorithm: 'ed25519', public_key, private_key: privateKey }]
}

/** The next key; starts over when all are used. The keys of one domain therefore differ. */
function takeRsaKey(): DkimKeyPair {
  stored ??= readFileSync(new URL('dkim-test-keys.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => Buffer.from(line, 'base64'))
  // a copy, because sealing a key may wipe the buffer
  const private_key = Buffer.from(stored[taken++ % stored.length]!)
  const key = createPublicKey(createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' }))
  return {
    algorithm: 'rsa',
    public_key: key.export({ format: 'der', type: 'spki' }).toString('base64'),
    private_key,
  }
}
