// Creates the DKIM signatures of a message, one for each key of its domain. An RSA signature takes a quarter of a
// millisecond, so signing runs in threads (threads/signatures.ts).
import { hash, type KeyObject, sign } from 'node:crypto'
import { dkimSignatureOf, isRelaxed, RelaxedBody, selectSignedHeaders } from '../text/dkim.ts'

export interface SigningDomain {
  domain: string
  keys: readonly { algorithm: 'rsa' | 'ed25519'; selector: string; key: KeyObject }[]
}

interface ToSign {
  /** The header of the message, in latin1. */
  head: string
  body_hash: string
  signed: Date
}

/** The `DKIM-Signature` header lines, which precede all others. */
export function signatureLines({ head, body_hash, signed }: ToSign, { domain, keys }: SigningDomain): string {
  const headers = selectSignedHeaders(head)
  const lines = keys.map(({ algorithm, selector, key }) => {
    const { data, finish } = dkimSignatureOf(headers, { domain, selector, algorithm, body_hash, signed })
    const bytes = Buffer.from(data, 'latin1')
    // RFC 8463 3: Ed25519 signs the hash of the data
    const signature =
      algorithm === 'rsa' ? sign('sha256', bytes, key) : sign(null, hash('sha256', bytes, 'buffer'), key)
    return finish(signature.toString('base64'))
  })
  return lines.join('')
}

export function bodyHash(body: Buffer): string {
  return hash('sha256', isRelaxed(body) ? body : new RelaxedBody().take(body, true), 'base64')
}
