// The form of a template: its fields, and how they are read.
import type { InSchemas } from '../../../../../generated/api.ts'
import type { TemplateDraft, TemplateVersion } from '../../../../mail/templates/rules.ts'
import { withFoundVariables } from '../../../../mail/templates/mailing.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { field, innerField, lengthOf, VERBATIM } from '../../ui/fields.ts'
import { entered, formOutcome } from '../../ui/reader.ts'
import { formText, formList } from '../../ui/form-values.ts'
import { nameField, replyToField } from '../editor/view.ts'
import { multilineText } from '../editor/saving.ts'

type Change = InSchemas['UpdateTemplate']
type Variables = NonNullable<Change['variables']>

export const templateNameField = (stored?: string): Html => nameField(lengthOf('CreateTemplate', 'name'), stored)

/** The fields before the content. */
export function templateFields({
  template: { name, alias },
  version: { from, subject, reply_to },
}: TemplateDraft): Html {
  const line = (label: string, field_name: 'alias' | 'from' | 'subject', stored: string | null, more: object): Html => {
    const maxlength = lengthOf('CreateTemplate', field_name)
    return field(label, { name: field_name, maxlength, ...more, value: entered(field_name, stored) })
  }
  return html`${templateNameField(name)}
  ${line('Alias', 'alias', alias, { ...VERBATIM, hint: 'Identifies the template in API requests, like its ID.' })}
  ${line('From', 'from', from, { ...VERBATIM, hint: 'For example: Acme <news@example.com>. API requests can set another sender.' })}
  ${line('Subject', 'subject', subject, { autocomplete: 'off' })} ${replyToField(reply_to)}`
}

/** A form has at most 100 fields, and each row contains three. */
const VARIABLE_ROWS_MAX = 25
const EMPTY_ROWS = 3

type VariableRow = readonly [key: string, type: string, fallback: string]

/** The fields after the content. */
export function variableFields({ variables }: TemplateVersion): Html {
  if (variables.length > VARIABLE_ROWS_MAX)
    return html`<p class="note">
      More than ${VARIABLE_ROWS_MAX} variables can’t be edited on this page. Edit them with the API.
    </p>`
  const { form } = formOutcome()
  const stored = variables.map(({ key, type, fallback_value }): VariableRow => [
    key,
    type,
    String(fallback_value ?? ''),
  ])
  const rows = form.has('variable_key') ? enteredRows(form).filter(([key]) => key !== '') : stored
  const filled = rows.slice(0, VARIABLE_ROWS_MAX)
  const empty = Array.from({ length: Math.min(EMPTY_ROWS, VARIABLE_ROWS_MAX - filled.length) }, (): VariableRow => {
    return ['', '', '']
  })
  return html`<details class="variables" ${filled.length > 0 && html`open`}>
    <summary>Variables</summary>
    <p class="soft">
      Use <code>{{{NAME}}}</code> in the subject or content to add a variable. Requests must include each variable that
      has no default value. To remove a variable, clear its name.
    </p>
    ${[...filled, ...empty].map(variableRow)}
  </details>`
}

function enteredRows(form: URLSearchParams): VariableRow[] {
  const [types, fallbacks] = [form.getAll('variable_type'), form.getAll('variable_fallback')]
  return form.getAll('variable_key').map((key, index) => [key, types[index] ?? '', fallbacks[index] ?? ''])
}

function variableRow([key, type, fallback]: VariableRow): Html {
  const option = (value: string, title: string): Html =>
    html`<option value="${value}" ${value === type && html`selected`}>${title}</option>`
  return html`<div class="row">
    ${innerField('Name', { name: 'variable_key', maxlength: 50, ...VERBATIM, value: key })}
    <label
      >Type
      <select name="variable_type">
        ${option('string', 'Text')} ${option('number', 'Number')}
      </select></label
    >
    ${innerField('Default value', { name: 'variable_fallback', maxlength: 2000, autocomplete: 'off', value: fallback })}
  </div>`
}

/**
 * The fields of a template that the form changes: without changes, no draft of a published template is created. Variables are
 * declared by their use in the texts. `html`: generated from the Markdown in the form, if any.
 */
export function templateFromForm(
  form: URLSearchParams,
  { template, version }: TemplateDraft,
  html: string | undefined,
): Change {
  const body: Change = {
    name: formText(form, 'name'),
    alias: formText(form, 'alias') || null,
    from: formText(form, 'from') || null,
    subject: formText(form, 'subject') || null,
    reply_to: formList(form, 'reply_to'),
    ...(form.has('html') && { html: multilineText(form, 'html') }),
    ...(html !== undefined && { html }),
    ...(form.has('text') && { text: multilineText(form, 'text') || null }),
  }
  const stored_variables = variablesOf(version)
  const variables = form.has('variable_key') ? variablesFromForm(form, version) : stored_variables
  const texts = [body.subject, body.html ?? version.html, body.text ?? version.text]
  const stored: Change = { ...version, ...template, reply_to: version.reply_to ?? [], variables: stored_variables }
  const all: Change = { ...body, variables: withFoundVariables(variables, texts) }
  const names = Object.keys(all) as (keyof Change)[]
  const changed = names.filter(name => JSON.stringify(all[name]) !== JSON.stringify(stored[name]))
  return Object.fromEntries(changed.map(name => [name, all[name]]))
}

/** The variables of a version in the form of the API. */
export function variablesOf({ variables }: TemplateVersion): Variables {
  return variables.map(({ key, type, fallback_value }) => ({ key, type, fallback_value }))
}

/** A row without a name is ignored. An empty default value counts as none, unless the variable has an empty one. */
function variablesFromForm(form: URLSearchParams, version: TemplateVersion): Variables {
  return enteredRows(form).flatMap(([name, type, fallback]): Variables => {
    const key = name.trim()
    if (key === '') return []
    if (type === 'number') return [{ key, type: 'number', fallback_value: numberOrText(fallback) }]
    const isKept = version.variables.some(each => each.key === key && each.fallback_value === '')
    return [{ key, type: 'string', fallback_value: fallback === '' && !isKept ? null : fallback }]
  })
}

/** Text that is not a number is passed on and refused with a message. */
function numberOrText(fallback: string): number | string | null {
  const number = Number(fallback)
  if (fallback.trim() === '') return null
  return Number.isNaN(number) ? fallback : number
}

const LABELS = {
  from: 'sender',
  subject: 'subject',
  reply_to: 'reply-to',
  html: 'content',
  text: 'plain text',
  variables: 'variables',
} as const

/** The labels of the fields in which a draft differs from a published version. */
export function differencesOf(draft: TemplateVersion, published: TemplateVersion): string[] {
  const visible = (version: TemplateVersion, name: keyof typeof LABELS): string =>
    JSON.stringify(name === 'variables' ? variablesOf(version) : version[name])
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[]
  return names.filter(name => visible(draft, name) !== visible(published, name)).map(name => LABELS[name])
}
