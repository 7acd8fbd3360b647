// Checks that text can be stored and returned unchanged. Half a surrogate pair has no UTF-8 form, so a database would
// store U+FFFD instead; a NUL ends a text for many programs. JSON can contain both, as escapes.

/** Whether the text has no NUL and no half surrogate pair. */
export function isReadable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

// JSON escapes of a NUL or of half a pair; two consecutive halves form one character
const SUSPECT = /\\u(?:0000|[dD][89A-Fa-f])/
const BACKSLASH_U = Buffer.from('\\u')

/** Whether the JSON may contain such text. Ordinary bodies have no such escape and need no further check. */
export function mayBeUnreadable(json: Buffer): boolean {
  const first = json.indexOf(BACKSLASH_U)
  return first !== -1 && SUSPECT.test(json.toString('latin1', first))
}

/** The location of unreadable text in a JSON value, as the names and indexes that lead there. */
export interface UnreadableLocation {
  path: string[]
  /** Whether the name of the last part of the path is unreadable, and not its value. */
  inName: boolean
}

interface Node {
  value: unknown
  name: string
  parent: Node | undefined
}

/** The first unreadable text in a value. Uses a list and no recursion, because the sender determines the depth. */
export function findUnreadable(value: unknown): UnreadableLocation | undefined {
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
