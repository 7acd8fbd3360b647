// Return paths (envelope senders): the addresses that receive bounces and complaints about an email. Each names its
// email and cannot be forged.
//
// bounces+<token>@<host>   token: the email's id (16 bytes), an HMAC of it (5) and one of it and a recipient (5), in
// base32
//
// A recipient sees the token of their email and must not be able to report a bounce for other recipients. Therefore a
// token is valid for one recipient, and each recipient is sent the email under a separate token.
//
// Servers on the way may change the case of a local part, which has at most 64 characters (RFC 5321 4.5.3.1.1). Hence
// base32, and codes of 80 bits, which cannot be guessed over SMTP in the weeks in which a token is valid.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { packUuids, UUID_BYTES, readUuid } from '../../base/text/uuids.ts'

/** The name of the server's secret for return paths. */
export const RETURN_PATHS = 'return_paths'

/** Length of each of the two HMACs. */
const MAC_BYTES = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_CHARACTERS = Math.ceil(((UUID_BYTES + 2 * MAC_BYTES) * 8) / 5)
const ADDRESS = /^bounces\+([a-z2-7]+)@/i

/**
 * How long reports are accepted: an email can be scheduled 30 days ahead and retried for 5 days; the rest is for late
 * reports.
 */
const GOOD_FOR_MS = 60 * 24 * 3_600_000

/** Whether reports about an email that was accepted at this time are still accepted. */
export function acceptsReports(accepted_at: string, now: Date): boolean {
  return now.getTime() - Date.parse(accepted_at) <= GOOD_FOR_MS
}

/** The email that a return path names. */
export interface ReturnPathTarget {
  email_id: string
  /** Whether the address was created for this recipient. */
  reaches(recipient: string): boolean
}

export class ReturnPaths {
  readonly #secret: string

  /** `secret`: a secret of the server that is used only for return paths. */
  constructor(secret: string) {
    this.#secret = secret
  }

  /** The envelope sender of an email to one recipient. `host`: a name whose mail this server receives. */
  returnPathOf(email_id: string, host: string, recipient: string): string {
    const id = packUuids(email_id)
    return `bounces+${textOf(Buffer.concat([id, this.#mac(id), this.#mac(id, recipient.toLowerCase())]))}@${host}`
  }

  /** The email that a return path names; `undefined` if this server did not create the address. */
  parse(address: string): ReturnPathTarget | undefined {
    const token = ADDRESS.exec(address)?.[1]
    const bytes = token?.length !== TOKEN_CHARACTERS ? undefined : bytesOf(token.toLowerCase())
    if (!bytes) return undefined
    const id = bytes.subarray(0, UUID_BYTES)
    const about = bytes.subarray(UUID_BYTES + MAC_BYTES)
    if (!timingSafeEqual(this.#mac(id), bytes.subarray(UUID_BYTES, UUID_BYTES + MAC_BYTES))) return undefined
    return {
      email_id: readUuid(id),
      reaches: recipient => timingSafeEqual(this.#mac(id, recipient.toLowerCase()), about),
    }
  }

  /** `about`: a recipient; empty for the email as a whole. */
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

/** Decodes a token; `undefined` if it is not canonical base32. */
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
