// Where a text can be filled in: `{{{KEY}}}` and, with a fallback in place, `{{{KEY|text}}}`. Everything else, `{{KEY}}`
// and half a placeholder included, is text.

export interface Placeholder {
  key: string
  /** What stands in the text for a missing value. */
  fallback: string | undefined
}

/** Names that a template may use without declaring them; they come from the contact and from the service. */
const RESERVED = new Set(['FIRST_NAME', 'LAST_NAME', 'EMAIL', 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL'])
/** Reserved as a name and as the first part of one, as in `contact.first_name`. */
const RESERVED_ROOTS = new Set(['contact', 'this'])

/** Of the reserved names those that stand for a page of the service which there is not yet: each mail must bring one. */
const UNSUBSCRIBE = new Set(['RESEND_UNSUBSCRIBE_URL', 'UNSUBSCRIBE_URL'])

export function isUnsubscribe(key: string): boolean {
  return UNSUBSCRIBE.has(key)
}

export function isReserved(key: string): boolean {
  return RESERVED.has(key) || RESERVED_ROOTS.has(key.split('.', 1)[0]!)
}

const BRACKET = '{'.charCodeAt(0)

// the bound keeps one long word from being read again at each of its brackets
const NAME = /\s{0,20}([A-Za-z0-9_.]{1,100})\s{0,20}(\||\}\}\})/y

/** Of a template; a text with more of them is cut up only so far. */
export const MOST_PLACEHOLDERS = 5000

/** The text cut into plain parts and placeholders, in one pass. */
export function partsOf(source: string): Array<string | Placeholder> {
  const parts: Array<string | Placeholder> = []
  let plain = 0
  let open = source.indexOf('{{{')
  let close = -1
  let left = MOST_PLACEHOLDERS + 1
  while (open !== -1 && left > 0) {
    // of a row of brackets only the last ones can open a placeholder
    while (source.charCodeAt(open + 3) === BRACKET) open++
    // the closing bracket found for one opening serves the next ones too, so the text is searched once
    if (close < open + 3) close = source.indexOf('}}}', open + 3)
    if (close === -1) break
    const found = placeholderAt(source, open + 3, close)
    if (found) {
      parts.push(source.slice(plain, open), found)
      left--
      plain = close + 3
    }
    open = source.indexOf('{{{', found ? plain : open + 1)
  }
  return [...parts, source.slice(plain)].filter(part => part !== '')
}

function placeholderAt(source: string, start: number, close: number): Placeholder | undefined {
  NAME.lastIndex = start
  const match = NAME.exec(source)
  if (!match) return undefined
  const [, key, end] = match
  if (end !== '|') return { key: key!, fallback: undefined }
  const inner = source.indexOf('{{{', NAME.lastIndex)
  // a bracket opened in the fallback is a placeholder of its own, and this one is text
  return inner !== -1 && inner < close ? undefined : { key: key!, fallback: source.slice(NAME.lastIndex, close) }
}

/** Every placeholder of a text, as often as it is there. */
export function placeholdersOf(source: string): Placeholder[] {
  return partsOf(source).filter(part => typeof part !== 'string')
}
