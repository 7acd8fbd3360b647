// Parses one address: `a@b.tld` or `Name <a@b.tld>`, and nothing that could be read as several. Every expression here is
// anchored and reads each character once, so a hostile text costs no more than an ordinary one (ReDoS).
import { domainToASCII } from 'node:url'
import { isLongerThan } from './length.ts'

export interface Address {
  /** The display name; empty if there is none. */
  name: string
  /** The bare address, its domain in lower case ASCII. */
  address: string
}

const TEXT_LIMIT = 998
const ADDRESS_LIMIT = 254
const LOCAL_LIMIT = 64

// Control characters could end a header or a command; bidirectional ones make a sender look like another one.
const FORBIDDEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
// RFC 5322 3.2.3 dot-atom. Quoted local parts are excluded: mail servers disagree about where they end.
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u
const ASCII_DOMAIN = /^[A-Za-z0-9.-]+$/
// RFC 5322 3.2.3: characters that only a quoted name may contain, such as the separators of lists, groups, comments and
// routes.
const SPECIALS = /[()<>[\]:;@\\,"]/
// RFC 5322 3.2.4; the two branches exclude each other.
const QUOTED = /^"((?:[^"\\]|\\.)*)"$/u

/** The address in the text; `undefined` if the text is not an address, or could be read as several. */
export function parseAddress(text: string): Address | undefined {
  const given = text.trim()
  if (isLongerThan(given, TEXT_LIMIT) || FORBIDDEN.test(given) || !given.isWellFormed()) return undefined
  if (!given.endsWith('>')) return withName('', given)
  const open = given.lastIndexOf('<')
  const name = open === -1 ? undefined : parsedName(given.slice(0, open).trim())
  return name === undefined ? undefined : withName(name, given.slice(open + 1, -1))
}

/** The address in the text, which must have neither a name nor angle brackets; otherwise `undefined`. */
export function parseBareAddress(text: string): string | undefined {
  const given = text.trim()
  return !given.endsWith('>') && parseAddress(given) ? given : undefined
}

// RFC 6531 3.3: additional characters of a dot-atom, in lower and upper case
const INTERNATIONAL_LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~.\u0080-\u{10ffff}-]+$/u

/**
 * The fault of a text that is not an address, worded to follow the name of its field. `form`: the required form, if
 * that is the fault. An international local part is named, because the address may well exist.
 */
export function addressFault(text: string, form: string): string {
  const at = text.lastIndexOf('@')
  const start = text.lastIndexOf('<', at) + 1
  const local = text.slice(start, Math.max(at, 0)).trimStart()
  const isInternational = /\P{ASCII}/u.test(local) && INTERNATIONAL_LOCAL_PART.test(local)
  if (!isInternational || !parseAddress(`${text.slice(0, start)}x${text.slice(at)}`)) return form
  return 'the part before the `@` must be ASCII, because this server does not support SMTPUTF8 (RFC 6531)'
}

/** An address with its name as one text. RFC 5322 3.2.4: a name in double quotes may contain any character. */
export function formatMailbox({ name, address }: Address): string {
  return name === '' ? address : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${address}>`
}

/** The domain of a bare address, as in `parseAddress(...).address`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** The address with its domain in ASCII, as in DNS. */
export function withAsciiDomain(address: string): string {
  const domain = domainOf(address)
  return address.slice(0, address.length - domain.length) + (asciiDomain(domain) || domain)
}

/** Addresses with the same key are the same contact: case and the form of an international domain are ignored. */
export function emailKey(email: string): string {
  return (parseAddress(email)?.address ?? email.trim()).toLowerCase()
}

/**
 * The bare addresses of these texts without duplicates, each in its first spelling; case is ignored. A text that is not
 * an address is kept.
 */
export function distinctAddresses(texts: readonly string[]): string[] {
  const distinct = new Map<string, string>()
  for (const text of texts) {
    const address = parseAddress(text)?.address ?? text
    const key = address.toLowerCase()
    if (!distinct.has(key)) distinct.set(key, address)
  }
  return [...distinct.values()]
}

const GMAIL = /^g(?:oogle)?mail\.com$/

/** Addresses with the same key reach the same mailbox: the part after a `+` is ignored, as are the dots at Gmail. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const domain = domainOf(key)
  const [name = ''] = key.slice(0, -domain.length - 1).split('+', 1)
  if (name !== '' && GMAIL.test(domain)) return `${name.replaceAll('.', '')}@gmail.com`
  return name ? `${name}@${domain}` : key
}

/** A server's text with a placeholder for each address, for readers who must not learn the recipients. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>()[\]",;:]+/g, word => (word.includes('@') ? '(address)' : word))
}

function parsedName(text: string): string | undefined {
  const quoted = QUOTED.exec(text)
  if (quoted) return quoted[1]!.replaceAll(/\\(.)/gu, '$1').trim()
  return SPECIALS.test(text) ? undefined : text
}

function withName(name: string, bare: string): Address | undefined {
  const at = bare.lastIndexOf('@')
  const local = bare.slice(0, Math.max(at, 0))
  if (local.length > LOCAL_LIMIT || !LOCAL_PART.test(local)) return undefined
  const domain = parsedDomain(bare.slice(at + 1))
  if (domain === undefined) return undefined
  const address = `${local}@${domain}`
  return address.length > ADDRESS_LIMIT ? undefined : { name, address }
}

/** In lower case ASCII. A single label (`localhost`) and an IP address are not accepted as email domains here. */
function parsedDomain(text: string): string | undefined {
  const domain = asciiDomain(text)
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every(label => LABEL.test(label))) return undefined
  return /^\d+$/.test(labels.at(-1)!) ? undefined : domain
}

function asciiDomain(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII_DOMAIN.test(lower)) return lower
  // domainToASCII unescapes `%61` and cuts at `/`, so it is only passed text that can be a name
  return INTERNATIONAL_DOMAIN.test(lower) ? domainToASCII(lower) : ''
}
