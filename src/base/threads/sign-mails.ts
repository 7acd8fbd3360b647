// The thread's side of signatures: hashes bodies and signs, one mail after the other.
import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { bodyHash, signatureLines } from '../net/dkim-signatures.ts'
import { RelaxedBody } from '../text/dkim.ts'
import type { Input, Output } from './tasks.ts'

export function signMails({ bytes, signers, mails }: Input<'sign_mails'>): Output<'sign_mails'> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const next = (length: number): Buffer => all.subarray(at, (at += length))
  const lines = mails.map(({ signer, head_bytes, body, signed_ms }) => {
    const head = next(head_bytes).toString('latin1')
    const hash = typeof body === 'string' ? body : bodyHash(next(body))
    return signatureLines(head, hash, signers[signer]!, new Date(signed_ms))
  })
  return { lines }
}

/** Takes pieces from the port until there is an empty one, and says of each that it may be followed by another. */
export function hashPieces(port: MessagePort): Promise<Output<'hash_body'>> {
  const hash = createHash('sha256')
  const relaxed = new RelaxedBody()
  return new Promise((resolve, reject) => {
    port.on('close', () => reject(new Error('The rest of a body did not come')))
    port.on('message', (piece: Uint8Array) => {
      const isLast = piece.length === 0
      hash.update(relaxed.take(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), isLast))
      if (isLast) return resolve({ hash: hash.digest('base64') })
      port.postMessage(null)
    })
  })
}
