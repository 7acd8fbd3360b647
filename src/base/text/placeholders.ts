// Placeholders in texts: `{{{KEY}}}` and, with a fallback, `{{{KEY|text}}}`. Everything else, such as `{{KEY}}` and an
// incomplete placeholder, is plain text. Also fills in a contact's values in bulk emails.
import { refusal } from './refusal.ts'

export interface Placeholder {
  key: string
  /** The text for a missing value. */
  fallback: string | undefined
}

/** Names for the link to the unsubscribe page. */
const UNSUBSCRIBE = new Set(['RESEND_UNSUBSCRIBE_URL', 'UNSUBSCRIBE_URL'])

export function isUnsubscribe(key: string): boolean {
  return UNSUBSCRIBE.has(key)
}

const BRACKET = '{'.charCodeAt(0)

// the bounds prevent a long word from being read again at each bracket in it
const NAME = /\s{0,20}([A-Za-z0-9_.]{1,100})\s{0,20}(\||\}\}\})/y

/** Maximum number of placeholders of a template; the rest of a text with more is not split. */
export const PLACEHOLDERS_MAX = 5000

/** A placeholder with its position. */
export interface FoundPlaceholder {
  start: number
  end: number
  placeholder: Placeholder
}

/** The text split into plain parts and placeholders; the text after the first `most` placeholders is plain. */
export function splitPlaceholders(source: string, most = PLACEHOLDERS_MAX + 1): Array<string | Placeholder> {
  const parts: Array<string | Placeholder> = []
  let plain = 0
  for (const { start, end, placeholder } of findPlaceholders(source, most)) {
    parts.push(source.slice(plain, start), placeholder)
    plain = end
  }
  return [...parts, source.slice(plain)].filter(part => part !== '')
}

/** The first `most` placeholders of a text, found in one pass. */
export function findPlaceholders(source: string, most = Number.POSITIVE_INFINITY): FoundPlaceholder[] {
  const places: FoundPlaceholder[] = []
  let plain = 0
  let open = source.indexOf('{{{')
  let close = -1
  while (open !== -1 && places.length < most) {
    // of several opening brackets only the last three can open a placeholder
    while (source.charCodeAt(open + 3) === BRACKET) open++
    // the closing bracket found for one opening is reused for the next ones, so the text is searched once
    if (close < open + 3) close = source.indexOf('}}}', open + 3)
    if (close === -1) break
    const found = placeholderAt(source, open + 3, close)
    if (found) {
      plain = close + 3
      places.push({ start: open, end: plain, placeholder: found })
    }
    open = source.indexOf('{{{', found ? plain : open + 1)
  }
  return places
}

function placeholderAt(source: string, start: number, close: number): Placeholder | undefined {
  NAME.lastIndex = start
  const match = NAME.exec(source)
  if (!match) return undefined
  const [, key, end] = match
  if (end !== '|') return { key: key!, fallback: undefined }
  const inner = source.indexOf('{{{', NAME.lastIndex)
  // a bracket opened in the fallback is a separate placeholder, and this one is text
  return inner !== -1 && inner < close ? undefined : { key: key!, fallback: source.slice(NAME.lastIndex, close) }
}

/** All placeholders of a text, repeated ones included. */
export function listPlaceholders(source: string): Placeholder[] {
  return splitPlaceholders(source).filter(part => typeof part !== 'string')
}

type Value = string | number

/** The values of the contact that receives the email. */
export interface ContactValues {
  contact: { email: string; first_name: string | null; last_name: string | null }
  /** By the keys of the properties. */
  properties: Readonly<Record<string, Value>>
  /** The values for contacts without one, by the keys of the properties. */
  fallbacks: Readonly<Record<string, Value>>
  /** The URL of the unsubscribe page, if the email links to it. */
  unsubscribeUrl?: string | undefined
}

/** The kind of text: HTML, plain text, or a header line. */
type FilledAs = 'html' | 'text' | 'subject'

/** Maximum length of filled-in text. */
export const FILLED_CHARACTERS_MAX = 4_000_000

