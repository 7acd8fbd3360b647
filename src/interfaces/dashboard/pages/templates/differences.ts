// The fields in which a draft differs from the published version.
import type { TemplateVersion } from '../../../../mail/templates/rules.ts'

const TITLES = {
  from: 'sender',
  subject: 'subject',
  reply_to: 'address for answers',
  html: 'content',
  text: 'plain text',
  variables: 'variables',
} as const

type Field = keyof typeof TITLES

export function differencesOf(draft: TemplateVersion, published: TemplateVersion): string[] {
  const fields = Object.keys(TITLES) as Field[]
  return fields.filter(field => asText(draft, field) !== asText(published, field)).map(field => TITLES[field])
}

/** The visible part of a variable, without its id and its times. */
function asText(version: TemplateVersion, field: Field): string {
  if (field !== 'variables') return JSON.stringify(version[field])
  return JSON.stringify(version.variables.map(({ key, type, fallback_value }) => [key, type, fallback_value]))
}
