// What a forwarded mail says: the note of who forwards it, and behind that the original with its head.
import { bodyStart } from '../../../base/text/html-body.ts'
import { escaped } from '../../../base/text/placeholders.ts'

/** The mail that is forwarded. */
export interface Original {
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
/** The tag that opens the body is looked for in as much of the HTML: reading all of a large one blocks others. */
const LOOKED_THROUGH = 100_000

/**
 * The texts of the new mail, at least one of them. HTML when the note or the original has some; a text beside that where
 * both have one, or else the text is made from the HTML when it is sent.
 */
export function forwardedTexts(note: Texts, original: Original): { html?: string; text?: string } {
  const [note_html, note_text] = [note.html || null, note.text || null]
  const has_html = note_html !== null || original.html !== null
  const has_text = !has_html || (original.text !== null && (note_text !== null || note_html === null))
  return {
    ...(has_html && { html: htmlOf(note_html ?? (note_text === null ? '' : paragraph(note_text)), original) }),
    ...(has_text && { text: textOf(note_text, original) }),
  }
}

function textOf(note: string | null, original: Original): string {
  const head = headOf(original).map(([name, value]) => `${name}: ${value}`)
  return [...(note === null ? [] : [note, '']), TITLE, ...head, '', original.text ?? ''].join('\n')
}

function htmlOf(note: string, original: Original): string {
  const lines = headOf(original).map(([name, value]) => `<br />${name}: ${escaped(value)}`)
  const head = `<div><br />${TITLE}${lines.join('')}<br /><br /></div>`
  const source = original.html ?? paragraph(original.text ?? '')
  const start = bodyStart(source.slice(0, LOOKED_THROUGH))
  return `${source.slice(0, start)}${note}${head}${source.slice(start)}`
}

/** A text as HTML, with its lines and spaces. */
function paragraph(text: string): string {
  return `<div style="white-space: pre-wrap">${escaped(text)}</div>`
}

function headOf({ from, to, cc, subject, received_at }: Original): [name: string, value: string][] {
  const lines: [string, string][] = [
    ['From', from],
    ['Date', new Date(received_at).toUTCString()],
    ['Subject', subject ?? ''],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
  ]
  return lines.filter(([, value]) => value !== '')
}
