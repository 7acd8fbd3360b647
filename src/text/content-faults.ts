// What is wrong with the content of a mail that goes to many, though it can be sent.
import { findHtmlFaults, type HtmlFault } from './html-faults.ts'
import { type ContactValues, fillParts, hasUnsubscribe, isOfContact, isUnsubscribe, partsOf } from './placeholders.ts'
import { shown } from './shown.ts'

export interface CheckedContent {
  subject: string | null
  preview_text: string | null
  html: string | null
  text: string | null
  /** The properties that contacts can have, with what counts where one has no value. */
  properties: Readonly<Record<string, string | number | null>>
}

export interface ContentFault {
  code: HtmlFault['code'] | 'missing_unsubscribe_link' | 'html_too_large' | 'unknown_placeholder'
  message: string
  where: string
}

/** What large mail programs show of HTML; the rest is behind a link, and so is what counts who opened it. */
export const CLIPPED_BYTES = 102 * 1024
/** Of each text. */
const UNKNOWN_MAX = 20

/** All that is found, of links, pictures and placeholders the first ones. */
export function findContentFaults(content: CheckedContent): ContentFault[] {
  const { html, text } = content
  return [
    ...noWayOut('html', html),
    ...noWayOut('text', text),
    ...tooLarge(content),
    ...(['subject', 'preview_text', 'html', 'text'] as const).flatMap(where => unknown(where, content)),
    ...(html ? findHtmlFaults(html).map(fault => htmlFault(fault)) : []),
  ]
}

function noWayOut(where: 'html' | 'text', source: string | null): ContentFault[] {
  if (!source || hasUnsubscribe(source)) return []
  const message = `The ${where} has no link to unsubscribe: put {{{RESEND_UNSUBSCRIBE_URL}}} where people look for it.`
  return [{ code: 'missing_unsubscribe_link', message, where }]
}

function tooLarge(content: CheckedContent): ContentFault[] {
  const bytes = renderedBytes(content)
  if (bytes <= CLIPPED_BYTES) return []
  const size = `about ${Math.ceil(bytes / 1024)} KB`
  const message = `The html is ${size} large, and large mail programs cut off what is beyond ${CLIPPED_BYTES / 1024} KB: shorten it.`
  return [{ code: 'html_too_large', message, where: 'html' }]
}

/** As it is for somebody of whom nothing is known; as it is written, where that is too much already. */
function renderedBytes({ html, preview_text, properties }: CheckedContent): number {
  if (!html) return 0
  const preview = Buffer.byteLength(preview_text ?? '')
  if (html.length > CLIPPED_BYTES) return Buffer.byteLength(html) + preview
  const fallbacks = Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )
  const values: ContactValues = { ...NOBODY, fallbacks }
  const parts = partsOf(html, Number.POSITIVE_INFINITY)
  return parts.reduce((bytes, part) => bytes + Buffer.byteLength(fillParts([part], values, 'html')), preview)
}

const NOBODY = {
  contact: { email: 'somebody@example.com', first_name: null, last_name: null },
  properties: {},
  unsubscribeUrl: `https://example.com/unsubscribe?token=${'x'.repeat(200)}`,
}

function unknown(where: 'subject' | 'preview_text' | 'html' | 'text', content: CheckedContent): ContentFault[] {
  const keys = new Set<string>()
  for (const part of partsOf(content[where] ?? '', Number.POSITIVE_INFINITY)) {
    if (typeof part === 'string' || part.fallback !== undefined) continue
    const { key } = part
    if (!isUnsubscribe(key) && !isOfContact(key, content.properties)) keys.add(key)
    if (keys.size === UNKNOWN_MAX) break
  }
  return [...keys].map(key => ({ code: 'unknown_placeholder', message: unknownWords(key), where }))
}

function unknownWords(key: string): string {
  return `{{{${key}}}} is no property of contacts, so nothing stands there: make the property, or write {{{${key}|something else}}}.`
}

function htmlFault({ code, value, why, line }: HtmlFault): ContentFault {
  return { code, message: htmlWords(code, shown(value), why), where: `html, line ${line}` }
}

function htmlWords(code: HtmlFault['code'], value: string, why?: string): string {
  switch (code) {
    case 'broken_link':
      return `The link ${value} cannot be followed: ${why}.`
    case 'insecure_link':
      return `The link ${value} is not encrypted: begin it with https:// if that works.`
    case 'missing_alt':
      return `The picture ${value} has no \`alt\`: say what is on it, or \`alt=""\` if it is only decoration.`
  }
}
