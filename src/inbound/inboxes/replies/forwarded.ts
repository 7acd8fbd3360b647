// The bodies of a forwarded email: the note, followed by the original with its header (From, Date, Subject, To, Cc).
import { bodyStart } from '../../../base/text/html-body.ts'
import { escapeHtml } from '../../../base/text/placeholders.ts'

/** The forwarded email. */
export interface ForwardedOriginal {
  from: string
  to: readonly string[]
  cc: readonly string[]
  subject: string | null
  received_at: string
  html: string | null
  text: string | null
}

interface Texts {
  html?: string | null | undefined
  text?: string | null | undefined
}

const TITLE = '---------- Forwarded message ----------'
/** Maximum characters of HTML that are searched for `<body>`: parsing a large email as a whole would block other requests. */
const LOOKED_THROUGH = 100_000

/**
 * The bodies of the new email, at least one of them. It has HTML if the note or the original has. It has plain text of its own
 * if that would omit nothing; otherwise the text is generated from the HTML when the email is sent.
 */
export function forwardedBodies(note: Texts, original: ForwardedOriginal): { html?: string; text?: string } {
  const [note_html, note_text] = [note.html || null, note.text || null]
  const has_html = note_html !== null || original.html !== null
  const has_text = !has_html || (original.text !== null && (note_text !== null || note_html === null))
  return {
    ...(has_html && { html: htmlOf(note_html ?? (note_text === null ? '' : paragraph(note_text)), original) }),
    ...(has_text && { text: textOf(note_text, original) }),
  }
}

function textOf(note: string | null, original: ForwardedOriginal): string {
  const head = headOf(original).map(([name, value]) => `${name}: ${value}`)
  return [...(note === null ? [] : [note, '']), TITLE, ...head, '', original.text ?? ''].join('\n')
}

function htmlOf(note: string, original: ForwardedOriginal): string {
  const lines = headOf(original).map(([name, value]) => `<br />${name}: ${escapeHtml(value)}`)
  const head = `<div><br />${TITLE}${lines.join('')}<br /><br /></div>`
  const source = original.html ?? paragraph(original.text ?? '')
  const start = bodyStart(source.slice(0, LOOKED_THROUGH))
  return `${source.slice(0, start)}${note}${head}${source.slice(start)}`
}

/** Plain text as HTML that preserves its line breaks and spaces. */
function paragraph(text: string): string {
  return `<div style="white-space: pre-wrap">${escapeHtml(text)}</div>`
}

function headOf({ from, to, cc, subject, received_at }: ForwardedOriginal): [name: string, value: string][] {
  const lines: [string, string][] = [
    ['From', from],
    ['Date', new Date(received_at).toUTCString()],
    ['Subject', subject ?? ''],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
  ]
  return lines.filter(([, value]) => value !== '')
}
