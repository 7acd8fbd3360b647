// Renders an email from a template version and values. Values of variables are inserted unescaped, also into HTML: three braces
// mean that, so HTML in a value stays HTML. Values of the contact and the service (`surroundings`) are plain text, often
// entered into a form by a stranger, and are escaped in HTML.
import { refusal } from '../../base/text/refusal.ts'
import {
  escapeHtml,
  isUnsubscribe,
  toOneLine,
  splitPlaceholders,
  type Placeholder,
} from '../../base/text/placeholders.ts'
import { isReserved } from './placeholders.ts'
import type { TemplateVersion } from './rules.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import { checkPlaceholderCount, placeholdersInTemplate, type Variable } from './variables.ts'

/** Values by variable key; keys that the template does not declare are ignored. */
export type TemplateValues = Readonly<Record<string, unknown>>
/** Values of reserved placeholders, such as `FIRST_NAME`, `contact.first_name`, `RESEND_UNSUBSCRIBE_URL`. */
export type ReservedValues = Readonly<Record<string, string>>

type RenderedContent = Pick<TemplateVersion, 'from' | 'subject' | 'reply_to' | 'html' | 'text'>

type Versioned = RenderedContent & Pick<TemplateVersion, 'variables'>

/** Maximum total characters of an email's subject, HTML and text; rendering stops there. */
export const RENDERED_CHARACTERS_MAX = 4_000_000

/** A version parsed at its placeholders. Parsing a template of a megabyte takes long, so it is done once for many emails. */
interface CutVersion {
  version: Versioned
  subject: Parts | null
  html: Parts
  text: Parts | null
  /** Keys that require a value. */
  needed: readonly string[]
  declared: ReadonlyMap<string, Variable>
}

type Parts = ReturnType<typeof splitPlaceholders>

export function splitVersion(version: Versioned): CutVersion {
  const subject = version.subject === null ? null : splitPlaceholders(version.subject)
  const html = splitPlaceholders(version.html)
  const text = version.text === null ? null : splitPlaceholders(version.text)
  const uses = [subject ?? [], html, text ?? []].flatMap(parts => parts.filter(part => typeof part !== 'string'))
  checkPlaceholderCount(uses)
  const declared = new Map(version.variables.map(variable => [variable.key, variable]))
  return { version, subject, html, text, needed: neededAmong(version, uses), declared }
}

export function renderVersion(
  version: Versioned,
  values: TemplateValues,
  surroundings: ReservedValues = {},
): RenderedContent {
  return renderParts(splitVersion(version), values, surroundings)
}

/** Renders an email. The refusal lists all faults of the values; a declared variable that is not used needs no value. */
export function renderParts(
  cut: CutVersion,
  values: TemplateValues,
  surroundings: ReservedValues = {},
): RenderedContent {
  const { version, subject, html, text, needed, declared } = cut
  const problems = valueProblems(version, needed, values)
  if (problems.length > 0) throw refusal('validation_error', problems.join('; '))
  const sources = { declared, values, surroundings }
  let left = RENDERED_CHARACTERS_MAX
  const fill = (parts: Parts, escape: (text: string) => string, clean: (text: string) => string): string => {
    const texts: string[] = []
    const textOf = remembering(use => clean(filled(use, sources, escape)))
    for (const part of parts) {
      const text = typeof part === 'string' ? part : textOf(part)
      left -= text.length
      if (left < 0) throw tooLong()
      texts.push(text)
    }
    return texts.join('')
  }
  return {
    from: version.from,
    subject: subject && fill(subject, asIs, toOneLine),
    reply_to: version.reply_to,
    html: fill(html, escapeHtml, asIs),
    text: text && fill(text, asIs, asIs),
  }
}

const tooLong = (): Error =>
  refusal(
    'validation_error',
    `The template with these values has more than ${RENDERED_CHARACTERS_MAX} characters. Shorten the template or the values.`,
  )

/**
 * Turns numbers and booleans given for text variables into JSON text: `3` as `3`, `true` as `true`. For values from
 * payloads, whose types were not chosen for a template.
 */
