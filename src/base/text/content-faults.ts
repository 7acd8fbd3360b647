// Finds faults in the content of a bulk email that do not prevent sending.
import { findHtmlFaults, findTextLinks, HTML_FAULTS_MAX, type HtmlFault } from './html-faults.ts'
import { lineCounter } from './lines.ts'
import {
  type ContactValues,
  fillParts,
  type FoundPlaceholder,
  hasUnsubscribe,
  isOfContact,
  isUnsubscribe,
  splitPlaceholders,
  findPlaceholders,
} from './placeholders.ts'
import { describeValue } from './describe-value.ts'
import { findUnfilled } from './unfilled-placeholders.ts'

export interface CheckedContent {
  subject: string | null
  preview_text: string | null
  html: string | null
  text: string | null
  /** The properties that contacts can have, each with its fallback. */
  properties: Readonly<Record<string, string | number | null>>
}

export interface ContentFault {
  code:
    | HtmlFault['code']
    | 'missing_unsubscribe_link'
    | 'html_too_large'
    | 'unknown_placeholder'
    | 'unfilled_placeholder'
  message: string
  where: string
}

/** Large mail programs show no more bytes of HTML; the rest is behind a link, including the image that counts opens. */
export const CLIPPED_BYTES = 102 * 1024
/** Maximum number of reported placeholders for each text. */
const PLACEHOLDERS_MAX = 20

const FIELDS = ['subject', 'preview_text', 'html', 'text'] as const

/** All faults; of links, images and placeholders only the first ones. */
export function findContentFaults(content: CheckedContent): ContentFault[] {
  const { html, text } = content
  return [
    ...noWayOut('html', html),
    ...noWayOut('text', text),
    ...tooLarge(content),
    ...FIELDS.flatMap(where => placeholderFaults(where, content)),
    ...(html ? findHtmlFaults(html).map(fault => htmlFault(fault)) : []),
    ...(text ? linkFaults(text) : []),
  ]
}

function noWayOut(where: 'html' | 'text', source: string | null): ContentFault[] {
  if (!source || hasUnsubscribe(source)) return []
  const message = `The ${where} has no unsubscribe link. Add {{{RESEND_UNSUBSCRIBE_URL}}}, for example in the footer.`
  return [{ code: 'missing_unsubscribe_link', message, where }]
}

function tooLarge(content: CheckedContent): ContentFault[] {
  const bytes = renderedBytes(content)
  if (bytes <= CLIPPED_BYTES) return []
  const size = `about ${Math.ceil(bytes / 1024)} KB`
  const message = `The html has ${size}. Some mail programs clip content above ${CLIPPED_BYTES / 1024} KB. Shorten it.`
  return [{ code: 'html_too_large', message, where: 'html' }]
}

/** Filled in for a contact without data. HTML that is already too large is measured unfilled. */
function renderedBytes({ html, preview_text, properties }: CheckedContent): number {
  if (!html) return 0
  const preview = Buffer.byteLength(preview_text ?? '')
  if (html.length > CLIPPED_BYTES) return Buffer.byteLength(html) + preview
  const fallbacks = Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )
  const values: ContactValues = { ...EXAMPLE_CONTACT, fallbacks }
  const parts = splitPlaceholders(html, Number.POSITIVE_INFINITY)
  return parts.reduce((bytes, part) => bytes + Buffer.byteLength(fillParts([part], values, 'html')), preview)
}

const EXAMPLE_CONTACT = {
  contact: { email: 'somebody@example.com', first_name: null, last_name: null },
  properties: {},
  unsubscribeUrl: `https://example.com/unsubscribe?token=${'x'.repeat(200)}`,
}

/** Unknown placeholders and those that are not filled in, in the order of the text. */
function placeholderFaults(field: (typeof FIELDS)[number], content: CheckedContent): ContentFault[] {
  const source = content[field] ?? ''
  const places = findPlaceholders(source)
  const unfilled = findUnfilled(source, places, PLACEHOLDERS_MAX).map(({ value, why, start }) => ({
    start,
    code: 'unfilled_placeholder' as const,
    message: `${describeValue(value)} is not replaced and is sent as written: ${why}.`,
  }))
  const unknown = unknownIn(places, content).map(({ start, placeholder: { key } }) => ({
    start,
    code: 'unknown_placeholder' as const,
    message: unknownWords(key),
  }))
  const place = placer(field, source)
  return [...unfilled, ...unknown]
    .toSorted((one, other) => one.start - other.start)
    .map(({ code, message, start }) => ({ code, message, where: place(start) }))
}

/** The first position of each key. */
function unknownIn(places: readonly FoundPlaceholder[], { properties }: CheckedContent): FoundPlaceholder[] {
  const found = new Map<string, FoundPlaceholder>()
  for (const place of places) {
    const { key, fallback } = place.placeholder
    if (fallback !== undefined || found.has(key)) continue
    if (!isUnsubscribe(key) && !isOfContact(key, properties)) found.set(key, place)
    if (found.size === PLACEHOLDERS_MAX) break
  }
  return [...found.values()]
}

/** Returns the field, and the line if there can be several. Must be called with ascending positions. */
function placer(field: (typeof FIELDS)[number], source: string): (start: number) => string {
  if (field === 'subject' || field === 'preview_text') return () => field
  const lineAt = lineCounter(source)
  return start => `${field}, line ${lineAt(start)}`
}

function linkFaults(text: string): ContentFault[] {
  const place = placer('text', text)
  return findTextLinks(text, HTML_FAULTS_MAX).map(({ value, why, start }) => ({
    code: 'broken_link',
    message: htmlWords('broken_link', describeValue(value), why),
    where: place(start),
  }))
}

function unknownWords(key: string): string {
  return `{{{${key}}}} is not a contact property, so its value is empty. Create the property or add a default value: {{{${key}|default}}}.`
}

function htmlFault({ code, value, why, line }: HtmlFault): ContentFault {
  return { code, message: htmlWords(code, describeValue(value), why), where: `html, line ${line}` }
}

function htmlWords(code: HtmlFault['code'], value: string, why?: string): string {
  switch (code) {
    case 'broken_link':
      return `The link ${value} does not work: ${why}.`
    case 'insecure_link':
      return `The link ${value} is not encrypted: begin it with https:// if that works.`
    case 'missing_alt':
      return `The image ${value} has no \`alt\` text. Describe the image, or use \`alt=""\` if it is decorative.`
  }
}
