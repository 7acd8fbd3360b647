// The content of a broadcast, split into text and placeholders once, so that filling in each contact's values is fast.
import { bodyStart } from './html-body.ts'
import { escapeHtml, type splitPlaceholders, type Placeholder } from './placeholders.ts'

type Parts = ReturnType<typeof splitPlaceholders>

/** The split texts of a broadcast. */
export interface MailTemplate {
  /** `null`: the emails have no HTML. */
  html: Parts | null
  text: Parts
}

/** `cut` splits a text. `made_text`: the text generated from the HTML, if no text was given. */
export function templateOf(
  { html, text, preview_text }: { html: string | null; text: string | null; preview_text: string | null },
  made_text: string | null,
  cut: (source: string) => Parts,
): MailTemplate {
  const shown = html === null || !preview_text ? html : withPreview(html, cut(preview_text))
  return { html: shown === null ? null : cut(shown), text: cut(text ?? made_text ?? '') }
}

/** Whether a text contains a placeholder. */
export function isPersonal(parts: Parts): boolean {
  return parts.some(part => typeof part !== 'string')
}

const HIDDEN =
  'display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0;mso-hide:all;visibility:hidden'

/** Inserts the preview text, hidden, at the start of the HTML. Mail programs show it next to the subject. */
function withPreview(html: string, preview: Parts): string {
  const line = `<div style="${HIDDEN}">${preview.map(part => inHtml(part)).join('')}</div>`
  const at = bodyStart(html)
  return html.slice(0, at) + line + html.slice(at)
}

/** Text escaped for HTML, or an unchanged placeholder. */
function inHtml(part: string | Placeholder): string {
  if (typeof part === 'string') return escapeHtml(part)
  const { key, fallback } = part
  return fallback === undefined ? `{{{${key}}}}` : `{{{${key}|${escapeHtml(fallback)}}}}`
}

const [BEGIN, END] = ['\u{E000}', '\u{E001}']

/** Replaces placeholders with marks that survive changes of case and line breaks. Returns both. */
export function markedPlaceholders(parts: Parts): { marked: string; placeholders: Placeholder[] } {
  const placeholders: Placeholder[] = []
  const marked = parts.map(part => {
    if (typeof part === 'string') return part.replaceAll(BEGIN, '').replaceAll(END, '')
    placeholders.push(part)
    return `${BEGIN}${placeholders.length - 1}${END}`
  })
  return { marked: marked.join(''), placeholders }
}

/** Replaces the marks with their placeholders. An unknown or broken mark is removed. */
export function withPlaceholders(text: string, placeholders: readonly Placeholder[]): string {
  return text.replaceAll(
    /\u{E000}(\d*)(\u{E001}?)|\u{E001}/gu,
    (_, index: string | undefined, end: string | undefined) => {
      const found = index && end ? placeholders[Number(index)] : undefined
      if (!found) return ''
      const { key, fallback } = found
      return fallback === undefined ? `{{{${key}}}}` : `{{{${key}|${fallback}}}}`
    },
  )
}
