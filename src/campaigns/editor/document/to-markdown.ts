// Converts a document to Markdown, for a person who continues in Markdown. Formatting that it cannot express, such as
// underlining, is lost.
import { findPlaceholders } from '../../../base/text/placeholders.ts'
import type { EditorMark, EditorNode } from './document.ts'

/** `document`: checked by `checkDocument`, or converted from HTML. */
export function documentToMarkdown({ content }: EditorNode): string {
  return blocks(content ?? []).trim()
}

function blocks(nodes: readonly EditorNode[], between = '\n\n'): string {
  return nodes.map(block).join(between)
}

function block({ type, attrs, content, ...node }: EditorNode): string {
  const within = content ?? []
  if (type === 'heading') return `${'#'.repeat(Number(attrs?.level ?? 1))} ${line(within).replaceAll('\\\n', ' ')}`
  if (type === 'horizontalRule') return '---'
  if (type === 'codeBlock') return `~~~\n${within.map(({ text }) => text ?? '').join('')}\n~~~`
  if (type === 'blockquote') return indented(blocks(within), '> ', '> ')
  if (type === 'bulletList') return within.map(item => listItem(item, '- ')).join('\n')
  if (type === 'orderedList') {
    const start = Number(attrs?.start ?? 1)
    return within.map((item, index) => listItem(item, `${start + index}. `)).join('\n')
  }
  return type === 'paragraph' ? line(within) : line([{ type, ...(attrs && { attrs }), ...node }])
}

/** A paragraph and a list below it have no empty line between them; other blocks have one. */
function listItem({ content }: EditorNode, sign: string): string {
  const within = content ?? []
  const isTight = within.length < 3 && (within[1] === undefined || within[1].type.endsWith('List'))
  return indented(blocks(within, isTight ? '\n' : '\n\n'), sign, ' '.repeat(sign.length))
}

function indented(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((each, index) => (index === 0 ? first : others) + each)
    .join('\n')
}

const SIGNS: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' }

function line(nodes: readonly EditorNode[]): string {
  return nodes
    .map(inline)
    .join('')
    .replace(AT_START, String.raw`$1\$2`)
}

/** Characters that start a block at the start of a line. */
const AT_START = /^(\d{0,9})([#>+.)-])(?=\s|$)/

function inline({ type, attrs, text = '', marks }: EditorNode): string {
  if (type === 'hardBreak') return '\\\n'
  if (type === 'image') return linked(`![${escapedText(String(attrs?.alt ?? ''))}]`, attrs?.src)
  return marked(text, marks ?? [])
}

/** Spaces remain outside of the markers, which would otherwise be shown as text. */
function marked(text: string, marks: readonly EditorMark[]): string {
  const types = new Set(marks.map(({ type }) => type))
  const core = text.trim()
  if (core === '') return text
  const start = text.indexOf(core)
  const code = types.has('code') && !core.includes('`')
  const signs = code ? '' : Object.keys(SIGNS).flatMap(type => (types.has(type) ? [SIGNS[type]!] : []))
  const opening = [...signs].join('')
  const shown = code ? `\`${core}\`` : opening + escapedText(core) + [...signs].toReversed().join('')
  const link = marks.find(({ type }) => type === 'link')
  return (
    text.slice(0, start) + (link ? linked(`[${shown}]`, link.attrs?.href) : shown) + text.slice(start + core.length)
  )
}

function linked(shown: string, url: unknown): string {
  const address = String(url ?? '')
  return `${shown}(${/[\s()<>]/.test(address) ? `<${address.replaceAll(/[<>\n]/g, encodeURIComponent)}>` : address})`
}

/** Text with the Markdown characters escaped, except in placeholders. */
function escapedText(text: string): string {
  let [written, plain] = ['', 0]
  for (const { start, end } of findPlaceholders(text)) {
    written += escapedSigns(text.slice(plain, start)) + text.slice(start, end)
    plain = end
  }
  return written + escapedSigns(text.slice(plain))
}

function escapedSigns(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>~]/g, String.raw`\$&`)
}