/** The text with the values of a contact. Refuses (422 validation_error) a result that is too long. */
export function fillPlaceholders(source: string, values: ContactValues, as: FilledAs): string {
  return fillParts(splitPlaceholders(source, Number.POSITIVE_INFINITY), values, as)
}

/** The same for a text that was split before, for many recipients. */
export function fillParts(parts: ReturnType<typeof splitPlaceholders>, values: ContactValues, as: FilledAs): string {
  const texts: string[] = []
  let left = FILLED_CHARACTERS_MAX
  for (const part of parts) {
    const text = typeof part === 'string' ? part : filledPart(part, values, as)
    left -= text.length
    if (left < 0) throw tooLong()
    texts.push(text)
  }
  return texts.join('')
}

const tooLong = (): Error =>
  refusal(
    'validation_error',
    `With the values of this contact, a text has more than ${FILLED_CHARACTERS_MAX} characters. Shorten the text or the values.`,
  )

function filledPart({ key, fallback }: Placeholder, values: ContactValues, as: FilledAs): string {
  const known = isUnsubscribe(key) ? (values.unsubscribeUrl ?? '') : valueOf(key, values)
  if (known !== undefined) return written(known, as)
  // the author of the text wrote the fallback, so it is not escaped: in HTML it is markup
  if (fallback !== undefined) return as === 'subject' ? toOneLine(fallback.trim()) : fallback.trim()
  return written(own(values.fallbacks, propertyOf(key)) ?? '', as)
}

const OF_CONTACT = 'contact.'
/** The fields of a contact, each with both of its names. */
const FIELDS: Readonly<Record<string, keyof ContactValues['contact']>> = {
  'contact.first_name': 'first_name',
  'contact.last_name': 'last_name',
  'contact.email': 'email',
  FIRST_NAME: 'first_name',
  LAST_NAME: 'last_name',
  EMAIL: 'email',
}

/** Names are case-sensitive. An empty value counts as missing: an email must not greet a contact by an empty name. */
function valueOf(key: string, { contact, properties }: ContactValues): Value | undefined {
  const field = own(FIELDS, key)
  const value = field === undefined ? own(properties, propertyOf(key)) : contact[field]
  return value === null || value === '' ? undefined : value
}

/** Whether a contact can have a value for the key. */
export function isOfContact(key: string, properties: Readonly<Record<string, unknown>>): boolean {
  return own(FIELDS, key) !== undefined || own(properties, propertyOf(key)) !== undefined
}

function propertyOf(key: string): string {
  return key.startsWith(OF_CONTACT) ? key.slice(OF_CONTACT.length) : key
}

/** Only own keys, because a property may be called `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function written(value: Value, as: FilledAs): string {
  const text = typeof value === 'number' ? decimal(value) : value
  if (as === 'subject') return toOneLine(text)
  return as === 'html' && !ADDRESS.test(text) ? escapeHtml(text) : text
}

// a URL is not escaped if it contains no character that could end an attribute or start a tag
const ADDRESS = /^https?:\/\/[^\s<>"'`]+$/i

function decimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

/** A value with a line break must not become a separate header (RFC 5322 2.2). */
export function toOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text escaped for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ENTITIES[character]!)
}

// the bound of the fallback prevents a long text from being read repeatedly
const LINK = /\{\{\{\s{0,20}(?:RESEND_)?UNSUBSCRIBE_URL\s{0,20}(?:\|[^{}]{0,1000})?\}\}\}/g

/** Whether a text contains a placeholder for the unsubscribe link. */
export function hasUnsubscribe(source: string): boolean {
  return source.includes('UNSUBSCRIBE_URL') && source.search(LINK) !== -1
}

/** The text with the unsubscribe link in place of its placeholders. */
export function fillUnsubscribe(source: string, url: string): string {
  return source.includes('UNSUBSCRIBE_URL') ? source.replaceAll(LINK, () => url) : source
}

/** Template values with the unsubscribe placeholder as its own value: the link is filled in when the email is delivered. */
export function withDeferredLink(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const later = [...UNSUBSCRIBE].filter(key => (values[key] ?? undefined) === undefined)
  return { ...values, ...Object.fromEntries(later.map(key => [key, `{{{${key}}}}`])) }
}
