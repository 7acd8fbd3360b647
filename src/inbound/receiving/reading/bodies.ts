// Makes the HTML body and the plain text body of a mail from its text parts.
import type { MimeNode } from '@zone-eu/mailsplit'
import type * as Libmime from 'libmime'
import type * as Charset from 'libmime/lib/charset.js'
import { lazy } from '../../../base/runtime/lazy.ts'
import { stored } from './header.ts'

const libmime = lazy<typeof Libmime>('libmime')
const charsets = lazy<typeof Charset>('libmime/lib/charset.js')

export interface BodyPart {
  node: MimeNode
  /** Without transfer encoding, cut off at `BODY_BYTES_MAX`. */
  pieces: Buffer[]
}

/** Whether a part is text of the mail itself, and not a file. */
export function isBody({ contentType, disposition, filename, root }: MimeNode): boolean {
  if (disposition === 'attachment' || (filename && !root)) return false
  return contentType === 'text/plain' || contentType === 'text/html' || (root && contentType === false)
}

export interface Bodies {
  html: string | null
  text: string | null
}

export function bodiesIn(parts: readonly BodyPart[], problems: Set<string>): Bodies {
  const read = parts.map(part => ({
    ...part,
    isHtml: part.node.contentType === 'text/html',
    words: wordsOf(part, problems),
  }))
  const plain = read.filter(({ isHtml }) => !isHtml)
  if (plain.length === read.length) return { html: null, text: joined(plain.map(({ words }) => words)) }
  // beside HTML, plain text that is not an alternative to it (RFC 2046 5.1.4) belongs to both bodies
  const html = read.flatMap(({ isHtml, node, words }) => {
    if (isHtml) return [words]
    return isAlternative(node) || words.trim() === ''
      ? []
      : [`<div style="white-space: pre-wrap">${escaped(words)}</div>`]
  })
  return { html: joined(html), text: joined(plain.map(({ words }) => words)) }
}

function joined(all: readonly string[]): string | null {
  return all.length === 0 ? null : all.join('\n')
}

function isAlternative({ parentNode }: MimeNode): boolean {
  for (let at = parentNode; at; at = at.parentNode) if (at.multipart === 'alternative') return true
  return false
}

function wordsOf({ node, pieces }: BodyPart, problems: Set<string>): string {
  const words = decoded(Buffer.concat(pieces), node.charset, problems)
  const whole = node.flowed ? libmime().default.decodeFlowed(words, node.delSp) : words
  // PostgreSQL stores no NUL and no lone surrogate
  return whole.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed()
}

function decoded(bytes: Buffer, charset: string | false, problems: Set<string>): string {
  if (charset === false) return bytes.toString()
  const text = charsets().decode(bytes, charset)
  if (!isKnown(charset)) problems.add(`A text is in the character set ${stored(charset, 50)}, which is not known here.`)
  return text
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset.trim()).encoding !== ''
  } catch {
    return /^(?:us-?)?ascii$/i.test(charset.trim())
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
