// Parses the header of an email and of a MIME part. Each value is limited and can be stored in both databases.
import { isUtf8 } from 'node:buffer'
import type { HeaderLine, MimeNode } from '@zone-eu/mailsplit'
import type * as PostalMime from 'postal-mime'
import { lazy } from '../../../base/runtime/lazy.ts'

const postalMime = lazy<typeof PostalMime>('postal-mime')

export interface ReadHeader {
  headers: [name: string, value: string][]
  from_address: string | null
  from_name: string | null
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string[]
  /** The addresses in the `for` clauses of `Received` fields. */
  received_for: string[]
  subject: string | null
  message_id: string | null
  in_reply_to: string[]
  references: string[]
  is_automatic: boolean
}

export interface FileFacts {
  filename: string | null
  content_type: string
  content_id: string | null
  content_disposition: string | null
}

const ADDRESSES_MAX = 1_000
/** Maximum characters of one address field that are parsed, which takes about 60 ms: a microsecond for each. */
const ADDRESSES_LENGTH_MAX = 60_000
const IDS_MAX = 100
const NAME_LENGTH_MAX = 500
const VALUE_LENGTH_MAX = 10_000

export function readHeader(lines: readonly HeaderLine[], problems: Set<string>): ReadHeader {
  const raw = lines.flatMap(({ key, line }): [string, string][] => {
    const colon = line.indexOf(':')
    return colon === -1 || key === '' ? [] : [[key, unfolded(line.slice(colon + 1))]]
  })
  const all = (name: string): string[] => raw.flatMap(([key, value]) => (key === name ? [value] : []))
  const mailboxes = (name: string): PostalMime.Mailbox[] => {
    const text = all(name).join(', ')
    if (text.length > ADDRESSES_LENGTH_MAX) problems.add(longFieldProblem(name))
    const found = flat(postalMime().addressParser(text.slice(0, ADDRESSES_LENGTH_MAX))).filter(({ address }) => address)
    if (found.length > ADDRESSES_MAX) problems.add(`The header field ${name} has more than ${ADDRESSES_MAX} addresses.`)
    return found.slice(0, ADDRESSES_MAX)
  }
  const addresses = (name: string): string[] =>
    mailboxes(name).map(({ address }) => storableText(address, NAME_LENGTH_MAX))
  const [from = mailboxes('sender')[0]] = mailboxes('from')
  const [subject] = all('subject')
  const name = storableText(from?.name ?? '', NAME_LENGTH_MAX)
  return {
    headers: raw.map(([key, value]) => [storableText(key, NAME_LENGTH_MAX), shown(value)]),
    from_address: from ? storableText(from.address, NAME_LENGTH_MAX) : null,
    from_name: name === '' ? null : name,
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    reply_to: addresses('reply-to'),
    received_for: [...new Set(all('received').flatMap(receivedFor))].slice(0, ADDRESSES_MAX),
    subject: subject === undefined ? null : shown(subject),
    message_id: idsIn(all('message-id').slice(0, 1))[0] ?? null,
    in_reply_to: idsIn(all('in-reply-to')).slice(0, IDS_MAX),
    references: someOf(idsIn(all('references'))),
    is_automatic: isAutomatic(all),
  }
}

/** The problem of a truncated field. */
export function longFieldProblem(name: string): string {
  return `The header field ${name} is too long and was truncated.`
}

export function fileFacts(node: MimeNode): FileFacts {
  const [disposition = ''] = node.headers ? node.headers.get('content-disposition') : []
  const [content_id = ''] = node.headers ? node.headers.get('content-id') : []
  const type = storableText(node.contentType || 'text/plain', NAME_LENGTH_MAX)
  return {
    filename: node.filename ? storableText(node.filename, NAME_LENGTH_MAX) : null,
    content_type: type.includes('/') ? type : 'application/octet-stream',
    content_id: orNull(storableText(valueOf(content_id).replaceAll(/[<>]/g, '').trim(), NAME_LENGTH_MAX)),
    content_disposition: orNull(storableText(valueOf(disposition).split(';')[0]!.trim(), NAME_LENGTH_MAX)),
  }
}

/** Text that both databases can store: without NUL and other control characters, and without lone surrogates. */
export function storableText(text: string, length_max: number): string {
  return text.slice(0, length_max).toWellFormed().replaceAll(CONTROL, ' ')
}

const CONTROL = /\p{Cc}/gu

const orNull = (text: string): string | null => (text === '' ? null : text)

/** The value of a header line, after the name. */
function valueOf(line: string): string {
  return line.replace(/^[\w-]+:/, '')
}

/** Browsers also decode ISO 8859-1 like this. */
const WINDOWS = new TextDecoder('windows-1252')

function unfolded(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  const text = isUtf8(bytes) ? bytes.toString() : WINDOWS.decode(bytes)
  return text.replaceAll(/\r?\n/g, '').trim()
}

function shown(value: string): string {
  return storableText(
    value.includes('=?') ? postalMime().decodeWords(value.slice(0, VALUE_LENGTH_MAX)) : value,
    VALUE_LENGTH_MAX,
  )
}

function flat(all: readonly PostalMime.Address[]): PostalMime.Mailbox[] {
  return all.flatMap(each => (each.group ? flat(each.group) : [each]))
}

function receivedFor(value: string): string[] {
  const found = /\sfor\s+<?([^\s<>;@]+@[^\s<>;@]+)/i.exec(value.slice(0, 2_000))
  return found ? [storableText(found[1]!, NAME_LENGTH_MAX)] : []
}

/** Limits `References` to the first id, which started the thread, and the last ones. */
function someOf(ids: string[]): string[] {
  return ids.length <= IDS_MAX ? ids : [ids[0]!, ...ids.slice(1 - IDS_MAX)]
}

/** In bytes: a line of an email is not longer (RFC 5322 2.1.1), and an index of PostgreSQL allows little more. */
const ID_BYTES_MAX = 1_000

function idsIn(values: readonly string[]): string[] {
  return values
    .flatMap(value => {
      const found = value.match(/<[^<>\s]{1,998}>/g)
      if (found) return found.map(each => storableText(each, ID_BYTES_MAX))
      const bare = value.trim()
      return bare === '' || /\s/.test(bare) || bare.length > 998
        ? []
        : [storableText(`<${bare.replaceAll(/[<>]/g, '')}>`, ID_BYTES_MAX)]
    })
    .filter(id => Buffer.byteLength(id) <= ID_BYTES_MAX)
}

const BULK = new Set(['bulk', 'junk', 'list', 'auto_reply'])
const OF_MACHINES = ['list-id', 'x-autoreply', 'x-autorespond', 'x-auto-response-suppress']

/** Whether a program wrote the email: `Auto-Submitted` (RFC 3834), and older fields for the same purpose. */
function isAutomatic(all: (name: string) => string[]): boolean {
  const submitted = all('auto-submitted').some(value => !/^no\b/i.test(value.trim()))
  const bulk = all('precedence').some(value => BULK.has(value.trim().toLowerCase()))
  return submitted || bulk || OF_MACHINES.some(name => all(name).length > 0)
}
