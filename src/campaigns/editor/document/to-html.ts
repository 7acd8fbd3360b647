// Converts a document to the HTML of an email. All text is escaped, so that typed text never becomes markup (HTML injection).
// Placeholders are unchanged, because their names contain no escaped character.
import { escapeHtml } from '../../../base/text/placeholders.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { EditorMark, EditorNode } from './document.ts'

export const HTML_LENGTH_MAX = 500_000

/** Refuses (422 validation_error) a document with too much HTML. `document`: checked by `checkDocument`. */
export function documentToHtml(document: EditorNode): string {
  const out = new HtmlWriter()
  for (const [index, block] of (document.content ?? []).entries()) {
    if (index > 0) out.add('\n')
    writeBlock(out, block)
  }
  return out.html
}

class HtmlWriter {
  html = ''

  add(markup: string): void {
    this.html += markup
    if (this.html.length <= HTML_LENGTH_MAX) return
    throw refusal(
      'validation_error',
      `Invalid \`content\` field: its HTML has more than ${HTML_LENGTH_MAX} characters, which is the maximum.`,
    )
  }
}

const CONTAINERS: Readonly<Record<string, string>> = {
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
}

function writeBlock(out: HtmlWriter, node: EditorNode): void {
  const { type, attrs, content } = node
  const within = content ?? []
  if (type === 'horizontalRule') out.add('<hr>')
  else if (type === 'image') wrap(out, 'p', () => writeLine(out, [node]))
  else if (type === 'paragraph') wrap(out, 'p', () => (within.length === 0 ? out.add('<br>') : writeLine(out, within)))
  else if (type === 'heading') wrap(out, `h${Number(attrs?.level ?? 1)}`, () => writeLine(out, within))
  else if (type === 'codeBlock') {
    out.add('<pre><code>')
    for (const { text } of within) out.add(escapeHtml(text!))
    out.add('</code></pre>')
  } else {
    const start =
      type === 'orderedList' && typeof attrs?.start === 'number' && attrs.start !== 1 ? ` start="${attrs.start}"` : ''
    wrap(out, CONTAINERS[type]!, () => within.forEach(block => writeBlock(out, block)), start)
  }
}

function wrap(out: HtmlWriter, tag: string, write: () => void, attributes = ''): void {
  out.add(`<${tag}${attributes}>`)
  write()
  out.add(`</${tag}>`)
}

/** Writes a line. A mark that the next text also has stays open: a link with one bold word remains one link. */
function writeLine(out: HtmlWriter, nodes: readonly EditorNode[]): void {
  let open: readonly EditorMark[] = []
  for (const node of nodes) {
    const marks = node.marks ?? []
    const kept = sharedMarks(open, marks)
    for (const mark of open.slice(kept).toReversed()) out.add(`</${MARK_TAGS[mark.type]}>`)
    for (const mark of marks.slice(kept)) out.add(openingTag(mark))
    open = marks
    out.add(inline(node))
  }
  for (const mark of open.toReversed()) out.add(`</${MARK_TAGS[mark.type]}>`)
}

function sharedMarks(open: readonly EditorMark[], marks: readonly EditorMark[]): number {
  const differs = open.findIndex((mark, index) => openingTag(mark) !== (marks[index] && openingTag(marks[index])))
  return differs === -1 ? open.length : differs
}

const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  link: 'a',
}

function openingTag({ type, attrs }: EditorMark): string {
  return type === 'link' ? `<a href="${escapeHtml(String(attrs?.href))}">` : `<${MARK_TAGS[type]}>`
}

function inline({ type, attrs, text = '' }: EditorNode): string {
  if (type === 'text') return escapeHtml(text)
  if (type === 'hardBreak') return '<br>'
  return `<img src="${escapeHtml(String(attrs?.src))}" alt="${escapeHtml(String(attrs?.alt ?? ''))}">`
}
