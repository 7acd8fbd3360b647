// A mail from a template version and values. Values of variables go in as they are, also into HTML: that is what three
// brackets mean on the wire, so HTML in a value stays HTML. What is known about the contact and the service
// (`surroundings`) is plain text, often typed into a form by a stranger, and is escaped in HTML.
import { refusal } from '../../base/text/refusal.ts'
import { escaped, isUnsubscribe, onOneLine, partsOf, type Placeholder } from '../../base/text/placeholders.ts'
import { isReserved } from './placeholders.ts'
import type { TemplateVersion } from './rules.ts'
import { valueFault } from '../../base/text/typed-values.ts'
import { checkCount, usesOf, type Variable } from './variables.ts'

/** Values by variable key; keys that the template does not declare are not looked at. */
export type Values = Readonly<Record<string, unknown>>
/** Values of reserved placeholders, such as `FIRST_NAME`, `contact.first_name`, `RESEND_UNSUBSCRIBE_URL`. */
export type Surroundings = Readonly<Record<string, string>>

type Rendered = Pick<TemplateVersion, 'from' | 'subject' | 'reply_to' | 'html' | 'text'>

type Versioned = Rendered & Pick<TemplateVersion, 'variables'>

/** Of the subject, the HTML and the text of a mail together; whatever is larger is not built. */
export const LONGEST_RENDERED_CHARACTERS = 4_000_000

/** A version taken apart at its placeholders. That takes long, for a template can be a megabyte, and does for many mails. */
interface CutVersion {
  version: Versioned
  subject: Parts | null
  html: Parts
  text: Parts | null
  /** The keys that a value must be given for. */
  needed: readonly string[]
  declared: ReadonlyMap<string, Variable>
}

type Parts = ReturnType<typeof partsOf>

export function cutUp(version: Versioned): CutVersion {
  const subject = version.subject === null ? null : partsOf(version.subject)
  const html = partsOf(version.html)
  const text = version.text === null ? null : partsOf(version.text)
  const uses = [subject ?? [], html, text ?? []].flatMap(parts => parts.filter(part => typeof part !== 'string'))
  checkCount(uses)
  const declared = new Map(version.variables.map(variable => [variable.key, variable]))
  return { version, subject, html, text, needed: neededAmong(version, uses), declared }
}

export function rendered(version: Versioned, values: Values, surroundings: Surroundings = {}): Rendered {
  return filledIn(cutUp(version), values, surroundings)
}

/** Refuses with all that is wrong with the values; variables that are declared but not used need none. */
export function filledIn(cut: CutVersion, values: Values, surroundings: Surroundings = {}): Rendered {
  const { version, subject, html, text, needed, declared } = cut
  const problems = valueProblems(version, needed, values)
  if (problems.length > 0) throw refusal('validation_error', problems.join('; '))
  const sources = { declared, values, surroundings }
  let left = LONGEST_RENDERED_CHARACTERS
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
    subject: subject && fill(subject, asIs, onOneLine),
    reply_to: version.reply_to,
    html: fill(html, escaped, asIs),
    text: text && fill(text, asIs, asIs),
  }
}

const tooLong = (): Error =>
  refusal(
    'validation_error',
    `The template with these values makes a mail of more than ${LONGEST_RENDERED_CHARACTERS} characters; shorten one of them`,
  )

/**
 * The values of text variables as text: numbers and booleans as JSON writes them, `3` as `3` and `true` as `true`. For
 * values that come from payloads, whose types were not chosen with a template in mind.
 */
export function withTexts({ variables }: Pick<Versioned, 'variables'>, values: Values): Values {
  const texts = variables.flatMap(({ key, type }) => {
    const value = type === 'string' ? given(values, key) : undefined
    return typeof value === 'number' || typeof value === 'boolean' ? [[key, JSON.stringify(value)] as const] : []
  })
  return { ...values, ...Object.fromEntries(texts) }
}

/** Keys of the variables without which no mail can be made: they are used somewhere without any fallback. */
export function neededVariables(version: Versioned): string[] {
  return neededAmong(version, usesOf(version))
}

/** What must be known of a version before a mail is made from it. */
export interface Needs {
  /** Keys that a value can be given for. */
  fillable: string[]
  /** Those of them that must be given. */
  needed: string[]
}

export function needsOf(version: Versioned): Needs {
  return { fillable: fillableVariables(version), needed: neededVariables(version) }
}

function neededAmong(version: Versioned, uses: readonly Placeholder[]): string[] {
  const bare = new Set(uses.flatMap(use => (use.fallback === undefined ? [use.key] : [])))
  const declared = version.variables.filter(({ key, fallback_value }) => fallback_value === null && bare.has(key))
  return [...declared.map(({ key }) => key), ...unsubscribeKeys(uses.filter(use => !use.fallback?.trim()))]
}

/** Keys that a value can be given for. */
function fillableVariables(version: Versioned): string[] {
  return [...version.variables.map(({ key }) => key), ...unsubscribeKeys(usesOf(version))]
}

/** What to say of a version that is published, a sentence each. */
export function publicationWarnings(version: Versioned): string[] {
  return neededVariables(version)
    .filter(isUnsubscribe)
    .map(key => `The placeholder {{{${key}}}} ${NO_PAGES}; a mail without one is refused`)
}

function unsubscribeKeys(uses: readonly Placeholder[]): string[] {
  return [...new Set(uses.map(({ key }) => key).filter(isUnsubscribe))]
}

const NO_PAGES =
  'needs mail that can be left, about a topic (`topic_id`) or of an automation, or a value: the address of a page of your own'

/** What is wrong with the values for this template, a sentence each. */
function valueProblems(version: Versioned, needed: readonly string[], values: Values): string[] {
  const problems = version.variables.flatMap(({ key, type }) => {
    const value = given(values, key)
    if (value === undefined) return needed.includes(key) ? [`Variable '${key}' has no value and no fallback_value`] : []
    const fault = valueFault(type, value)
    return fault ? [`Variable '${key}' ${fault}`] : []
  })
  return [...problems, ...needed.filter(isUnsubscribe).flatMap(key => unsubscribeProblem(key, given(values, key)))]
}

/** A link that leads nowhere is worse than no mail. */
function unsubscribeProblem(key: string, value: unknown): string[] {
  if (value === undefined || value === '') return [`Variable '${key}' ${NO_PAGES}`]
  const fault = valueFault('string', value)
  if (fault) return [`Variable '${key}' ${fault}`]
  return (value as string).trim() === '' ? [`Variable '${key}' ${NO_PAGES}`] : []
}

interface Sources extends Pick<CutVersion, 'declared'> {
  values: Values
  surroundings: Surroundings
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
  // the nearest fallback first: the one in place is about this very spot
  return String(given(values, key) ?? fallback ?? declared.get(key)?.fallback_value ?? '')
}

/** `null` stands for no value. Own properties only: a variable may be called `constructor`. */
function given(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? (values[key] ?? undefined) : undefined
}

/** The few values that there are, are put in thousands of times. */
function remembering(make: (use: Placeholder) => string): (use: Placeholder) => string {
  const made = new Map<string, string>()
  return use => {
    // one with a fallback in place is about this very spot
    if (use.fallback !== undefined) return make(use)
    const known = made.get(use.key) ?? make(use)
    made.set(use.key, known)
    return known
  }
}

const asIs = (text: string): string => text
