// Signatures of a message (DKIM), one by each key of its domain. One of RSA takes a quarter of a millisecond: threads make
// them (threads/signatures.ts).
import { createHash, type KeyObject, sign } from 'node:crypto'
import { dkimOf, RelaxedBodyHash } from '../text/dkim.ts'

export interface SigningDomain {
  domain: string
  keys: readonly { algorithm: 'rsa' | 'ed25519'; selector: string; key: KeyObject }[]
}

/** The header lines that stand before the others. `head`: those of the message, in latin1. */
export function signatureLines(head: string, body_hash: string, { domain, keys }: SigningDomain, signed: Date): string {
  const lines = keys.map(({ algorithm, selector, key }) => {
    const { data, finish } = dkimOf(head, { domain, selector, algorithm, body_hash, signed })
    const bytes = Buffer.from(data, 'latin1')
    // RFC 8463 3: what Ed25519 signs is the hash
    const signature =
      algorithm === 'rsa' ? sign('sha256', bytes, key) : sign(null, createHash('sha256').update(bytes).digest(), key)
    return finish(signature.toString('base64'))
  })
  return lines.join('')
}

export function bodyHash(body: Buffer): string {
  const hash = new RelaxedBodyHash()
  hash.update(body)
  return hash.digest()
}
