// Signs messages (DKIM). The signatures are made in the thread pool: one of RSA takes a quarter of a millisecond, which
// would hold up the event loop for everybody.
import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { dkimOf, RelaxedBodyHash } from '../text/dkim.ts'
import type { MailMessage } from './mail-message.ts'

export interface SigningDomain {
  domain: string
  keys: readonly { algorithm: 'rsa' | 'ed25519'; selector: string; key: KeyObject }[]
}

const signIn = promisify<string | null, Buffer, KeyObject, Buffer>(sign)

/** So much of a body is looked at before others have their turn. */
const PIECE_BYTES = 65_536

/** The message with a signature by each key in front. */
export async function signMessage(
  message: MailMessage,
  { domain, keys }: SigningDomain,
  now: Date,
): Promise<MailMessage> {
  const body_hash = await hashBody(message.body)
  const head = message.head.toString('latin1')
  const headers = await Promise.all(
    keys.map(async ({ algorithm, selector, key }) => {
      const { data, finish } = dkimOf(head, { domain, selector, algorithm, body_hash, signed: now })
      const bytes = Buffer.from(data, 'latin1')
      // RFC 8463 3: what Ed25519 signs is the hash
      const signature =
        algorithm === 'rsa'
          ? await signIn('sha256', bytes, key)
          : await signIn(null, createHash('sha256').update(bytes).digest(), key)
      return finish(signature.toString('base64'))
    }),
  )
  const front = Buffer.from(headers.join(''), 'latin1')
  return { ...message, head: Buffer.concat([front, message.head]), bytes: message.bytes + front.length }
}

async function hashBody(body: MailMessage['body']): Promise<string> {
  const hash = new RelaxedBodyHash()
  if (Buffer.isBuffer(body)) {
    for (let at = 0; at < body.length; at += PIECE_BYTES) {
      if (at > 0) await turnEnds()
      hash.update(body.subarray(at, at + PIECE_BYTES))
    }
  } else for await (const piece of body()) hash.update(piece)
  return hash.digest()
}

function turnEnds(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}
