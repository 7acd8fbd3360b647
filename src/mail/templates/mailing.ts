// A template as the content of a broadcast, which has no variables: their fallbacks are written into the text.
import { splitPlaceholders, listPlaceholders } from '../../base/text/placeholders.ts'
import type { InSchemas } from '../../../generated/api.ts'
import { isReserved } from './placeholders.ts'
import type { TemplateVersion } from './rules.ts'

export type Mailing = Pick<TemplateVersion, 'from' | 'subject' | 'reply_to' | 'html' | 'text'>

/**
 * The content with fallbacks in place of variables. `without`: the text for a variable without a fallback; if absent, its
 * placeholder stays, and the check of a broadcast reports it.
 */
export function previewMailing(version: TemplateVersion, without?: (key: string) => string): Mailing {
  const fallbacks = new Map(version.variables.map(({ key, fallback_value }) => [key, fallback_value]))
  const filled = (source: string): string =>
    splitPlaceholders(source, Number.POSITIVE_INFINITY)
      .map(part => {
        if (typeof part === 'string') return part
        const { key, fallback } = part
        if (isReserved(key)) return fallback === undefined ? `{{{${key}}}}` : `{{{${key}|${fallback}}}}`
        return String(fallback ?? fallbacks.get(key) ?? without?.(key) ?? `{{{${key}}}}`)
      })
      .join('')
  const { from, subject, reply_to, html, text } = version
  return { from, subject: subject && filled(subject), reply_to, html: filled(html), text: text && filled(text) }
}

type Variables = NonNullable<InSchemas['CreateTemplate']['variables']>

/** The declared variables, and undeclared ones that the texts use, as text without a fallback. */
export function withFoundVariables(variables: Variables, texts: readonly (string | null | undefined)[]): Variables {
  const known = new Set(variables.map(({ key }) => key))
  const found = new Set(texts.flatMap(source => listPlaceholders(source ?? '').map(({ key }) => key)))
  const missing = [...found].filter(key => !known.has(key) && !isReserved(key))
  return [...variables, ...missing.map(key => ({ key, type: 'string' as const }))]
}
