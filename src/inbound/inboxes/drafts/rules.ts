// The allowed content of a draft. It may be incomplete; whether it can be sent is checked when it is sent.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import { addressFault, parseAddress } from '../../../base/text/addresses.ts'
import { isLongerThan, truncate } from '../../../base/text/length.ts'
import { quickText } from '../../../base/text/plain-text.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { describeValue } from '../../../base/text/describe-value.ts'
import type { NewAttachment } from '../../../mail/attachments/rules.ts'
import { refuseEmpty, refuseSize } from '../replies/files.ts'
import { givenAddresses, refuseTooMany } from '../replies/recipients.ts'
import type { DraftRecord } from './store.ts'

/** Maximum unsent drafts of an inbox. */
export const DRAFTS_MAX = 1_000

const SUBJECT_MAX = 998
const CONTENT_BYTES_MAX = 4_000_000
const CONTROL = /[^\P{Cc}\t]/u

/** The content of a draft without its files. */
export interface DraftContent {
  /** `null`: not given yet. */
  to: string[] | null
  cc: string[]
  bcc: string[]
  subject: string | null
  html: string | null
  text: string | null
}

export const NO_CONTENT: DraftContent = { to: null, cc: [], bcc: [], subject: null, html: null, text: null }

type DraftRequest = Pick<InSchemas['UpdateInboxDraft'], keyof DraftContent>

/** The content after a request: a missing field is unchanged, `null` clears it. */
export function updatedDraftContent(before: DraftContent, asked: DraftRequest): DraftContent {
  const { subject = before.subject, html = before.html, text = before.text } = asked
  const content = {
    to: asked.to === undefined ? before.to : asked.to === null ? null : checkedAddresses('to', asked.to),
    cc: asked.cc === undefined ? before.cc : checkedAddresses('cc', asked.cc),
    bcc: asked.bcc === undefined ? before.bcc : checkedAddresses('bcc', asked.bcc),
    subject: subject || null,
    html: html || null,
    text: text || null,
  }
  refuseTooMany({ ...content, to: content.to ?? [] })
  refuseSubject(content.subject)
  refuseTexts(content)
  return content
}

const FORM = 'write each address as `name@example.com` or `Name <name@example.com>`'

function checkedAddresses(field: string, given: string | readonly string[] | null): string[] {
  return givenAddresses(given).map(text => {
    if (parseAddress(text)) return text.trim()
    throw refusal(
      'validation_error',
      `Invalid \`${field}\` field: ${addressFault(text, FORM)}; received ${describeValue(text)}.`,
    )
  })
}

function refuseSubject(subject: string | null): void {
  if (subject === null || (!isLongerThan(subject, SUBJECT_MAX) && !CONTROL.test(subject))) return
  const words = `it must be one line of at most ${SUBJECT_MAX} characters; received ${describeValue(subject)}`
  throw refusal('validation_error', `Invalid \`subject\` field: ${words}.`)
}

function refuseTexts({ html, text }: DraftContent): void {
  for (const [field, value] of Object.entries({ html, text }))
    if (value?.includes('\0'))
      throw refusal('validation_error', `Invalid \`${field}\` field: it contains a NUL character.`)
  const bytes = Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '')
  if (bytes <= CONTENT_BYTES_MAX) return
  const words = `at most ${CONTENT_BYTES_MAX} bytes in UTF-8 are allowed in total; received ${bytes}`
  throw refusal('validation_error', `The \`html\` and \`text\` fields are too large: ${words}.`)
}

/** Refuses a file whose content is not stored: a draft keeps its files even if their URLs change later. */
export function refuseDraftFiles(files: readonly NewAttachment[]): void {
  const unfetched = files.findIndex(({ content }) => !content)
  if (unfetched !== -1)
    throw refusal(
      'validation_error',
      `Invalid \`attachments[${unfetched}].path\` field: the file could not be fetched.`,
    )
  refuseEmpty(files)
  refuseSize(files)
}

const SNIPPET_MAX = 200
/** Maximum characters of a body from which a snippet is created. */
const LOOKED_AT = 10_000

/** The start of the text on one line. */
export function snippetOf({ html, text }: Pick<DraftContent, 'html' | 'text'>): string | null {
  const source = text === null ? quickText((html ?? '').slice(0, LOOKED_AT)) : text.slice(0, LOOKED_AT)
  return truncate(source.replaceAll(/\s+/g, ' ').trim(), SNIPPET_MAX) || null
}

export function refuseSent(draft: { email_id: string | null }): void {
  if (draft.email_id === null) return
  throw refusal('validation_error', 'This draft was sent already: it cannot be changed or sent again.', 409)
}

export function replyExistsRefusal(): Error {
  const words = 'This email already has an unsent draft reply. Update or delete it.'
  return refusal('validation_error', words, 409)
}

export function tooManyDraftsRefusal(): Error {
  return refusal('validation_error', `An inbox can have at most ${DRAFTS_MAX} drafts. Send or delete one first.`)
}

/** A stored file of a draft. */
interface DraftFile {
  id: string
  filename: string | null
  content_type: string
  bytes: number | null
}

type DraftFields = Pick<
  DraftRecord,
  'id' | 'to' | 'cc' | 'bcc' | 'subject' | 'thread_id' | 'reply_to_email_id' | 'updated_at'
>

/** The fields of a draft in all responses and webhook events. */
export function draftCore(draft: DraftFields, files: readonly DraftFile[]) {
  const { id, to, cc, bcc, subject, thread_id, reply_to_email_id, updated_at } = draft
  const type = reply_to_email_id === null ? ('standalone' as const) : ('reply' as const)
  const attachments = files.map(({ id: file_id, filename, content_type, bytes }) => {
    return { id: file_id, filename: filename ?? '', content_type, size: bytes ?? 0 }
  })
  return { id, type, to, cc, bcc, subject, thread_id, reply_to_email_id, updated_at, attachments }
}

export function draftItem(
  draft: DraftFields & Pick<DraftRecord, 'snippet'>,
  files: readonly DraftFile[],
): Schemas['InboxDraftItem'] {
  return Object.assign(draftCore(draft, files), { snippet: draft.snippet })
}

export function draftResponse(draft: DraftRecord, files: readonly DraftFile[]): Schemas['InboxDraft'] {
  const { html, text, email_id, created_at } = draft
  return { object: 'inbox_draft', ...draftCore(draft, files), html, text, email_id, created_at }
}
