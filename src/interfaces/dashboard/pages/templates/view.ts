// The page of one template: its actions, its editor and its preview.
import type { Draft, TemplateVersion } from '../../../../mail/templates/rules.ts'
import type { Image } from '../../../../mail/images/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { facts } from '../../ui/facts.ts'
import { choice, field, innerField, lengthOf, VERBATIM } from '../../ui/fields.ts'
import { changeForm, confirmForm, csrfField, formButton, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { agentsNote } from '../broadcasts/blocks/view.ts'
import { topicField } from '../broadcasts/editor.ts'
import { imagesPart } from '../images/view.ts'
import { type Beside, besidePart, contentFields, placeholderHelp, seenField, waysToWrite } from '../writing/view.ts'
import type { Writing } from '../writing/view.ts'
import { nameField, templateTag } from './list-view.ts'

export interface ShownTemplate extends Draft, FormOutcome {
  visitor: Visitor
  people: ReadonlyMap<string, string>
  /** Names of the programs that are connected to its editor. */
  agents: readonly string[]
  segments: readonly { id: string; name: string }[]
  topics: readonly { id: string; name: string }[]
  /** Keys of contact properties. */
  properties: readonly string[]
  /** Labels of the fields in which the draft differs from the published version. */
  differences: readonly string[]
  writing: Writing
  beside: Beside
  images: readonly Image[]
  public_url: string
  script: Html
}

/** The id of the form, for the buttons next to it. */
const EDITOR = 'editor'

export function templateBody(shown: ShownTemplate): Html {
  const { template, done, trouble } = shown
  return html`<p><a class="back" href="/templates">Templates</a></p>
    <h1><bdi>${template.name}</bdi></h1>
    ${done} ${troubleBox(trouble)}
    <p class="lead">${templateTag(template)} ${stateWords(shown)}</p>
    <div class="acts">${templateActs(shown)}</div>
    ${agentsNote(shown.agents)}
    <div class="desk">${templateForm(shown)} ${besidePart(shown.beside)}</div>
    ${imagesPart(shown.images, shown.visitor, shown.public_url)}
    ${facts([
      ['Made', moment(template.created_at)],
      template.published_at !== null && ['Published', moment(template.published_at)],
      ['Template ID', html`<code>${template.id}</code>`],
    ])}
    ${shown.script}`
}

function stateWords({ template, differences }: ShownTemplate): string {
  if (template.published_version_id === null) return 'Publish it, so that mails can be made from it.'
  if (template.published_version_id === template.current_version_id) return 'Mails are made from what is shown here.'
  const what = differences.length === 0 ? 'nothing' : differences.join(', ')
  return `Mails are made from what was published. The draft differs in: ${what}.`
}

/** Each button next to the editor saves first, so that it acts on the displayed content and no input is lost. */
function templateActs(shown: ShownTemplate): Html {
  const { template, segments, topics, writing } = shown
  const { id, name } = template
  const path = `/templates/${id}`
  const act = { form: EDITOR, about: name }
  // Enter in a field presses the first button
  return html`${formButton({ ...act, label: 'Save' })}
    ${formButton({ ...act, label: 'Save and publish', path: `${path}/publish` })}
    ${formButton({ ...act, label: 'Save and send a test to myself', path: `${path}/test` })}
    ${waysToWrite(writing, act)} ${formButton({ ...act, label: 'Save and duplicate', path: `${path}/duplicate` })}
    <a class="button" href="${path}/versions">Published versions</a>
    ${
      segments.length > 0 &&
      changeForm({
        path: `${path}/broadcast`,
        label: 'Start a broadcast',
        about: name,
        fields: html`${choice({ name: 'segment_id', title: 'Segment', options: segments, isNeeded: true })}
        ${topicField({ topics }, shown.form.get('topic_id') ?? undefined)}`,
        button: 'Make the draft',
      })
    }
    ${confirmForm({
      path: `${path}/delete`,
      label: 'Delete',
      about: name,
      question: 'Requests that name it are refused from then on.',
    })}`
}

function templateForm({ template, version, visitor, people, properties, writing, form }: ShownTemplate): Html {
  const { id, name, alias } = template
  const { from, subject, reply_to, variables } = version
  const value = (field: string, stored: string | null): string => form.get(field) ?? stored ?? ''
  const keys = variables.map(({ key }) => key)
  const path = `/templates/${id}`
  return html`<form
    method="post"
    action="${path}/change"
    class="editor"
    id="${EDITOR}"
    data-autosave="${path}/autosave"
    data-page="${path}"
  >
    ${csrfField()} ${seenField(template, people, visitor)} ${nameField(value('name', name))}
    ${field('Alias, by which programs name it', { name: 'alias', maxlength: lengthOf('CreateTemplate', 'alias'), ...VERBATIM, value: value('alias', alias) })}
    ${field('From, such as Acme <news@example.com>; requests can name another one', { name: 'from', maxlength: lengthOf('CreateTemplate', 'from'), ...VERBATIM, value: value('from', from) })}
    ${field('Subject', { name: 'subject', maxlength: lengthOf('CreateTemplate', 'subject'), autocomplete: 'off', value: value('subject', subject) })}
    ${field('Reply-to', { name: 'reply_to', maxlength: 5000, ...VERBATIM, value: value('reply_to', (reply_to ?? []).join(', ')) })}
    <p class="soft">Comma-separated. Defaults to the sender.</p>
    ${contentFields(writing, form)} ${placeholderHelp(properties, keys)} ${variableFields(version, form)}
    <div class="choice">
      <button class="main">Save</button>
      <button formaction="${path}/publish">Save and publish</button>
    </div>
  </form>`
}

/** A form has at most 100 fields, and each row contains three. */
export const VARIABLE_ROWS_MAX = 25
const EMPTY_ROWS = 3

type Row = readonly [key: string, type: string, fallback: string]

function variableFields({ variables }: TemplateVersion, form: URLSearchParams): Html {
  if (variables.length > VARIABLE_ROWS_MAX)
    return html`<p class="note">It has more than ${VARIABLE_ROWS_MAX} variables. Change them from a program.</p>`
  const stored = variables.map(({ key, type, fallback_value }): Row => [key, type, String(fallback_value ?? '')])
  const filled = form.has('variable_key') ? typedRows(form) : stored
  const empty = Array.from({ length: Math.min(EMPTY_ROWS, VARIABLE_ROWS_MAX - filled.length) }, (): Row => ['', '', ''])
  return html`<details class="variables" ${filled.length > 0 && html`open`}>
    <summary>Variables, which requests give values</summary>
    <p class="soft">
      <code>{{{NAME}}}</code> in the subject or the content makes a variable. Without a fallback each request has to
      give a value. To remove a variable, empty its name.
    </p>
    ${[...filled, ...empty].map(variableRow)}
  </details>`
}

function typedRows(form: URLSearchParams): Row[] {
  const [types, fallbacks] = [form.getAll('variable_type'), form.getAll('variable_fallback')]
  const rows = form.getAll('variable_key').map((key, index): Row => [key, types[index] ?? '', fallbacks[index] ?? ''])
  return rows.filter(([key]) => key !== '').slice(0, VARIABLE_ROWS_MAX)
}

function variableRow([key, type, fallback]: Row): Html {
  const option = (value: string, title: string): Html =>
    html`<option value="${value}" ${value === type && html`selected`}>${title}</option>`
  return html`<div class="row">
    ${innerField('Name', { name: 'variable_key', maxlength: 50, ...VERBATIM, value: key })}
    <label
      >Kind
      <select name="variable_type">
        ${option('string', 'Text')} ${option('number', 'Number')}
      </select></label
    >
    ${innerField('Fallback', { name: 'variable_fallback', maxlength: 2000, autocomplete: 'off', value: fallback })}
  </div>`
}
