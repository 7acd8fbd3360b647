// The schema of documents (TipTap, ProseMirror JSON): the nodes and marks, and their allowed content.
import { isUrlAllowed } from './urls.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'

export interface EditorMark {
  type: string
  attrs?: Readonly<Record<string, unknown>> | null
}

export interface EditorNode {
  type: string
  attrs?: Readonly<Record<string, unknown>> | null
  content?: EditorNode[] | null
  text?: string
  marks?: EditorMark[] | null
}

/** Maximum nodes of a document, including the root. */
export const NODES_MAX = 3_000
/** Maximum levels of a document: it is processed recursively, so a deeper one could overflow the stack. */
export const DEPTH_MAX = 20

type Kind = 'block' | 'item' | 'inline'

interface NodeType {
  /** The places in which it is allowed. */
  kinds: readonly Kind[]
  /** The kind of nodes that it contains. */
  holds?: Kind | 'text'
  /** The fault of its attributes, if any. */
  fault?: (attrs: Readonly<Record<string, unknown>>) => string | false
}

const BLOCK = ['block'] as const

const NODES: Readonly<Record<string, NodeType>> = {
  paragraph: { kinds: BLOCK, holds: 'inline' },
  heading: {
    kinds: BLOCK,
    holds: 'inline',
    fault: ({ level = 1 }) => !isIntegerIn(level, 1, 6) && `requires a whole number from 1 to 6 in \`attrs.level\``,
  },
  bulletList: { kinds: BLOCK, holds: 'item' },
  orderedList: {
    kinds: BLOCK,
    holds: 'item',
    fault: ({ start }) =>
      (start ?? null) !== null && !isIntegerIn(start, 0, 1_000_000) && 'requires a whole number in `attrs.start`',
  },
  listItem: { kinds: ['item'], holds: 'block' },
  blockquote: { kinds: BLOCK, holds: 'block' },
  codeBlock: { kinds: BLOCK, holds: 'text' },
  horizontalRule: { kinds: BLOCK },
  image: {
    kinds: ['block', 'inline'],
    fault: ({ src, alt }) => urlFault('attrs.src', src, 'image') || textFault('attrs.alt', alt),
  },
  hardBreak: { kinds: ['inline'] },
  text: { kinds: ['inline'] },
}

const MARKS: Readonly<Record<string, NodeType['fault']>> = {
  bold: undefined,
  italic: undefined,
  underline: undefined,
  strike: undefined,
  code: undefined,
  link: ({ href }) => urlFault('attrs.href', href, 'link'),
}

export const NODE_NAMES = ['doc', ...Object.keys(NODES)]
export const MARK_NAMES = Object.keys(MARKS)

const isIntegerIn = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most

function urlFault(name: string, url: unknown, of: 'link' | 'image'): string | false {
  if (typeof url !== 'string' || url === '') return `requires a text in \`${name}\``
  return !isUrlAllowed(url, of) && `has a \`${name}\` that is not allowed in an email: ${describeValue(url)}`
}

function textFault(name: string, text: unknown): string | false {
  return (text ?? null) !== null && typeof text !== 'string' && `requires a text in \`${name}\``
}

/** The content as a document. Refuses (422 validation_error) an invalid one, with the path of the fault. */
export function checkDocument(content: unknown): EditorNode {
  if (!isRecord(content) || content.type !== 'doc')
    throw invalid(
      'content',
      `must be an object whose \`type\` is "doc"; received ${describeValue(isRecord(content) ? content.type : content)}`,
    )
  checkContent(content, 'content', { holds: 'block', depth: 1, count: { nodes: 1 } })
  return content as unknown as EditorNode
}

interface Place {
  holds: NodeType['holds']
  depth: number
  count: { nodes: number }
}

function checkContent({ content }: Record<string, unknown>, place: string, { holds, depth, count }: Place): void {
  if ((content ?? null) === null) return
  if (!Array.isArray(content)) throw invalid(`${place}.content`, 'must be a list of nodes')
  if (depth === DEPTH_MAX && content.length > 0)
    throw invalid(`${place}.content`, `is nested deeper than ${DEPTH_MAX} levels`)
  count.nodes += content.length
  if (count.nodes > NODES_MAX) throw invalid('content', `has more than ${NODES_MAX} nodes, which is the maximum`)
  for (const [index, node] of content.entries())
    checkNode(node, `${place}.content[${index}]`, { holds, depth: depth + 1, count })
}

function checkNode(node: unknown, place: string, within: Place): void {
  if (!isRecord(node)) throw invalid(place, `must be a node; received ${describeValue(node)}`)
  const { type, attrs, text } = node
  const known = typeof type === 'string' && Object.hasOwn(NODES, type) ? NODES[type] : undefined
  if (!known) throw invalid(`${place}.type`, `must be one of ${NODE_NAMES.join(', ')}; received ${describeValue(type)}`)
  const { holds } = within
  if (holds === undefined || (holds === 'text' ? type !== 'text' : !known.kinds.includes(holds)))
    throw invalid(place, `${String(type)} is not allowed here`)
  checkAttributes(attrs, place, known.fault)
  checkMarks(node, place, holds === 'text')
  if (type === 'text' && typeof text !== 'string')
    throw invalid(`${place}.text`, `must be a text; received ${describeValue(text)}`)
  checkContent(node, place, { ...within, holds: known.holds })
}

function checkAttributes(attrs: unknown, place: string, fault: NodeType['fault']): void {
  if ((attrs ?? null) !== null && !isRecord(attrs)) throw invalid(`${place}.attrs`, 'must be an object')
  const wrong = fault?.((attrs ?? {}) as Record<string, unknown>)
  if (wrong) throw invalid(place, wrong)
}

function checkMarks({ marks }: Record<string, unknown>, place: string, isCode: boolean): void {
  if ((marks ?? null) === null) return
  if (!Array.isArray(marks) || marks.length > MARK_NAMES.length)
    throw invalid(`${place}.marks`, `must be a list of at most ${MARK_NAMES.length} marks`)
  if (isCode && marks.length > 0) throw invalid(`${place}.marks`, 'the text of a codeBlock must have no marks')
  for (const [index, mark] of marks.entries()) {
    const at = `${place}.marks[${index}]`
    const type: unknown = isRecord(mark) ? mark.type : mark
    if (typeof type !== 'string' || !Object.hasOwn(MARKS, type))
      throw invalid(`${at}.type`, `must be one of ${MARK_NAMES.join(', ')}; received ${describeValue(type)}`)
    checkAttributes((mark as EditorMark).attrs, at, MARKS[type])
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(place: string, what: string): Error {
  return refusal('validation_error', `Invalid \`${place}\` field: ${what}.`)
}
