// Generates header lines of an email (RFC 5322, RFC 2047): none is longer than allowed, and no value from a caller can
// end a line and start another one (header injection).
import type * as MimeFuncs from 'nodemailer/lib/mime-funcs'
import { lazy } from '../runtime/lazy.ts'
import type { Address } from './addresses.ts'

const mimeFuncs = lazy<typeof MimeFuncs>('nodemailer/lib/mime-funcs')

/** RFC 5322 2.1.1: the recommended maximum is 78. */
const LINE_LENGTH = 76
/** RFC 2047 2: an encoded word has 75 characters at most, and its line starts with a name. */
const WORD_LENGTH = 52

const PLAIN = /^[\t\x20-\x7E]*$/
/** The prefix of an encoded word (RFC 2047 7). */
const LOOKS_ENCODED = '=?'
const CONTROL = /[^\P{Cc}\t]/gu
/** RFC 5322 3.2.3: words of a name that require no quotes. */
const ATOMS = /^[\w!#$%&'*+/=?^`{|}~ -]*$/

/** A line whose value is text for people. */
export function textHeader(name: string, value: string): string {
  const clean = value.replaceAll(CONTROL, ' ')
  if (PLAIN.test(clean) && !clean.includes(LOOKS_ENCODED)) return line(name, clean)
  return line(name, mimeFuncs().encodeWords(clean, wordEncoding(clean), WORD_LENGTH, true))
}

/** The same for a value with a word that is too long for a line. */
export function encodedHeader(name: string, value: string): string {
  return line(name, mimeFuncs().encodeWord(value.replaceAll(CONTROL, ' '), 'Q', WORD_LENGTH))
}

/** A line with message ids, each in angle brackets, in any script. */
export function messageIdsHeader(name: string, value: string): string {
  const ids = value
    .replaceAll(CONTROL, ' ')
    .replaceAll(/<[^>]*>?/g, id => id.replaceAll(/\s/g, ''))
    .split(/\s+/)
    .filter(id => id !== '')
    .map(id => `${id.startsWith('<') ? '' : '<'}${id}${id.endsWith('>') ? '' : '>'}`)
  return line(name, ids.join(' '))
}

export function addressesHeader(name: string, addresses: readonly Address[]): string {
  return line(name, addresses.map(written).join(', '))
}

/** A line such as `Content-Type`, with parameters in any script (RFC 2231). */
export function parametersHeader(name: string, value: string, params: Record<string, string>): string {
  return line(name, mimeFuncs().buildHeaderValue({ value, params }))
}

/** A date in the format of RFC 5322 3.3. */
export function dateHeader(name: string, date: Date): string {
  return `${name}: ${date.toUTCString().replace('GMT', '+0000')}\r\n`
}

function written({ name, address }: Address): string {
  if (name === '') return address
  return `${phrase(name)} <${address}>`
}

function phrase(name: string): string {
  if (!PLAIN.test(name)) return mimeFuncs().encodeWord(name.replaceAll(CONTROL, ' '), wordEncoding(name), WORD_LENGTH)
  if (ATOMS.test(name) && !name.includes(LOOKS_ENCODED)) return name
  return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
}

/** The shorter encoding: a letter of another script takes six characters in Q and less than three in B. */
function wordEncoding(value: string): 'Q' | 'B' {
  const others = value.replaceAll(/[\x20-\x7E]/g, '').length
  return others * 2 > value.length ? 'B' : 'Q'
}

/** Empty without a value, because such a header would have no meaning. */
function line(name: string, value: string): string {
  if (value.trim() === '') return ''
  const whole = `${name}: ${value}`
  return `${whole.length <= LINE_LENGTH ? whole : mimeFuncs().foldLines(whole, LINE_LENGTH)}\r\n`
}
