// The editor of a broadcast or template: its form, the list of placeholders, and the preview next to it.
import { CLIPPED_BYTES } from '../../../../base/text/content-faults.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { truncate } from '../../../../base/text/length.ts'
import type { Image } from '../../../../mail/images/rules.ts'
import type { Visitor } from '../../session/visitor.ts'
import { textArea, field, VERBATIM } from '../../ui/fields.ts'
import { facts } from '../../ui/facts.ts'
import { csrfField, type FormButton, formButton } from '../../ui/forms.ts'
import { emailFrame, emailText } from '../../ui/mail-frame.ts'
import { entered, formOutcome, formatNumber } from '../../ui/reader.ts'
import { dateTime } from '../../ui/time.ts'
import { imagesPart } from '../images.ts'
import { writerName } from '../inboxes/threads/view.ts'

/** Maximum characters of HTML and text that can be edited here. Showing more would block the event loop. */
export const EDITED_MAX = 200_000

/** The content in the format in which it is edited; `none`: it is too large for a page. */
export interface EditorFormat {
  as: 'markdown' | 'html' | 'none'
  markdown: string
  html: string
  text: string
  /** Whether the displayed Markdown was converted from the HTML. */
  isConverted: boolean
}

export interface EditedObject {
  /** The path of its page. */
  path: string
  name: string
  updated_at: string
  writer_id: string | null
}

export interface EditorSurroundings {
  visitor: Visitor
  public_url: string
  /** The names of members, by their ids. */
  people: ReadonlyMap<string, string>
  /** Names of the programs that are connected to the editor. */
  agents: readonly string[]
  images: readonly Image[]
}

export interface EditorData extends EditorSurroundings {
  edited: EditedObject
  format: EditorFormat
  /** Keys of contact properties. */
  properties: readonly string[]
  /** The stored HTML and plain text in the preview. */
  preview: { html: string; text: string }
  scripts: Html
}

interface EditorParts {
  /** The fields before the content. */
  fields: Html
  /** The fields after the content. */
  more: Html
  /** Names of the variables of a template. */
  variables?: readonly string[]
  /** The second button below the form. */
  button: Html
  warnings?: readonly { message: string; where?: string | undefined }[]
}

/** The id of the editor's form, for the buttons next to it. */
const EDITOR = 'editor'

export function editorPart(
  data: EditorData,
  { fields, more, variables = [], button, warnings = [] }: EditorParts,
): Html {
  const { path } = data.edited
  return html`${agentsNote(data.agents)}
    <div class="desk">
      <form
        method="post"
        action="${path}/change"
        class="editor"
        id="${EDITOR}"
        data-autosave="${path}/autosave"
        data-page="${path}"
      >
        ${csrfField()} ${seenField(data.edited, data.people, data.visitor)} ${fields} ${contentFields(data.format)}
        ${placeholderHelp(data.properties, variables)} ${more}
        <div class="choice"><button class="main">Save</button> ${button}</div>
      </form>
      ${previewPart(`${path}/html`, data.preview, warnings)}
    </div>
    ${imagesPart(data)} ${data.scripts}`
}

/** A button next to the editor. It saves first, so that it acts on the displayed content and no input is lost. */
export function editorButton(edited: EditedObject, label: string, to: { act?: string; next?: string } = {}): Html {
  const { act, next } = to
  const button: FormButton = {
    form: EDITOR,
    about: edited.name,
    label,
    ...(act !== undefined && { path: `${edited.path}/${act}` }),
    ...(next !== undefined && { field: { name: 'next', value: next } }),
    ...(act === 'cancel' && { isAnyway: true }),
  }
  return formButton(button)
}

/** Buttons that save and switch to another format. */
export function formatButtons({ edited, format: { as } }: EditorData): Html {
  const [label, next] = as === 'markdown' ? (['HTML', 'html'] as const) : (['Markdown', 'markdown'] as const)
  return html`${as !== 'none' && editorButton(edited, `Edit as ${label}`, { next })}
  ${editorButton(edited, 'Edit as blocks', { next: 'blocks' })}`
}

export function nameField(length_max: number, stored?: string): Html {
  const attributes = { name: 'name', required: true, maxlength: length_max, autocomplete: 'off' }
  return field('Name', { ...attributes, hint: 'Not visible to recipients.', value: entered('name', stored) })
}

export function replyToField(stored: readonly string[] | null): Html {
  const attributes = {
    name: 'reply_to',
    maxlength: 5000,
    ...VERBATIM,
    hint: 'Comma-separated. Defaults to the sender.',
  }
  return field('Reply-to', { ...attributes, value: entered('reply_to', (stored ?? []).join(', ')) })
}

