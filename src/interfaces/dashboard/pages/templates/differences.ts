// In which fields a draft is not what is published.
import type { TemplateVersion } from '../../../../mail/templates/actions.ts'

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

/** Of a variable what a person sees: not its id and its times. */
function asText(version: TemplateVersion, field: Field): string {
  if (field !== 'variables') return JSON.stringify(version[field])
  return JSON.stringify(version.variables.map(({ key, type, fallback_value }) => [key, type, fallback_value]))
}
