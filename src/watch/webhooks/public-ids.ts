// The ids by which events and attempts are known outside: 20 bytes in base 62, as receivers of webhooks know them. They are
// the UUID of the row and four zeros, so that no column keeps them, and are in the order of time as UUIDs are.

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 27
/** So many digits fit into a number. */
const AT_ONCE = 8
const PART = 62n ** BigInt(AT_ONCE)
/** The four zeros. */
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

/** The UUID of the row; `undefined` for what is no such id. */
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
