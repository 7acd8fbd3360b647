// Converts HTML to a document. An element without a node is omitted, but its content is preserved.
import type * as Htmlparser2 from 'htmlparser2'
import { lazy } from '../../../base/runtime/lazy.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { DEPTH_MAX, type EditorMark, type EditorNode, NODES_MAX } from './document.ts'
import { isUrlAllowed } from './urls.ts'

const htmlparser2 = lazy<typeof Htmlparser2>('htmlparser2')

/** Takes 2 ms for 100 kB. Refuses (422 validation_error) HTML with too many nodes or levels. */
export function htmlToDocument(html: string): EditorNode {
  const reader = new DocumentReader()
  const parser = new (htmlparser2().Parser)(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: name => reader.close(name),
      ontext: text => reader.text(text),
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return reader.end()
}

/** Converts plain text to a document. An empty line ends a paragraph. */
export function textToDocument(text: string): EditorNode {
  const content = text
    .trim()
    .split(/\n{2,}/, NODES_MAX)
    .map(paragraph => withContent({ type: 'paragraph' }, broken(paragraph)))
  return { type: 'doc', content }
}

function broken(paragraph: string): EditorNode[] {
  const lines = paragraph
    .split('\n')
    .flatMap((line): EditorNode[] => [{ type: 'hardBreak' }, { type: 'text', text: line }])
  return lines.slice(1).filter(({ type, text }) => type !== 'text' || text !== '')
}

type Attributes = Readonly<Record<string, string>>

const UNSEEN = new Set('script style title template noscript iframe svg object'.split(' '))
const BREAKING = new Set(
  (
    'html body p div section article header footer main nav aside address table thead tbody tfoot tr td th caption center ' +
    'form fieldset dl dt dd figure figcaption ul ol li blockquote pre hr h1 h2 h3 h4 h5 h6'
  ).split(' '),
)
const CONTAINERS: Readonly<Record<string, string>> = {
  ul: 'bulletList',
  ol: 'orderedList',
  li: 'listItem',
  blockquote: 'blockquote',
}
const MARKS: Readonly<Record<string, string>> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  del: 'strike',
  strike: 'strike',
  code: 'code',
  tt: 'code',
}
/** Reserves levels for the root, a list item, the block in it and a line of that. */
const CONTAINERS_MAX = DEPTH_MAX - 4
/**
 * Maximum open elements: the parser iterates over all of them for each end tag, so without a limit the time would grow
 * quadratically.
 */
const OPEN_MAX = 1_000
const HIDDEN = /display\s{0,5}:\s{0,5}none/i
const SPACES = /[ \t\n\f\r]+/g
const ONLY_SPACES = /^[ \t\n\f\r]*$/

/** Builds the document from the events of the parser, which closes elements in the right order for any HTML. */
class DocumentReader {
  readonly #root: Filled = { type: 'doc', content: [] }
  /** The open nodes that contain blocks. */
  readonly #containers: Filled[] = [this.#root]
  /** For each open element of `CONTAINERS`, whether it has a node; if not, its content is added to the surrounding node. */
  readonly #areContainers: boolean[] = []
  /** The kind of lines in the open elements: paragraph, heading or code block. */
  readonly #kinds: EditorNode[] = []
  #line: Filled | undefined
  /**
   * Whether the last text ends in a space. Cached here, because the text grows piece by piece and would be read again for each.
   */
  #endsInSpace = false
  readonly #counts = new Map<string, number>()
  #link: EditorMark | undefined
  #marks: EditorMark[] = []
  /** Number of open elements since a hidden one, inclusive; 0: content is visible. */
  #unseen = 0
  #nodes = 1
  #open = 0

