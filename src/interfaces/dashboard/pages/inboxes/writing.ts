// The fields of an email that is written in an inbox, and how they are read.
import { type Html, html } from '../../../../base/html/html.ts'
import { FormFault } from '../../problems.ts'
import { UPLOAD_FAULT_FIELD } from '../../session/read-upload.ts'
import { textArea, field } from '../../ui/fields.ts'
import { entered } from '../../ui/reader.ts'
import { textFromForm } from './forms.ts'

/** Maximum bytes of the texts in a form without a file. */
export const FORM_BYTES = 1_000_000

/** Maximum characters of a line in the header of an email (RFC 5322, 2.1.1). */
const SUBJECT_MAX = 998
/** Enough for 50 addresses with their names. */
const ADDRESSES_MAX = 20_000

export interface StoredContent {
  to: readonly string[] | null
  cc: readonly string[]
  bcc: readonly string[]
  subject: string | null
  text: string | null
  html: string | null
}

/** `isReply`: only the text is missing, so it gets the focus. */
export function writingFields(stored?: StoredContent, isReply = false): Html {
  const line = (name: 'to' | 'cc' | 'bcc', label: string, hint?: string): Html => {
    const attributes = { name, maxlength: ADDRESSES_MAX, autocomplete: 'off', spellcheck: 'false', hint }
    return field(label, { ...attributes, value: entered(name, stored?.[name]?.join(', ')) })
  }
  const markup = entered('html', stored?.html)
  return html`${line('to', 'To', 'Comma-separated.')} ${line('cc', 'Cc')} ${line('bcc', 'Bcc')}
  ${field('Subject', { name: 'subject', maxlength: SUBJECT_MAX, autocomplete: 'off', value: entered('subject', stored?.subject) })}
  ${textArea('Plain text', { name: 'text', rows: 12, autofocus: isReply, value: entered('text', stored?.text) })}
  ${markup !== null && textArea('HTML', { name: 'html', rows: 8, hint: 'Added through the API. Most recipients see this version.', value: markup })}`
}

/** Several files are added one at a time: each is stored when the draft is saved. */
export function fileField(label: string, hint?: string): Html {
  return field(label, { type: 'file', name: 'file', hint })
}

/** Addresses separated by commas or semicolons, which quoted names may contain. */
function addressesFromForm(form: URLSearchParams, name: string): string[] {
  const found: string[] = []
  let [start, isQuoted] = [0, false]
  const text = `${form.get(name) ?? ''},`
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || (text[at] !== ',' && text[at] !== ';')) continue
    found.push(text.slice(start, at).trim())
    start = at + 1
  }
  // after an unclosed quote, the rest is one address, which is refused as invalid
  return [...found, text.slice(start, -1).trim()].filter(each => each !== '')
}

export function emailFromForm(form: URLSearchParams) {
  return {
    to: addressesFromForm(form, 'to'),
    cc: addressesFromForm(form, 'cc'),
    bcc: addressesFromForm(form, 'bcc'),
    subject: (form.get('subject') ?? '').trim() || null,
    text: textFromForm(form, 'text'),
    ...(form.has('html') && { html: textFromForm(form, 'html') }),
  }
}

interface StoredFile {
  content: string
  filename: string
  content_type?: string
}

/** The file uploaded with the form, as an attachment of a request. Refuses a file that could not be stored. */
export function fileFromForm(form: URLSearchParams): StoredFile | undefined {
  const trouble = form.get(UPLOAD_FAULT_FIELD)
  if (trouble !== null) throw new FormFault(trouble)
  const stored = form.get('file')
  return stored === null ? undefined : (JSON.parse(stored) as StoredFile)
}
