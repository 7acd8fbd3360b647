// The addresses at which we hear of an email again, after it was handed over: each names its email, and cannot be forged.
// Reports of delivery and complaints come to the return path (the sender of the envelope).
//
//   bounces+<token>@<host>   token: the email's id (16 bytes), an HMAC of it (5) and one of it and a recipient (5), in base32
//
// A recipient learns the token of their mail, and must not bounce it for others: a token is good for the one recipient that
// it was made for, and each recipient is handed the mail under one of their own.
//
// Servers on the way may write a local part in upper or lower case, and 64 characters are what it may have (RFC 5321
// 4.5.3.1.1): hence base32, and a code of 80 bits, too long to guess over SMTP in the weeks in which it is good.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { bytesOfUuids, UUID_BYTES, uuidAt } from '../../base/text/uuids.ts'

/** The name of the server's secret for them. */
export const RETURN_PATHS = 'return_paths'

/** Of each of the two codes. */
const MAC_BYTES = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_CHARACTERS = Math.ceil(((UUID_BYTES + 2 * MAC_BYTES) * 8) / 5)
const ADDRESS = /^bounces\+([a-z2-7]+)@/i

/** After an email was accepted, it can be scheduled for 30 days later and tried for 5; the rest is for who reports late. */
const GOOD_FOR_MS = 60 * 24 * 3_600_000

/** Whether what comes to the addresses of an email that was accepted then still counts. */
export function isStillHeard(accepted_at: string, now: Date): boolean {
  return now.getTime() - Date.parse(accepted_at) <= GOOD_FOR_MS
}

/** What an address of ours names. */
export interface NamedEmail {
  email_id: string
  /** Whether what comes to the address is about this recipient. */
  reaches(recipient: string): boolean
}

export class ReturnPaths {
  readonly #secret: string

  /** `secret`: a server's secret that is used for nothing else. */
  constructor(secret: string) {
    this.#secret = secret
  }

  /** The sender of the envelope under which an email goes out to a recipient. `host`: whose mail comes to us. */
  returnPathOf(email_id: string, host: string, recipient: string): string {
    const id = bytesOfUuids(email_id)
    return `bounces+${textOf(Buffer.concat([id, this.#mac(id), this.#mac(id, recipient.toLowerCase())]))}@${host}`
  }

  /** The email that an address of ours names; `undefined` for any that we did not make. */
  namedBy(address: string): NamedEmail | undefined {
    const token = ADDRESS.exec(address)?.[1]
    const bytes = token?.length !== TOKEN_CHARACTERS ? undefined : bytesOf(token.toLowerCase())
    if (!bytes) return undefined
    const id = bytes.subarray(0, UUID_BYTES)
    const about = bytes.subarray(UUID_BYTES + MAC_BYTES)
    if (!timingSafeEqual(this.#mac(id), bytes.subarray(UUID_BYTES, UUID_BYTES + MAC_BYTES))) return undefined
    return {
      email_id: uuidAt(id),
      reaches: recipient => timingSafeEqual(this.#mac(id, recipient.toLowerCase()), about),
    }
  }

  /** `about` a recipient, or the email as a whole. */
  #mac(id: Buffer, about = ''): Buffer {
    return createHmac('sha256', this.#secret).update(id).update(about).digest().subarray(0, MAC_BYTES)
  }
}

function textOf(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + LETTERS[(held << (5 - bits)) & 31] : text
}

/** Nothing for a text that is no way in which these bytes are written. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.alloc(UUID_BYTES + 2 * MAC_BYTES)
  let [at, bits, held] = [0, 0, 0]
  for (const letter of text) {
    held = (held << 5) | LETTERS.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = held >> bits
    held &= (1 << bits) - 1
  }
  return held === 0 ? bytes : undefined
}
