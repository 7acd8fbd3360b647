// Reads the form of a template.
import type { InSchemas } from '../../../../../generated/api.ts'
import type { Draft, TemplateVersion } from '../../../../mail/templates/rules.ts'
import { withFoundVariables } from '../../../../mail/templates/mailing.ts'
import { writtenField } from '../writing/content.ts'
import { typed, typedList } from '../../ui/typed.ts'

type Change = InSchemas['UpdateTemplate']
type Variables = NonNullable<Change['variables']>

/**
 * The fields of a template that the form changes: without changes, no draft of a published template is created. Variables are
 * declared by their use in the texts. `html`: generated from the Markdown in the form, if any.
 */
export function askedTemplate(form: URLSearchParams, draft: Draft, html: string | undefined): Change {
  const { template, version } = draft
  const asked: Change = {
    name: typed(form, 'name'),
    alias: typed(form, 'alias') || null,
    from: typed(form, 'from') || null,
    subject: typed(form, 'subject') || null,
    reply_to: typedList(form, 'reply_to'),
    ...(form.has('html') && { html: writtenField(form, 'html') }),
    ...(html !== undefined && { html }),
    ...(form.has('text') && { text: writtenField(form, 'text') || null }),
  }
  const variables = form.has('variable_key') ? askedVariables(form, version) : version.variables.map(declared)
  const texts = [asked.subject, asked.html ?? version.html, asked.text ?? version.text]
  const stored: Change = {
    ...version,
    ...template,
    reply_to: version.reply_to ?? [],
    variables: version.variables.map(declared),
  }
  const all: Change = { ...asked, variables: withFoundVariables(variables, texts) }
  const changed = (Object.keys(all) as (keyof Change)[]).filter(
    field => JSON.stringify(all[field]) !== JSON.stringify(stored[field]),
  )
  return Object.fromEntries(changed.map(field => [field, all[field]]))
}

function declared({ key, type, fallback_value }: TemplateVersion['variables'][number]): Variables[number] {
  return { key, type, fallback_value }
}

/** A row without a name is ignored. An empty fallback counts as none, unless the variable has an empty one. */
function askedVariables(form: URLSearchParams, version: TemplateVersion): Variables {
  const [types, fallbacks] = [form.getAll('variable_type'), form.getAll('variable_fallback')]
  return form.getAll('variable_key').flatMap((given, index): Variables => {
    const key = given.trim()
    const fallback = fallbacks[index] ?? ''
    if (key === '') return []
    if (types[index] === 'number') return [{ key, type: 'number', fallback_value: asNumber(fallback) }]
    const isKept = version.variables.some(each => each.key === key && each.fallback_value === '')
    return [{ key, type: 'string', fallback_value: fallback === '' && !isKept ? null : fallback }]
  })
}

/** Text that is not a number is passed on and refused with a message. */
function asNumber(fallback: string): number | string | null {
  const number = Number(fallback)
  if (fallback.trim() === '') return null
  return Number.isNaN(number) ? fallback : number
}
