// The fields in which an email of an inbox is written, and how they are read.
import { type Html, html } from '../../../../base/html/html.ts'
import { FormFault } from '../../problems.ts'
import { UPLOAD_TROUBLE } from '../../session/read-upload.ts'
import { area, field } from '../../ui/fields.ts'
import { askedAddresses, askedText } from './asked.ts'

/** Maximum bytes of the texts in a form without a file. */
export const FORM_BYTES = 1_000_000

/** Maximum characters of a line in the header of an email (RFC 5322, 2.1.1). */
const SUBJECT_MAX = 998
/** Enough for 50 addresses with their names. */
const ADDRESSES_MAX = 20_000

export interface Written {
  to: readonly string[] | null
  cc: readonly string[]
  bcc: readonly string[]
  subject: string | null
  text: string | null
  html: string | null
}

/** `written`: the stored content. `isReply`: only the text is missing, so it gets the focus. */
export function writingFields(form: URLSearchParams, written?: Written, isReply = false): Html {
  const value = (name: string, stored: string | null | undefined): string => form.get(name) ?? stored ?? ''
  const line = (name: 'to' | 'cc' | 'bcc', label: string): Html => {
    const attributes = { name, maxlength: ADDRESSES_MAX, autocomplete: 'off', spellcheck: 'false' }
    return field(label, { ...attributes, value: value(name, written?.[name]?.join(', ')) })
  }
  const markup = form.get('html') ?? written?.html
  return html`${line('to', 'To; several with commas')} ${line('cc', 'Cc')} ${line('bcc', 'Bcc')}
  ${field('Subject', { name: 'subject', maxlength: SUBJECT_MAX, autocomplete: 'off', value: value('subject', written?.subject) })}
  ${area('Text', { name: 'text', rows: 12, autofocus: isReply, value: value('text', written?.text) })}
  ${typeof markup === 'string' && area('HTML, which a program has written: most people see this one', { name: 'html', rows: 8, value: markup })}`
}

/** Several files are added one at a time: each is stored when the draft is saved. */
export function fileField(label: string): Html {
  return html`<label for="file">${label}</label> <input type="file" id="file" name="file" />`
}

export function askedMail(form: URLSearchParams) {
  return {
    to: askedAddresses(form, 'to'),
    cc: askedAddresses(form, 'cc'),
    bcc: askedAddresses(form, 'bcc'),
    subject: (form.get('subject') ?? '').trim() || null,
    text: askedText(form, 'text'),
    ...(form.has('html') && { html: askedText(form, 'html') }),
  }
}

interface StoredFile {
  content: string
  filename: string
  content_type?: string
}

/** The stored file from the form, in the form of a request. Refuses a file that could not be stored. */
export function askedFile(form: URLSearchParams): StoredFile | undefined {
  const trouble = form.get(UPLOAD_TROUBLE)
  if (trouble !== null) throw new FormFault(trouble)
  const stored = form.get('file')
  return stored === null ? undefined : (JSON.parse(stored) as StoredFile)
}
