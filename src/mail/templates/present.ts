// Templates as responses show them.
import type { Schemas } from '../../../generated/api.ts'
import type { TemplateRecord, TemplateVersion } from './rules.ts'

/** A template in a list. */
export function templateItem(template: TemplateRecord): Schemas['TemplateItem'] {
  const { id, name, alias, published_at, created_at, updated_at } = template
  const status = template.published_version_id === null ? 'draft' : 'published'
  return { id, name, alias, status, published_at, created_at, updated_at }
}

/** A template with the content of its newest version. `text`: its own, or generated from the HTML. */
export function templateResponse(
  template: TemplateRecord,
  version: TemplateVersion,
  text: string,
): Schemas['Template'] {
  const { from, subject, reply_to, html, variables } = version
  return {
    object: 'template',
    ...templateItem(template),
    current_version_id: template.current_version_id,
    has_unpublished_versions: template.published_version_id !== template.current_version_id,
    from,
    subject,
    reply_to,
    html,
    text,
    variables,
  }
}