  open(name: string, attributes: Attributes): void {
    if (++this.#open > OPEN_MAX) throw documentTooLarge()
    if (this.#unseen > 0 || UNSEEN.has(name) || HIDDEN.test(attributes.style ?? '')) {
      this.#unseen++
      return
    }
    if (BREAKING.has(name)) this.#endLine()
    if (name === 'hr') this.#append({ type: 'horizontalRule' })
    else if (name === 'br') this.#addBreak()
    else if (name === 'img') this.#addImage(attributes)
    else if (name in CONTAINERS) this.#openContainer(name, attributes)
    const kind = kindOf(name)
    if (kind) this.#kinds.push(kind)
    this.#mark(name, 1, attributes)
  }

  close(name: string): void {
    this.#open--
    if (this.#unseen > 0) {
      this.#unseen--
      return
    }
    if (BREAKING.has(name)) this.#endLine()
    if (name in CONTAINERS && this.#areContainers.pop()) this.#containers.pop()
    if (kindOf(name)) this.#kinds.pop()
    this.#mark(name, -1, {})
  }

  text(text: string): void {
    if (this.#unseen > 0) return
    if (this.#isCode()) return this.#addText(text.replaceAll('\r\n', '\n'))
    if (!this.#line && ONLY_SPACES.test(text)) return
    const last = this.#lineOpen().content.at(-1)
    const isStart = !last || last.type === 'hardBreak' || (last.type === 'text' && this.#endsInSpace)
    const spaced = text.replaceAll(SPACES, ' ')
    this.#addText(isStart && spaced.startsWith(' ') ? spaced.slice(1) : spaced)
  }

  end(): EditorNode {
    this.#endLine()
    return this.#root.content.length > 0 ? this.#root : { type: 'doc', content: [{ type: 'paragraph' }] }
  }

  #openContainer(name: string, { start }: Attributes): void {
    const isItem = name === 'li'
    const fits = this.#containers.length <= CONTAINERS_MAX && (!isItem || this.#isInList())
    this.#areContainers.push(fits)
    if (!fits) return
    const from = Number(start)
    const attrs =
      name === 'ol' && Number.isInteger(from) && from > 1 && from <= 1_000_000 ? { attrs: { start: from } } : {}
    const node: Filled = { type: CONTAINERS[name]!, ...attrs, content: [] }
    if (isItem) this.#count(this.#current().content, node)
    else this.#append(node)
    this.#containers.push(node)
  }

  #current(): Filled {
    return this.#containers.at(-1)!
  }

  #isInList(): boolean {
    return this.#current().type.endsWith('List')
  }

  /** Appends a block; in a list, in a separate item. */
  #append(block: EditorNode): void {
    const around = this.#current()
    if (!this.#isInList()) return this.#count(around.content, block)
    const item: Filled = { type: 'listItem', content: [] }
    this.#count(around.content, item)
    this.#count(item.content, block)
  }

  #count(content: EditorNode[], node: EditorNode): void {
    if (++this.#nodes > NODES_MAX) throw documentTooLarge()
    content.push(node)
  }

  #isCode(): boolean {
    return this.#kinds.at(-1)?.type === 'codeBlock'
  }

  #lineOpen(): Filled {
    return (this.#line ??= { ...(this.#kinds.at(-1) ?? { type: 'paragraph' }), content: [] })
  }

  #addText(text: string): void {
    if (text === '') return
    this.#endsInSpace = text.endsWith(' ')
    const { content, type } = this.#lineOpen()
    const marks = type === 'codeBlock' ? [] : this.#marks
    const last = content.at(-1)
    // the parser may return one text in several pieces
    if (
      last?.type === 'text' &&
      (last.marks ?? []).length === marks.length &&
      (marks.length === 0 || last.marks === marks)
    )
      last.text += text
    else this.#count(content, { type: 'text', ...(marks.length > 0 && { marks }), text })
  }

  #addBreak(): void {
    if (this.#isCode()) this.#addText('\n')
    else this.#count(this.#lineOpen().content, { type: 'hardBreak' })
  }

  #addImage({ src, alt = '' }: Attributes): void {
    if (this.#isCode() || !src || !isUrlAllowed(src, 'image')) return
    const marks = this.#marks
    this.#count(this.#lineOpen().content, { type: 'image', attrs: { src, alt }, ...(marks.length > 0 && { marks }) })
  }

  #endLine(): void {
    const line = this.#line
    this.#line = undefined
    if (!line) return
    const content = line.type === 'codeBlock' ? withoutLineEnds(line.content) : trimmed(line.content)
    if (content.length > 0) this.#append({ ...line, content })
  }

  #mark(name: string, step: 1 | -1, { href }: Attributes): void {
    if (name === 'a') {
      this.#link = step === 1 && href && isUrlAllowed(href, 'link') ? { type: 'link', attrs: { href } } : undefined
    } else if (name in MARKS) {
      const type = MARKS[name]!
      this.#counts.set(type, (this.#counts.get(type) ?? 0) + step)
    } else return
    const types = [...this.#counts].filter(([, count]) => count > 0)
    this.#marks = [...(this.#link ? [this.#link] : []), ...types.map(([type]) => ({ type }))]
  }
}

type Filled = EditorNode & { content: EditorNode[] }

function kindOf(name: string): EditorNode | undefined {
  if (name === 'p') return { type: 'paragraph' }
  if (name === 'pre') return { type: 'codeBlock' }
  return /^h[1-6]$/.test(name) ? { type: 'heading', attrs: { level: Number(name[1]) } } : undefined
}

/** The line without trailing spaces and breaks; a line of breaks alone keeps one. */
function trimmed(content: EditorNode[]): EditorNode[] {
  let end = content.length
  while (end > 0 && isBlank(content[end - 1]!)) end--
  if (end === 0) return content.filter(({ type }) => type === 'hardBreak').slice(0, 1)
  const last = content[end - 1]!
  const text = last.text?.replace(/ $/, '')
  return [...content.slice(0, end - 1), text === undefined ? last : { ...last, text }]
}

const isBlank = ({ type, text }: EditorNode): boolean => type === 'hardBreak' || text === ' '

/** Code without leading and trailing empty lines. */
function withoutLineEnds(content: EditorNode[]): EditorNode[] {
  const text = content.map(node => node.text).join('')
  let [start, end] = [0, text.length]
  while (text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return start === end ? [] : [{ type: 'text', text: text.slice(start, end) }]
}

function withContent(node: EditorNode, content: EditorNode[]): EditorNode {
  return content.length > 0 ? { ...node, content } : node
}

export function documentTooLarge(): Error {
  return refusal('validation_error', 'The HTML is too complex for the visual editor. Replace it, or edit it as HTML.')
}
