// The part of signing (DKIM) that runs in threads: hashes bodies and signs emails sequentially.
import { createHash } from 'node:crypto'
import type { MessagePort } from 'node:worker_threads'
import { bodyHash, signatureLines, type SigningDomain } from '../net/dkim-signatures.ts'
import { RelaxedBody } from '../text/dkim.ts'

/**
 * `bytes`: for each email its head and, unless `body` is the hash of the body, the body; `body` is its length then.
 * `signer`: the index of its domain in `signers`.
 */
export interface MailsToSign {
  bytes: Uint8Array
  signers: readonly SigningDomain[]
  mails: readonly { signer: number; head_bytes: number; body: number | string; signed_ms: number }[]
}

export function signMails({ bytes, signers, mails }: MailsToSign): { lines: string[] } {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const next = (length: number): Buffer => all.subarray(at, (at += length))
  const lines = mails.map(({ signer, head_bytes, body, signed_ms }) => {
    const head = next(head_bytes).toString('latin1')
    const body_hash = typeof body === 'string' ? body : bodyHash(next(body))
    return signatureLines({ head, body_hash, signed: new Date(signed_ms) }, signers[signer]!)
  })
  return { lines }
}

/** Hashes the chunks received through the port, up to an empty one. It confirms each, so that the next one is sent. */
export function hashPieces(port: MessagePort): Promise<{ hash: string }> {
  const hash = createHash('sha256')
  const relaxed = new RelaxedBody()
  return new Promise((resolve, reject) => {
    port.on('close', () => reject(new Error('The body is incomplete')))
    port.on('message', (piece: Uint8Array) => {
      const isLast = piece.length === 0
      hash.update(relaxed.take(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength), isLast))
      if (isLast) return resolve({ hash: hash.digest('base64') })
      port.postMessage(null)
    })
  })
}
