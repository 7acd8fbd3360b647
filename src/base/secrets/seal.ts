// Seals data that clients store and send back. It is encrypted, so that they cannot read it, and authenticated, so that
// they cannot forge or change it. AES-256-GCM with our own key.
//
//   version (1 byte) | sealed at, ms (6) | nonce (12) | ciphertext | tag (16), in base64url; the first 7 are authenticated
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const HEAD_BYTES = 7
const NONCE_BYTES = 12
const TAG_BYTES = 16
const DAY_MS = 24 * 3_600_000

interface OpenedSeal {
  /** The nonce, which no two seals share. */
  id: string
  value: Buffer
  sealed_at: Date
}

export class Seal {
  readonly #secret: string
  #day = -1
  #key = Buffer.alloc(0)
  #nonces = Buffer.alloc(0)

  /** `secret`: a server secret with no other use. */
  constructor(secret: string) {
    this.#secret = secret
  }

  seal(value: Buffer, now: Date): string {
    const head = Buffer.allocUnsafe(HEAD_BYTES)
    head.writeUInt8(VERSION, 0)
    head.writeUIntBE(now.getTime(), 1, HEAD_BYTES - 1)
    const nonce = this.#nonce()
    const cipher = createCipheriv(CIPHER, this.#keyOf(now.getTime()), nonce).setAAD(head)
    const text = cipher.update(value)
    cipher.final()
    return Buffer.concat([head, nonce, text, cipher.getAuthTag()]).toString('base64url')
  }

  /** The sealed value, its time and its id; `undefined` for any text that this server has not sealed. */
  open(text: string): OpenedSeal | undefined {
    const bytes = Buffer.from(text, 'base64url')
    // only one spelling of a seal is accepted, so that a second one cannot pass for another seal
    if (bytes.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return undefined
    if (bytes[0] !== VERSION) return undefined
    const [head, nonce] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES)]
    const at_ms = head.readUIntBE(1, HEAD_BYTES - 1)
    const decipher = createDecipheriv(CIPHER, this.#keyOf(at_ms), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(head).setAuthTag(bytes.subarray(-TAG_BYTES))
    const value = decipher.update(bytes.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      return undefined
    }
    return { id: nonce.toString('base64url'), value, sealed_at: new Date(at_ms) }
  }

  /** Each nonce is used once. Fetching many random bytes at a time costs a fifth of fetching them for each nonce. */
  #nonce(): Buffer {
    if (this.#nonces.length === 0) this.#nonces = randomBytes(NONCE_BYTES * 256)
    const nonce = this.#nonces.subarray(0, NONCE_BYTES)
    this.#nonces = this.#nonces.subarray(NONCE_BYTES)
    return nonce
  }

  /** A separate key for each day: random nonces must not come near 2^32 under one key (NIST SP 800-38D 8.3). */
  #keyOf(at_ms: number): Buffer {
    const day = Math.floor(at_ms / DAY_MS)
    if (day === this.#day) return this.#key
    this.#day = day
    return (this.#key = createHmac('sha256', this.#secret).update(`seal ${day}`).digest())
  }
}
