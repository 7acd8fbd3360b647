// The fields for the content of a broadcast or template, the list of placeholders, and the preview next to the editor.
import { CLIPPED_BYTES } from '../../../../base/text/content-faults.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { shortened } from '../../../../base/text/length.ts'
import type { Visitor } from '../../session/visitor.ts'
import { area } from '../../ui/fields.ts'
import { facts } from '../../ui/facts.ts'
import { type FormButton, formButton } from '../../ui/forms.ts'
import { mailFrame, mailText } from '../../ui/mail-frame.ts'
import { moment } from '../../ui/time.ts'
import { writerName } from '../inboxes/threads/view.ts'

/** Maximum characters of HTML and text that can be edited here. Showing more would block the event loop. */
export const EDITED_MAX = 200_000

/** The content in the form in which it is edited; `none`: it is too large for a page. */
export interface Writing {
  as: 'markdown' | 'html' | 'none'
  markdown: string
  html: string
  text: string
  /** Whether the displayed Markdown was generated from the HTML. */
  isMade: boolean
}

/** `form`: the typed values, if they are to be filled in again. */
export function contentFields(writing: Writing, form: URLSearchParams): Html {
  if (writing.as === 'none')
    return html`<p class="note">
      Its content has more than ${EDITED_MAX.toLocaleString('en')} characters, which is too much for this page. Change
      it from a program.
    </p>`
  const value = (name: 'markdown' | 'html' | 'text'): string => form.get(name) ?? writing[name]
  const isMarkdown = form.size > 0 ? form.has('markdown') : writing.as === 'markdown'
  return html`${
    isMarkdown
      ? html`${area('Markdown', { name: 'markdown', rows: 16, class: 'code', value: value('markdown') })}
          <p class="soft hint">
            <code># Heading</code>, <code>**bold**</code>, <code>*italic*</code>, <code>- list</code>,
            <code>[link](https://…)</code>, <code>![image](https://…)</code>
          </p>
          ${writing.isMade && html`<p class="note">This Markdown is made of its HTML. What has no form in it, such as styles, is lost when you save.</p>`}`
      : area('HTML', { name: 'html', rows: 16, class: 'code', value: value('html') })
  }
  ${area('Plain text; left empty, it is made of the HTML', { name: 'text', rows: 6, class: 'code', value: value('text') })}`
}

/** Buttons that save and switch to another format. */
export function waysToWrite({ as }: Writing, act: Pick<FormButton, 'form' | 'about'>): Html {
  const way = (label: string, value: string): Html =>
    formButton({ ...act, label: `Save and write in ${label}`, field: { name: 'next', value } })
  return html`${as !== 'none' && way(as === 'markdown' ? 'HTML' : 'Markdown', as === 'markdown' ? 'html' : 'markdown')}
  ${way('blocks', 'blocks')}`
}

/** The hidden field with the last seen change, and the status line that the script updates. */
export function seenField(
  { updated_at, writer_id }: { updated_at: string; writer_id: string | null },
  people: ReadonlyMap<string, string>,
  visitor: Visitor,
): Html {
  const writer = writer_id !== null && html` by ${writerName(writer_id, people, visitor)}`
  return html`<input type="hidden" name="seen" value="${updated_at}" />
    <p class="soft saved" aria-live="polite" data-saved>Last changed ${moment(updated_at)}${writer}.</p>`
}

/** Enough properties to show the syntax. */
const PROPERTIES_SHOWN = 20

/** Placeholders to copy; with a script each has a button that inserts it. */
export function placeholderHelp(properties: readonly string[], variables: readonly string[] = []): Html {
  const placeholder = (code: string, words: string): [Html, string] => [
    html`<code class="copied">${code}</code>`,
    words,
  ]
  return html`<details class="placeholders">
    <summary>What can be filled in for each contact</summary>
    ${facts([
      ...variables.map(key => placeholder(`{{{${key}}}}`, `The variable ${key}`)),
      placeholder('{{{contact.first_name|there}}}', 'The first name; “there” for contacts without one'),
      placeholder('{{{contact.last_name}}}', 'The last name'),
      placeholder('{{{contact.email}}}', 'The address'),
      ...properties.slice(0, PROPERTIES_SHOWN).map(key => placeholder(`{{{contact.${key}}}}`, `The property ${key}`)),
      placeholder(
        '{{{RESEND_UNSUBSCRIBE_URL}}}',
        'Where the contact leaves: a link to it belongs into every broadcast',
      ),
    ])}
    <p class="soft">
      Each works in the subject, the content and the text. Behind <code>|</code> is what stands there without a value.
    </p>
  </details>`
}

/** The stored content in the preview next to an editor. */
export interface Beside {
  /** The URL of the HTML, filled in for an example. */
  src: string
  html: string
  text: string
  /** The warnings. */
  hints: readonly { message: string; where?: string | undefined }[]
}

/** Maximum characters of the plain text next to the editor. */
const TEXT_BESIDE_MAX = 20_000

/** The preview. Its options need no script: styles show the selected one. */
export function besidePart({ src, html: content, text, hints }: Beside): Html {
  return html`<section class="beside" aria-label="Preview">
    <h2>Preview</h2>
    ${choices('Shown as', 'shown_as', [
      ['desktop', 'Desktop'],
      ['phone', 'Phone'],
      ['text', 'Plain text'],
    ])}
    ${choices('Colors', 'shown_in', [
      ['light', 'Light'],
      ['dark', 'Dark'],
    ])}
    <div class="seen-on light">${mailFrame(src)}</div>
    <div class="seen-on dark">${mailFrame(`${src}?colors=dark`)}</div>
    <div data-fresh="text" class="as-text">
      ${mailText(shortened(text, TEXT_BESIDE_MAX))}
      ${text.length > TEXT_BESIDE_MAX && html`<p class="soft">This is its beginning.</p>`}
    </div>
    <div data-fresh="hints">
      <p class="soft">Saved content, filled in for an example. ${sizeWords(Buffer.byteLength(content))}</p>
      ${
        hints.length > 0 &&
        html`<ul class="problems" aria-label="What could be better">
          ${hints.map(({ message, where }) => html`<li><bdi>${message}</bdi>${where !== undefined && html` <span class="soft">(${where})</span>`}</li>`)}
        </ul>`
      }
    </div>
  </section>`
}

function sizeWords(bytes: number): string {
  const size = `${(bytes / 1024).toFixed(1)} KB of HTML`
  return `${size}; Gmail cuts off what is beyond ${CLIPPED_BYTES / 1024} KB.`
}

function choices(legend: string, name: string, options: readonly (readonly [string, string])[]): Html {
  return html`<fieldset class="switch">
    <legend>${legend}</legend>
    ${options.map(
      ([value, title], index) =>
        html`<label
          ><input type="radio" name="${name}" value="${value}" ${index === 0 && html`checked`} /> ${title}</label
        > `,
    )}
  </fieldset>`
}
