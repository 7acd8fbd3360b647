// Which text can be kept and given back unchanged. Half of a surrogate pair has no bytes in UTF-8, so whatever stores it
// turns it into U+FFFD; a NUL ends a text for the programs behind us. JSON can bring both, as escapes.

/** Whether the text is text all through. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

// the escapes of JSON that stand for a NUL or for half of a pair; two of the latter in a row are a character
const SUSPECT = /\\u(?:0000|[dD][89A-Fa-f])/
const BACKSLASH_U = Buffer.from('\\u')

/** Whether the JSON can hold such text at all: ordinary bodies have no such escape, and are not walked. */
export function isSuspect(json: Buffer): boolean {
  const first = json.indexOf(BACKSLASH_U)
  return first !== -1 && SUSPECT.test(json.toString('latin1', first))
}

/** Where in a JSON value text stands that is not readable, as the names and numbers that lead there. */
export interface UnreadablePlace {
  path: string[]
  /** It is the name of the last part of the path, not its value. */
  inName: boolean
}

interface Node {
  value: unknown
  name: string
  parent: Node | undefined
}

/** The first text in a value that is not readable. With a list of what is still to be seen, for depth is the sender's. */
export function unreadablePlace(value: unknown): UnreadablePlace | undefined {
  const open: Node[] = [{ value, name: '', parent: undefined }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, parent } = next
    if (parent && !Array.isArray(parent.value) && !isReadable(next.name)) return { path: pathTo(next), inName: true }
    if (typeof value === 'string' && !isReadable(value)) return { path: pathTo(next), inName: false }
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value).toReversed()) open.push({ value: inner, name, parent: next })
  }
  return undefined
}

function pathTo(node: Node): string[] {
  const path: string[] = []
  for (let at = node; at.parent; at = at.parent) path.push(at.name)
  return path.toReversed()
}
