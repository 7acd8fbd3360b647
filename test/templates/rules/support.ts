// Builders for the tests of template rules.
import type { TemplateVersion } from '../../../src/mail/templates/rules.ts'
import type { Variable } from '../../../src/mail/templates/variables.ts'

const MOMENT = '2026-11-03T08:00:00.000Z'

export const aVariable = (
  key: string,
  type: Variable['type'] = 'string',
  fallback_value: Variable['fallback_value'] = null,
): Variable => ({ id: `variable-${key}`, key, type, fallback_value, created_at: MOMENT, updated_at: MOMENT })

export const aVersion = (given: Partial<TemplateVersion> = {}): TemplateVersion => ({
  id: 'version-1',
  template_id: 'template-1',
  from: null,
  subject: null,
  reply_to: null,
  html: '',
  text: null,
  variables: [],
  created_at: MOMENT,
  published_at: null,
  publisher_id: null,
  ...given,
})

/** Sequential ids. */
export const ids = (): (() => string) => {
  let last = 0
  return () => `id-${++last}`
}
