// Finds placeholders that are not filled in: those of other systems, and ours with too few braces or without an end.
// They are sent unchanged, so only unmistakable ones are reported. The text is searched once for each mark.
import type { FoundPlaceholder } from './placeholders.ts'

interface Unfilled {
  /** As in the text, truncated at a limit. */
  value: string
  why: string
  /** The position of its start. */
  start: number
}

interface Kind {
  open: string
  close: string
  /**
   * Whether the text between the marks makes it a placeholder; absent: always. `before`, `after`: the adjacent
   * characters.
   */
  isMeant?: (inner: string, before: string, after: string) => boolean
}

/** If several start at one position, the first one counts. */
const KINDS: readonly Kind[] = [
  { open: '{{', close: '}}' },
  { open: '{%', close: '%}' },
  { open: '<%', close: '%>' },
  { open: '*|', close: '|*', isMeant: inner => /^[A-Z0-9_:]+$/i.test(inner) },
  { open: '%', close: '%', isMeant: (inner, before, after) => isName(inner) && !isWord(before) && !isWord(after) },
]

/** Maximum number of characters between two marks. */
const INNER_MAX = 200
const SHOWN_MAX = 40

// URL-encoded text has a digit or a letter next to the marks, or is not a name
const isName = (inner: string): boolean => inner.length > 2 && /^[a-z][a-z_.]*$/i.test(inner)
const isWord = (character: string): boolean => /^[\w%]$/.test(character)

/** The first `most` of them outside valid placeholders. */
export function findUnfilled(source: string, places: readonly FoundPlaceholder[], most: number): Unfilled[] {
  const found: Unfilled[] = []
  const ends = [...places, { start: source.length, end: source.length }]
  const marks = KINDS.map(kind => new Marks(source, kind))
  let from = 0
  for (const { start, end } of ends) {
    while (from < start && found.length < most) {
      const next = nextOf(marks, from, start)
      if (!next) break
      found.push(next.unfilled)
      from = next.end
    }
    from = Math.max(from, end)
  }
  return found
}

interface FoundUnfilled {
  unfilled: Unfilled
  end: number
}

/** The first one that starts between the two positions. */
function nextOf(marks: readonly Marks[], from: number, until: number): FoundUnfilled | undefined {
  const found = marks.flatMap(each => each.next(from, until) ?? [])
  return found.toSorted((one, other) => one.unfilled.start - other.unfilled.start)[0]
}

/** The marks of one kind in a text. A result is kept until its position has passed, so that the text is searched once. */
class Marks {
  readonly #source: string
  readonly #kind: Kind
  #known: FoundUnfilled | undefined
  #open_at = -1
  #close_at = -1

  constructor(source: string, kind: Kind) {
    this.#source = source
    this.#kind = kind
  }

  next(from: number, until: number): FoundUnfilled | undefined {
    if (!this.#known || this.#known.unfilled.start < from) this.#known = this.#search(from)
    return this.#known && this.#known.unfilled.start < until ? this.#known : undefined
  }

  #search(from: number): FoundUnfilled | undefined {
    const { open, close } = this.#kind
    for (let at = from; ; at = this.#open_at + 1) {
      if (this.#open_at < at) this.#open_at = indexOrEnd(this.#source, open, at)
      const start = this.#open_at
      if (start === this.#source.length) return undefined
      const inside = start + open.length
      if (this.#close_at < inside) this.#close_at = indexOrEnd(this.#source, close, inside)
      const found = this.#judge(start, inside, this.#close_at)
      if (found) return found
    }
  }

  #judge(start: number, inside: number, end: number): FoundUnfilled | undefined {
    const source = this.#source
    const { open, close, isMeant } = this.#kind
    const isClosed = end < source.length && end - inside <= INNER_MAX
    if (open === '{{') return bracesAt(source, start, isClosed ? end : undefined)
    if (!isClosed) return undefined
    const inner = source.slice(inside, end)
    const behind = end + close.length
    if (isMeant && !isMeant(inner, source.charAt(start - 1), source.charAt(behind))) return undefined
    const why = 'it is a placeholder of another system; use one such as {{{contact.first_name}}}'
    return { unfilled: { value: valueAt(source, start, behind), why, start }, end: behind }
  }
}

/** `end`: the end of the text between the braces; `undefined` if they are not closed. */
function bracesAt(source: string, start: number, end: number | undefined): FoundUnfilled {
  let inside = start
  while (source.charAt(inside) === '{') inside++
  if (end === undefined || end < inside || source.slice(inside, end).includes('{')) {
    const unfilled = {
      value: valueAt(source, start, indexOrEnd(source, '{{', inside)),
      why: 'it is not closed; end it with }}}',
      start,
    }
    return { unfilled, end: inside }
  }
  let behind = end
  while (source.charAt(behind) === '}') behind++
  const [, key] = /^([A-Za-z0-9_.]+)(?:\||$)/.exec(source.slice(inside, end).trim()) ?? []
  const why =
    key === undefined
      ? 'a placeholder name may contain only letters, digits, _ and ., such as {{{contact.first_name}}}'
      : `use three braces on each side: {{{${key}}}}`
  return { unfilled: { value: valueAt(source, start, behind), why, start }, end: behind }
}

/** On one line. */
function valueAt(source: string, start: number, end: number): string {
  const line = source.slice(start, Math.min(end, start + SHOWN_MAX)).split('\n', 1)[0]!
  return line.trim()
}

function indexOrEnd(source: string, mark: string, from: number): number {
  const index = source.indexOf(mark, from)
  return index === -1 ? source.length : index
}