export function withJsonTexts({ variables }: Pick<Versioned, 'variables'>, values: TemplateValues): TemplateValues {
  const texts = variables.flatMap(({ key, type }) => {
    const value = type === 'string' ? given(values, key) : undefined
    return typeof value === 'number' || typeof value === 'boolean' ? [[key, JSON.stringify(value)] as const] : []
  })
  return { ...values, ...Object.fromEntries(texts) }
}

/** Keys that require a value: they are used at least once without any fallback. */
export function requiredVariables(version: Versioned): string[] {
  return neededAmong(version, placeholdersInTemplate(version))
}

/** The values that a version accepts. */
export interface TemplateNeeds {
  /** Keys that can be given a value. */
  fillable: string[]
  /** Those of them that require a value. */
  needed: string[]
}

export function templateNeeds(version: Versioned): TemplateNeeds {
  return { fillable: fillableVariables(version), needed: requiredVariables(version) }
}

function neededAmong(version: Versioned, uses: readonly Placeholder[]): string[] {
  const bare = new Set(uses.flatMap(use => (use.fallback === undefined ? [use.key] : [])))
  const declared = version.variables.filter(({ key, fallback_value }) => fallback_value === null && bare.has(key))
  return [...declared.map(({ key }) => key), ...unsubscribeKeys(uses.filter(use => !use.fallback?.trim()))]
}

/** Keys that can be given a value. */
function fillableVariables(version: Versioned): string[] {
  return [...version.variables.map(({ key }) => key), ...unsubscribeKeys(placeholdersInTemplate(version))]
}

/** Warnings for a version that is published, one sentence each. */
export function publicationWarnings(version: Versioned): string[] {
  return requiredVariables(version)
    .filter(isUnsubscribe)
    .map(key => `The placeholder {{{${key}}}} ${NO_PAGES}; an email without a value is rejected`)
}

function unsubscribeKeys(uses: readonly Placeholder[]): string[] {
  return [...new Set(uses.map(({ key }) => key).filter(isUnsubscribe))]
}

const NO_PAGES = 'requires a topic (`topic_id`), an automation, or a value with the URL of your own page'

/** Faults of the values, one sentence each. */
function valueProblems(version: Versioned, needed: readonly string[], values: TemplateValues): string[] {
  const problems = version.variables.flatMap(({ key, type }) => {
    const value = given(values, key)
    if (value === undefined) return needed.includes(key) ? [`Variable '${key}' has no value and no fallback_value`] : []
    const fault = valueFault(type, value)
    return fault ? [`Variable '${key}' ${fault}`] : []
  })
  return [...problems, ...needed.filter(isUnsubscribe).flatMap(key => unsubscribeProblem(key, given(values, key)))]
}

/** Faults of an unsubscribe link's value: an email with a broken link is worse than no email. */
function unsubscribeProblem(key: string, value: unknown): string[] {
  if (value === undefined || value === '') return [`Variable '${key}' ${NO_PAGES}`]
  const fault = valueFault('string', value)
  if (fault) return [`Variable '${key}' ${fault}`]
  return (value as string).trim() === '' ? [`Variable '${key}' ${NO_PAGES}`] : []
}

interface Sources extends Pick<CutVersion, 'declared'> {
  values: TemplateValues
  surroundings: ReservedValues
}

function filled(
  { key, fallback }: Placeholder,
  { declared, values, surroundings }: Sources,
  escape: (text: string) => string,
): string {
  if (isReserved(key)) {
    const known = given(isUnsubscribe(key) ? values : surroundings, key)
    return known === undefined || known === '' ? (fallback ?? '') : escape(String(known))
  }
  // the fallback in the placeholder takes precedence, because it was written for this use
  return String(given(values, key) ?? fallback ?? declared.get(key)?.fallback_value ?? '')
}

/** The value for a key; `null` counts as missing. Only own properties: a variable may be named `constructor`. */
function given(values: TemplateValues, key: string): unknown {
  return Object.hasOwn(values, key) ? (values[key] ?? undefined) : undefined
}

/** Caches computed values, because a few values are inserted thousands of times. */
function remembering(make: (use: Placeholder) => string): (use: Placeholder) => string {
  const made = new Map<string, string>()
  return use => {
    // the result depends on a fallback in the placeholder, so it is not cached
    if (use.fallback !== undefined) return make(use)
    const known = made.get(use.key) ?? make(use)
    made.set(use.key, known)
    return known
  }
}

const asIs = (text: string): string => text
