// Creates the HTML body and the plain text body of an email from its text parts.
import { isUtf8 } from 'node:buffer'
import type { MimeNode } from '@zone-eu/mailsplit'
import type * as Libmime from 'libmime'
import type * as Charset from 'libmime/lib/charset.js'
import { lazy } from '../../../base/runtime/lazy.ts'
import { storableText } from './header.ts'

const libmime = lazy<typeof Libmime>('libmime')
const charsets = lazy<typeof Charset>('libmime/lib/charset.js')

export interface BodyPart {
  node: MimeNode
  /** Without transfer encoding, truncated at `BODY_BYTES_MAX`. */
  pieces: Buffer[]
}

/** Whether a part is text of the email itself, and not a file. */
export function isBody({ contentType, disposition, filename, root }: MimeNode): boolean {
  if (disposition === 'attachment' || (filename && !root)) return false
  return contentType === 'text/plain' || contentType === 'text/html' || (root && contentType === false)
}

export interface Bodies {
  html: string | null
  text: string | null
}

export function readBodies(parts: readonly BodyPart[], problems: Set<string>): Bodies {
  const read = parts.map(part => ({
    ...part,
    isHtml: part.node.contentType === 'text/html',
    words: wordsOf(part, problems),
  }))
  const plain = read.filter(({ isHtml }) => !isHtml)
  if (plain.length === read.length) return { html: null, text: joined(plain.map(({ words }) => words)) }
  // next to HTML, plain text that is not an alternative to it (RFC 2046 5.1.4) belongs to both bodies
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
  const words = decoded(Buffer.concat(pieces), node, problems)
  const whole = node.flowed ? libmime().default.decodeFlowed(words, node.delSp) : words
  // PostgreSQL cannot store NUL or lone surrogates
  return whole
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\0', '')
    .toWellFormed()
}

function decoded(bytes: Buffer, { charset, contentType }: MimeNode, problems: Set<string>): string {
  const named = charset === false || /^(?:us-?)?ascii$/i.test(charset.trim()) ? undefined : charset
  if (named !== undefined && isKnown(named)) return charsets().decode(bytes, named)
  const guessed = guessedCharset(bytes, contentType === 'text/html')
  if (named !== undefined) {
    problems.add(`A text has the unknown character set ${storableText(named, 50)} and was read as ${guessed}.`)
  } else if (guessed !== 'utf-8') {
    const fault =
      charset === false ? 'has no character set' : 'has the character set us-ascii but contains other characters'
    problems.add(`A text ${fault} and was read as ${guessed}.`)
  }
  return charsets().decode(bytes, guessed)
}

const BYTE_ORDER_MARKS: readonly [mark: string, charset: string][] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]
/** Bytes of HTML that are searched for its `meta` element, as in browsers. */
const META_BYTES = 1024

/**
 * The character set of text that declares none, detected like in browsers: by its first bytes, its `meta` element, and its
 * bytes.
 */
function guessedCharset(bytes: Buffer, isHtml: boolean): string {
  const first = bytes.toString('hex', 0, 3)
  const marked = BYTE_ORDER_MARKS.find(([mark]) => first.startsWith(mark))
  if (marked) return marked[1]
  const beginning = isHtml ? bytes.toString('latin1', 0, META_BYTES) : ''
  const metas = beginning.match(/<meta\b[^<>]*/gi) ?? []
  const meta = metas.map(each => /\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(each)?.[1]).find(each => each !== undefined)
  // a `meta` element that can be read as ASCII is not in UTF-16
  if (meta !== undefined && isKnown(meta) && !/^utf-?16/i.test(meta)) return meta.toLowerCase()
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isKnown(charset: string): boolean {
  try {
    return new TextDecoder(charset.trim()).encoding !== ''
  } catch {
    return false
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
