// The addresses at which we hear of an email again, after it was handed over: each names its email, and nobody else can make
// one. Reports of delivery come to the return path (the sender of the envelope), complaints to the feedback address.
//
//   bounces+<token>@<host>   token: the email's id (16 bytes), an HMAC of it (5) and one of whom it is about (5), in base32
//
// Whoever gets a mail learns its token, and must not bounce it for others: of one that is handed over for one recipient the
// token is good for that one. Recipients of one hand-over have one token: it is good for those at their domain, or for all
// where they are at several.
//
// Servers on the way may write a local part in upper or lower case, and 64 characters are what it may have (RFC 5321
// 4.5.3.1.1): hence base32, and a code of 80 bits, which nobody guesses over SMTP in the weeks in which it is good.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { domainOf } from '../text/addresses.ts'
import { bytesOfUuids, UUID_BYTES, uuidAt } from '../text/uuids.ts'

/** The name of the server's secret for them. */
export const RETURN_PATHS = 'return_paths'

const MAC_BYTES = 10
const HALF_BYTES = MAC_BYTES / 2
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_CHARACTERS = Math.ceil(((UUID_BYTES + MAC_BYTES) * 8) / 5)
const ADDRESS = /^(?:bounces|feedback)\+([a-z2-7]+)@/i

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

  /** The sender of the envelope under which an email goes out. `host`: whose mail comes to us. `about`: the only recipient, or the domain of all. */
  returnPathOf(email_id: string, host: string, about?: string): string {
    return `bounces+${this.#tokenOf(email_id, about)}@${host}`
  }

  /** Where complaints about an email go (RFC 9477). */
  feedbackAddressOf(email_id: string, host: string): string {
    return `feedback+${this.#tokenOf(email_id)}@${host}`
  }

  /** The email that an address of ours names; `undefined` for any that we did not make. */
  namedBy(address: string): NamedEmail | undefined {
    const token = ADDRESS.exec(address)?.[1]
    const bytes = token?.length !== TOKEN_CHARACTERS ? undefined : bytesOf(token.toLowerCase())
    if (!bytes) return undefined
    const id = bytes.subarray(0, UUID_BYTES)
    const [ofId, ofAll] = [this.#mac(id).subarray(0, HALF_BYTES), this.#mac(id).subarray(HALF_BYTES, MAC_BYTES)]
    const about = bytes.subarray(UUID_BYTES + HALF_BYTES)
    if (!timingSafeEqual(ofId, bytes.subarray(UUID_BYTES, UUID_BYTES + HALF_BYTES))) return undefined
    const isOfAll = timingSafeEqual(ofAll, about)
    return {
      email_id: uuidAt(id),
      reaches: recipient => {
        const isOf = (one: string): boolean => timingSafeEqual(this.#mac(id, one).subarray(0, HALF_BYTES), about)
        return isOfAll || isOf(recipient.toLowerCase()) || isOf(domainOf(recipient).toLowerCase())
      },
    }
  }

  #tokenOf(email_id: string, about?: string): string {
    const id = bytesOfUuids(email_id)
    const mac = this.#mac(id)
    if (about === undefined) return textOf(Buffer.concat([id, mac.subarray(0, MAC_BYTES)]))
    return textOf(
      Buffer.concat([id, mac.subarray(0, HALF_BYTES), this.#mac(id, about.toLowerCase()).subarray(0, HALF_BYTES)]),
    )
  }

  #mac(id: Buffer, about = ''): Buffer {
    return createHmac('sha256', this.#secret).update(id).update(about).digest()
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
  const bytes = Buffer.alloc(UUID_BYTES + MAC_BYTES)
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
