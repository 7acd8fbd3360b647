// Parses a query, form or JSON body into names and values: in order, with repeated ones, byte for byte. The usual parsers drop
// repeated names and turn invalid UTF-8 into U+FFFD; both would hide faults from the rules.

import { isAscii } from 'node:buffer'
import { findRepeatedName } from '../../base/text/json-names.ts'
import { findUnreadable } from '../../base/text/readable.ts'

export interface Parameter {
  readonly name: string
  /**
   * The value for checks and comparisons; it is never sent back. Invalid UTF-8 is decoded as U+FFFD, which no known value
   * contains, so such a value equals none.
   */
  readonly text: string
  /** The exact bytes of the value, percent-encoded canonically: for URLs, and for storing a `state`. */
  readonly encoded: string
  readonly code_points: number
  /** The value is unreadable: it has a broken percent escape, or is not a string in JSON. */
  readonly malformed: boolean
}

/** The unreserved characters of RFC 3986 2.3: text of these alone is the same with and without escapes. */
const PLAIN = /^[A-Za-z0-9\-._~]*$/

/** Keeps a byte order mark, which is part of the value: without it, the returned `state` would differ from the sent one. */
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

let last_query: { raw: string; parameters: readonly Parameter[] } = { raw: '', parameters: [] }

/** Parses the query of a URL, without its `?`. Caches the last one, because the rules of one request read it several times. */
export function parseQuery(raw: string): readonly Parameter[] {
  if (raw !== last_query.raw) last_query = { raw, parameters: parseForm(raw) }
  return last_query.parameters
}

/** Parses a form. Each character of `raw` is one byte, as received. */
export function parseForm(raw: string): Parameter[] {
  return raw
    .split('&')
    .filter(pair => pair !== '')
    .map(pair => {
      const end = pair.includes('=') ? pair.indexOf('=') : pair.length
      const name = textIn(pair.slice(0, end))
      const raw = pair.slice(end + 1)
      if (name !== undefined && PLAIN.test(raw)) return plain(name, raw)
      const value = decoded(raw)
      return name !== undefined && value ? parameter(name, value) : unreadable(name ?? '')
    })
}

/** The members of a JSON object as parameters. A member that is `null` counts as not sent. */
export function parametersIn(members: Record<string, unknown>): Parameter[] {
  return Object.entries(members)
    .filter(([, value]) => value !== null)
    .map(([name, value]) =>
      // half of a surrogate pair has no bytes, so it could not be compared or returned
      typeof value === 'string' && value.isWellFormed() ? parameter(name, Buffer.from(value)) : unreadable(name),
    )
}

const MEMBERS_MAX = 100

/** The JSON object in the bytes; or the reason for the refusal, and the member that causes it. */
export function jsonObject(body: Uint8Array): { members: Record<string, unknown> } | { fault: string; at?: string } {
  const text = utf8(body)
  const value = text === undefined ? undefined : parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'The body is not a JSON object in UTF-8.' }
  }
  if (Object.keys(value).length > MEMBERS_MAX) return { fault: `The body has more than ${MEMBERS_MAX} members.` }
  if (findRepeatedName(text!) !== undefined) return { fault: 'The JSON body has a duplicate member.' }
  const place = findUnreadable(value)
  if (place) return { fault: 'The JSON body contains a NUL or half of a surrogate pair.', at: place.path[0]! }
  return { members: value as Record<string, unknown> }
}

/** RFC 8259 8.1: JSON is UTF-8. */
function utf8(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Those of `names` that were sent more than once. */
export function repeatedParameters(parameters: readonly Parameter[], names: readonly string[]): string[] {
  return names.filter(name => all(parameters, name).length > 1)
}

/** The only parameter with that name. An empty one counts as not sent (RFC 6749 3.1 and 3.2), and so does a repeated one. */
export function singleParameter(parameters: readonly Parameter[], name: string): Parameter | undefined {
  const [first, ...others] = all(parameters, name)
  return first && others.length === 0 && first.text !== '' ? first : undefined
}

function all(parameters: readonly Parameter[], name: string): Parameter[] {
  return parameters.filter(parameter => parameter.name === name)
}

/** Escapes everything but the unreserved characters of RFC 3986 2.3. */
export function percentEncoded(value: string | Buffer): string {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value
  return bytes
    .toString('latin1')
    .replaceAll(/[^A-Za-z0-9\-._~]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/** The inverse of `percentEncoded`. */
export function percentDecoded(encoded: string): Buffer {
  return PLAIN.test(encoded) ? Buffer.from(encoded, 'latin1') : decoded(encoded)!
}

/** The bytes of percent-encoded text (RFC 6749 appendix B); `undefined` if an escape is invalid. */
function decoded(raw: string): Buffer | undefined {
  if (/%(?![0-9A-Fa-f]{2})|[\u0100-\uffff]/.test(raw)) return undefined
  const plain = raw
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return Buffer.from(plain, 'latin1')
}

function textIn(raw: string): string | undefined {
  if (PLAIN.test(raw)) return raw
  const bytes = decoded(raw)
  return bytes && UTF_8.decode(bytes)
}

function plain(name: string, text: string): Parameter {
  return { name, text, encoded: text, code_points: text.length, malformed: false }
}

function parameter(name: string, bytes: Buffer): Parameter {
  // the fast path for nearly all values
  const isShort = isAscii(bytes)
  const text = isShort ? bytes.toString('latin1') : UTF_8.decode(bytes)
  const code_points = isShort ? text.length : [...text].length
  return { name, text, encoded: percentEncoded(bytes), code_points, malformed: false }
}

function unreadable(name: string): Parameter {
  return { name, text: '', encoded: '', code_points: 0, malformed: true }
}
