// Keys of RSA that are made already: each takes a tenth of a second of a core and more, and most tests only need some.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DkimKeyPair } from '../../src/base/secrets/dkim-keys.ts'

let stored: Buffer[] | undefined
let taken = 0

/** How many were taken up to now. */
export const keysTaken = (): number => taken

/** One of each kind, as the product has them. */
export async function newDkimKeyPairs(): Promise<DkimKeyPair[]> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  const public_key = publicKey.subarray(-32).toString('base64')
  return [takeRsaKey(), { algorithm: 'ed25519', public_key, private_key: privateKey }]
}

/** The next one; they begin anew when all were taken, so that those of a domain differ from each other. */
function takeRsaKey(): DkimKeyPair {
  stored ??= readFileSync(new URL('dkim-test-keys.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => Buffer.from(line, 'base64'))
  // copied, as who seals a key may wipe it
  const private_key = Buffer.from(stored[taken++ % stored.length]!)
  const key = createPublicKey(createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' }))
  return {
    algorithm: 'rsa',
    public_key: key.export({ format: 'der', type: 'spki' }).toString('base64'),
    private_key,
  }
}
