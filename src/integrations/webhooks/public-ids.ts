// Public ids of events and attempts: 20 bytes in base 62, the form that receivers of webhooks expect. The bytes are the
// UUID of the row and four zeros, so that no column has to store them, and the ids sort by time like the UUIDs.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 27
/** Digits that fit into a number (2^53): faster than one `BigInt` division for each. */
const AT_ONCE = 8
const PART = 62n ** BigInt(AT_ONCE)
/** Four zero bytes. */
const BELOW = 2n ** 32n
const UUID_END = 2n ** 128n

export type PublicKind = 'msg' | 'atmpt'

export function publicId(kind: PublicKind, uuid: string): string {
  let left = BigInt(`0x${uuid.replaceAll('-', '')}`) * BELOW
  let text = ''
  while (text.length < LENGTH) {
    let part = Number(left % PART)
    left /= PART
    for (let count = 0; count < AT_ONCE && text.length < LENGTH; count++) {
      text = DIGITS[part % 62]! + text
      part = Math.floor(part / 62)
    }
  }
  return `${kind}_${text}`
}

/** The UUID of the row; `undefined` if the text is not a public id of this kind. */
export function uuidOf(kind: PublicKind, text: string): string | undefined {
  if (text.length !== kind.length + 1 + LENGTH || !text.startsWith(`${kind}_`)) return undefined
  let value = 0n
  for (const letter of text.slice(kind.length + 1)) {
    const digit = DIGITS.indexOf(letter)
    if (digit === -1) return undefined
    value = value * 62n + BigInt(digit)
  }
  if (value % BELOW !== 0n || value / BELOW >= UUID_END) return undefined
  const digits = (value / BELOW).toString(16).padStart(32, '0')
  return [0, 8, 12, 16, 20].map((from, index, all) => digits.slice(from, all[index + 1])).join('-')
}
