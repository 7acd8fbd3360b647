// The requirements for attachments, and the form in which they are stored.
import { lookup } from 'mime-types'
import type { InSchemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { contentRef, type FileContent } from '../../base/text/extract-contents.ts'
import { hostOf, urlFault } from '../../base/text/destination.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { describeValue } from '../../base/text/describe-value.ts'

/** A file of an email that is not accepted yet: its content is stored under a hash or not fetched yet. */
export interface NewAttachment {
  filename: string | null
  content_type: string
  /** Set: the file is inline. */
  content_id: string | null
  path: string | null
  content: { hash: string; bytes: number } | null
  /** Not a file, but the MIME content of the whole email as submitted over SMTP. */
  is_submitted?: boolean
}

/** A stored file of an email, with its content. */
export interface StoredAttachment {
  id: string
  filename: string | null
  content_type: string
  content_id: string | null
  blob_id: string
  bytes: number
}

type AttachmentRequest = InSchemas['EmailAttachment']

const ATTACHMENTS_MAX = 100
/** Maximum bytes of a message: its files in base64 and the rest of the email. */
export const MESSAGE_BYTES_MAX = 40 * 1024 * 1024
const NAME_LIMIT = 255
const TYPE_LIMIT = 255
const CONTENT_ID_LIMIT = 127
const UNKNOWN_TYPE = 'application/octet-stream'

// a control character could begin another header; a character that changes the direction of text can disguise `exe.pdf`
const NO_NAME = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
// media types and their parameters (RFC 2045 5.1)
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const TYPE = new RegExp(String.raw`^${TOKEN}/${TOKEN}(?: *; *${TOKEN}=(?:${TOKEN}|"[^"\\\x00-\x1f\x7f-\uffff]*"))*$`)
/** Parameters set by other fields: the file's name or the structure of the message. */
const OWNED_PARAMETER = /; *(?:name|filename|boundary)[*=]/i
const CONTENT_ID = /^[!-;=?-~]+$/

/** Extensions of programs and of files that start programs. Receivers refuse mail with them. */
const BLOCKED = new Set(
  (
    'adp app asp bas bat cer chm cmd com cpl crt csh der exe fxp gadget hlp hta inf ins isp its js jse ksh lib lnk mad ' +
    'maf mag mam maq mar mas mat mau mav maw mda mdb mde mdt mdw mdz msc msh msh1 msh2 mshxml msh1xml msh2xml msi msp ' +
    'mst ops pcd pif plg prf prg reg scf scr sct shb shs sys ps1 ps1xml ps2 ps2xml psc1 psc2 tmp url vb vbe vbs vps ' +
    'vsmacros vss vst vsw vxd ws wsc wsf wsh xnk'
  ).split(' '),
)

/**
 * The MIME content of a submitted email, stored like one of its files. Refuses content that is too large after transfer
 * encoding.
 */
export function submittedFile({ hash, bytes }: FileContent): NewAttachment {
  if (bytes.length > MESSAGE_BYTES_MAX) throw tooLarge(bytes.length)
  const content = { hash, bytes: bytes.length }
  return { filename: null, content_type: 'message/rfc822', content_id: null, path: null, content, is_submitted: true }
}

/** Checks requested attachments and returns the rows to store. `beside`: the bytes of the rest of the email. */
export function newAttachments(asked: AttachmentRequest[], beside: number): NewAttachment[] {
  if (asked.length > ATTACHMENTS_MAX) {
    const words = `at most ${ATTACHMENTS_MAX} attachments are allowed; received ${asked.length}`
    throw refusal('validation_error', `Invalid \`attachments\` field: ${words}.`)
  }
  const attachments = asked.map(newAttachment)
  const bytes = attachments.reduce((sum, { content }) => sum + base64Bytes(content?.bytes ?? 0), beside)
  if (bytes > MESSAGE_BYTES_MAX) throw tooLarge(bytes)
  return attachments
}

/** The size of a file in a message, in base64 bytes. */
export function base64Bytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

/** The maximum size of a file fetched for an email that already has this many bytes. */
export function remainingFileBytes(bytes: number): number {
  return Math.max(0, Math.floor((MESSAGE_BYTES_MAX - bytes) / 4) * 3)
}

function newAttachment(asked: AttachmentRequest, index: number): NewAttachment {
  const at = `attachments[${index}]`
  const { content, path } = source(asked, at)
  const filename = nameOf(asked.filename, at, index)
  const content_id = contentId(asked, at)
  return { filename, content_type: contentType(asked, filename, at), content_id, path, content }
}

function source(asked: AttachmentRequest, at: string): Pick<NewAttachment, 'content' | 'path'> {
  // empty text counts as missing; non-empty text was replaced by a reference when the body was read
  const content = asked.content || undefined
  const path = asked.path ?? ''
  if (content === undefined && path === '') throw invalid(at, 'it must have `content` or `path`')
  const ref = typeof content === 'string' ? contentRef(content) : undefined
  if (content !== undefined && !ref)
    throw invalid(`${at}.content`, 'it must be base64, a list of bytes or a Buffer serialized as JSON')
  if (path === '') return { content: ref!, path: null }
  // some clients send both fields and leave the unused one empty
  if (ref && ref.bytes > 0) throw invalid(at, 'it must have `content` or `path`, not both')
  return { content: null, path: checkedPath(path, at) }
}

function checkedPath(path: string, at: string): string {
  const fault = urlFault(path)
  if (fault !== undefined) throw invalid(`${at}.path`, `it ${fault}; received ${describeValue(path)}`)
  return path
}

/** The host that files are fetched from: the host of the first file. */
export function fetchHost(attachments: readonly NewAttachment[]): string | undefined {
  const path = attachments.find(each => each.path !== null)?.path ?? undefined
  return path === undefined ? undefined : hostOf(new URL(path))
}

/** Drops everything up to the last slash or backslash: it is a private folder name on the sender's machine. */
function nameOf(given: AttachmentRequest['filename'], at: string, index: number): string | null {
  if (given === false) return null
  if (given === true) throw invalid(`${at}.filename`, 'it must be a text or false')
  const name = (given ?? '').slice(Math.max(given?.lastIndexOf('/') ?? -1, given?.lastIndexOf('\\') ?? -1) + 1)
  if (NO_NAME.test(given ?? '')) {
    throw invalid(`${at}.filename`, `it must have no control characters; received ${describeValue(given)}`)
  }
  if (isLongerThan(name, NAME_LIMIT)) {
    throw invalid(`${at}.filename`, `it must have at most ${NAME_LIMIT} characters; received ${describeValue(given)}`)
  }
  const ending = endingOf(name)
  if (BLOCKED.has(ending)) {
    throw invalid(
      `${at}.filename`,
      `mail servers reject \`.${ending}\` files; use an archive or send a link; received ${describeValue(given)}`,
    )
  }
  // names that consist only of dots are names of folders
  return /^[. ]*$/.test(name) ? `attachment-${index}` : name
}

/** The extension in lower case. Trailing dots and spaces are ignored because some systems drop them. */
function endingOf(name: string): string {
  return (
    /\.([^.]*)$/
      .exec(/^.*[^. ]/s.exec(name)?.[0] ?? '')?.[1]
      ?.trim()
      .toLowerCase() ?? ''
  )
}

function contentType(asked: AttachmentRequest, filename: string | null, at: string): string {
  const given = asked.content_type || asked.contentType || ''
  if (given === '') return (filename !== null && lookup(filename)) || UNKNOWN_TYPE
  const field = asked.content_type ? 'content_type' : 'contentType'
  if (given.length > TYPE_LIMIT || !TYPE.test(given)) {
    throw invalid(
      `${at}.${field}`,
      `it must be a media type such as \`application/pdf\`; received ${describeValue(given)}`,
    )
  }
  if (/^multipart\//i.test(given) || OWNED_PARAMETER.test(given)) {
    throw invalid(
      `${at}.${field}`,
      `it must be the type of one file, without its name; received ${describeValue(given)}`,
    )
  }
  return given
}

function contentId(asked: AttachmentRequest, at: string): string | null {
  const given = asked.content_id || asked.inline_content_id || ''
  if (given === '') return null
  const id = given.replace(/^<(.*)>$/, '$1')
  if (id.length > CONTENT_ID_LIMIT || !CONTENT_ID.test(id)) {
    throw invalid(
      `${at}.${asked.content_id ? 'content_id' : 'inline_content_id'}`,
      `it must have 1 to ${CONTENT_ID_LIMIT} printable ASCII characters without spaces and angle brackets; received ${describeValue(given)}`,
    )
  }
  return id
}

function tooLarge(bytes: number): Error {
  return refusal(
    'validation_error',
    `The email is too large: with its attachments in base64 it may have at most ${MESSAGE_BYTES_MAX} bytes, and it has ${bytes}.`,
  )
}

function invalid(field: string, reason: string): Error {
  return refusal('invalid_attachment', `Invalid \`${field}\` field: ${reason}.`)
}
