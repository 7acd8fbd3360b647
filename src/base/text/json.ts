// Parses untrusted JSON. Its structure is checked on the bytes before they are parsed: the values of a megabyte of
// `[{},{},…]` would take a hundred times its memory and most of a second.
import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import type * as Jsonc from 'jsonc-parser'
import { lazy } from '../runtime/lazy.ts'
import { refusal } from './refusal.ts'

export interface JsonLimits {
  /** Maximum number of values: objects, lists, texts, numbers and so on. */
  values_max: number
  /** The status of the refusal of JSON that is nested too deep; `undefined`: 400. */
  deep_status?: number
}

const jsonc = lazy<typeof Jsonc>('jsonc-parser')

const DEPTH_MAX = 64
const KEY_BYTES_MAX = 1000

/** The value of the JSON. Refuses (400) invalid or too deep JSON, and (422) too many values or a key that is too long. */
export function parseJson(body: Buffer, limits: JsonLimits): unknown {
  refuseStructure(body, limits)
  // RFC 8259 8.1: JSON is UTF-8; a lenient decoder would store replacement characters instead of the caller's text
  if (!isUtf8(body)) throw invalidJson('It is not UTF-8.')
  const text = body.toString()
  try {
    return JSON.parse(text)
  } catch {
    throw invalidJson(faultIn(text))
  }
}

function invalidJson(why: string): Error {
  return refusal('validation_error', `Request body must be valid JSON. ${why}`, 400)
}

/** The position at which a text stops being JSON; the engine's own error contains it only for some faults. */
function faultIn(text: string): string {
  let fault: { offset: number; line: number; column: number } | undefined
  jsonc().visit(
    text,
    {
      onError(_, offset, __, line, column) {
        if (!fault || offset < fault.offset) fault = { offset, line: line + 1, column: column + 1 }
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  )
  if (!fault) return 'It is not JSON.'
  // the text at that position is not shown, because it could be a part of a secret
  const { offset, line, column } = fault
  return `It ${offset >= text.length ? 'ends too early' : 'cannot be read on'} at line ${line}, column ${column}.`
}

/** A hash of the value that does not depend on the order of fields. */
export function jsonHash(value: unknown): string {
  return hash('sha256', canonical(value), 'base64url')
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Checks depth and size, because later code recurses into a value and processes each of its parts. */
function refuseStructure(body: Buffer, { values_max, deep_status = 400 }: JsonLimits): void {
  let depth = 0
  // one more for each comma, and for each list or object that is not empty
  let values = 1
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (byte === QUOTE) {
      const end = endOfString(body, index + 1)
      const length = end - index - 1
      if (length > KEY_BYTES_MAX && isKey(body, end)) throw longKey(length)
      index = end
    } else if (byte === COMMA) values++
    else if (byte === BRACE || byte === BRACKET) {
      values++
      if (++depth > DEPTH_MAX) throw tooDeep(deep_status)
    } else if (byte === BRACE_END || byte === BRACKET_END) {
      depth--
      const before = body[index - 1]
      if (before === BRACE || before === BRACKET) values--
    }
  }
  if (values > values_max) throw tooMany(values, values_max)
}

/**
 * The position of the quotation mark that ends the text. Most texts contain no other, so one native search finds it. After
 * an escaped one the bytes are checked individually, because another native search costs more than a few dozen steps.
 */
export function endOfString(body: Buffer, start: number): number {
  const quote = body.indexOf(QUOTE!, start)
  if (quote === -1) return body.length
  let before = quote
  while (body[before - 1] === BACKSLASH) before--
  if ((quote - before) % 2 === 0) return quote
  let index = quote + 1
  while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1
  return index
}

function isKey(body: Buffer, end: number): boolean {
  let index = end + 1
  while (SPACES.has(body[index]!)) index++
  return body[index] === COLON
}

function tooDeep(status: number): Error {
  return refusal('validation_error', `Request body must not be nested deeper than ${DEPTH_MAX} levels.`, status)
}

function tooMany(values: number, values_max: number): Error {
  return refusal(
    'validation_error',
    `Request body has too many values: at most ${values_max} are allowed; received ${values}. Send fewer values.`,
  )
}

function longKey(bytes: number): Error {
  return refusal(
    'validation_error',
    `Request body has a field whose name is too long: at most ${KEY_BYTES_MAX} bytes are allowed; received ${bytes}.`,
  )
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, COLON] = Buffer.from('"\\{}[],:')
const SPACES = new Set(Buffer.from(' \t\r\n'))