function contentFields(format: EditorFormat): Html {
  if (format.as === 'none')
    return html`<p class="note">
      Content with more than ${formatNumber(EDITED_MAX)} characters can’t be edited on this page. Edit it with the API.
    </p>`
  const { form } = formOutcome()
  const isMarkdown = form.size > 0 ? form.has('markdown') : format.as === 'markdown'
  const value = (name: 'markdown' | 'html' | 'text') => ({ name, class: 'code', value: entered(name, format[name]) })
  return html`${
    isMarkdown
      ? html`${textArea('Markdown', { rows: 16, ...value('markdown') })}
          <p class="soft hint">
            <code># Heading</code>, <code>**bold**</code>, <code>*italic*</code>, <code>- list</code>,
            <code>[link](https://…)</code>, <code>![image](https://…)</code>
          </p>
          ${format.isConverted && html`<p class="note">This Markdown was converted from the HTML. Saving removes formatting that Markdown does not support, such as styles.</p>`}`
      : textArea('HTML', { rows: 16, ...value('html') })
  }
  ${textArea('Plain text', { rows: 6, hint: 'Generated from the HTML if empty.', ...value('text') })}`
}

/** The hidden field with the last seen change, and the status line that the script updates. */
export function seenField(
  { updated_at, writer_id }: Pick<EditedObject, 'updated_at' | 'writer_id'>,
  people: ReadonlyMap<string, string>,
  visitor: Visitor,
): Html {
  const writer = writer_id !== null && html` by ${writerName(writer_id, people, visitor)}`
  return html`<input type="hidden" name="seen" value="${updated_at}" />
    <p class="soft saved" aria-live="polite" data-saved>Last updated ${dateTime(updated_at)}${writer}.</p>`
}

/** A note about programs that edit the same content. */
export function agentsNote(agents: readonly string[]): Html | false {
  if (agents.length === 0) return false
  const names = agents.map(
    (name, index) => html`${index > 0 && ', '}${name === '' ? 'an unnamed program' : html`<bdi>${name}</bdi>`}`,
  )
  return html`<p class="note">Connected to this editor: ${names}. Changes from there replace the content here.</p>`
}

/** Enough properties to show the syntax. */
const PROPERTIES_SHOWN = 20

/** Placeholders to copy; with a script each has a button that inserts it. */
function placeholderHelp(properties: readonly string[], variables: readonly string[]): Html {
  const placeholder = (code: string, words: string): [Html, string] => [
    html`<code class="copied">${code}</code>`,
    words,
  ]
  return html`<details class="placeholders">
    <summary>Placeholders</summary>
    ${facts([
      ...variables.map(key => placeholder(`{{{${key}}}}`, `Variable ${key}`)),
      placeholder('{{{contact.first_name|there}}}', 'First name, or “there” for contacts without one'),
      placeholder('{{{contact.last_name}}}', 'Last name'),
      placeholder('{{{contact.email}}}', 'Email address'),
      ...properties.slice(0, PROPERTIES_SHOWN).map(key => placeholder(`{{{contact.${key}}}}`, `Property ${key}`)),
      placeholder('{{{RESEND_UNSUBSCRIBE_URL}}}', 'Unsubscribe URL. Link to it in every broadcast.'),
    ])}
    <p class="soft">
      Placeholders work in the subject, the content and the plain text. The text after <code>|</code> is the default
      value.
    </p>
  </details>`
}

/** Maximum characters of the plain text next to the editor. */
const TEXT_SHOWN_MAX = 20_000

/** The preview. Its options need no script: styles show the selected one. `src`: the URL of the HTML with sample data. */
function previewPart(
  src: string,
  { html: content, text }: EditorData['preview'],
  warnings: NonNullable<EditorParts['warnings']>,
): Html {
  const size = (Buffer.byteLength(content) / 1024).toFixed(1)
  return html`<section class="beside" aria-label="Preview">
    <h2>Preview</h2>
    ${choices('View', 'shown_as', { desktop: 'Desktop', phone: 'Phone', text: 'Plain text' })}
    ${choices('Colors', 'shown_in', { light: 'Light', dark: 'Dark' })}
    <div class="seen-on light">${emailFrame(src)}</div>
    <div class="seen-on dark">${emailFrame(`${src}?colors=dark`)}</div>
    <div data-fresh="text" class="as-text">
      ${emailText(truncate(text, TEXT_SHOWN_MAX))}
      ${text.length > TEXT_SHOWN_MAX && html`<p class="soft">Only the beginning of the text is shown.</p>`}
    </div>
    <div data-fresh="hints">
      <p class="soft">
        Saved content with sample data. HTML size: ${size} KB. Gmail clips emails over ${CLIPPED_BYTES / 1024} KB.
      </p>
      ${warnings.length > 0 && problemList('Warnings', warnings)}
    </div>
  </section>`
}

/** Problems of the content, as a list. */
export function problemList(label: string, problems: NonNullable<EditorParts['warnings']>): Html {
  return html`<ul class="problems" aria-label="${label}">
    ${problems.map(({ message, where }) => html`<li><bdi>${message}</bdi>${where !== undefined && html` <span class="soft">(${where})</span>`}</li>`)}
  </ul>`
}

function choices(legend: string, name: string, options: Record<string, string>): Html {
  return html`<fieldset class="switch">
    <legend>${legend}</legend>
    ${Object.entries(options).map(
      ([value, title], index) =>
        html`<label
          ><input type="radio" name="${name}" value="${value}" ${index === 0 && html`checked`} /> ${title}</label
        > `,
    )}
  </fieldset>`
}
