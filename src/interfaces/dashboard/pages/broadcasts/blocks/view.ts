// The page on which a broadcast or template is edited in blocks. Without a script, a field contains the document as JSON; with
// one, the editor replaces the field (`blocks.js`).
import type { Image } from '../../../../../mail/images/rules.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { area } from '../../../ui/fields.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { imagesPart } from '../../images/view.ts'
import { seenField } from '../../writing/view.ts'

export interface ShownBlocks extends FormOutcome {
  /** The URL of the broadcast or template. */
  path: string
  named: { name: string; updated_at: string; writer_id: string | null }
  people: ReadonlyMap<string, string>
  images: readonly Image[]
  public_url: string
  visitor: Visitor
  agents: readonly string[]
  /** JSON; `undefined` if the document cannot be shown. */
  document: string | undefined
  /** Why the document cannot be shown. */
  why_not: string
  isComposed: boolean
  scripts: Html
}

export function blocksBody(shown: ShownBlocks): Html {
  const { path, named, visitor, agents, document, why_not, isComposed, form, done, trouble, scripts } = shown
  const given = form.get('document') ?? document
  return html`<p>
      <a class="back" href="${path}"><bdi>${named.name}</bdi></a>
    </p>
    <h1>Write in blocks</h1>
    ${done} ${troubleBox(trouble)} ${agentsNote(agents)}
    ${
      given === undefined
        ? html`<p class="note">${why_not}</p>`
        : html`${
              !isComposed &&
              html`<p class="soft">
                These blocks are made of its HTML. What they have no form for, such as tables and styles, is lost when
                you save them.
              </p>`
            }
            <form
              method="post"
              action="${path}/blocks"
              class="editor blocks"
              data-autosave="${path}/blocks/autosave"
              data-page="${path}/blocks"
            >
              ${csrfField()} ${seenField(named, shown.people, visitor)}
              <div class="as-json">
                ${area('Document, as JSON', { name: 'document', rows: 24, class: 'code', spellcheck: 'false', value: given })}
              </div>
              <div class="choice"><button class="main">Save</button></div>
            </form>
            ${imagesPart(shown.images, visitor, shown.public_url)} ${scripts}`
    }`
}

/** A note about the programs that also edit the broadcast. */
export function agentsNote(agents: readonly string[]): Html | false {
  if (agents.length === 0) return false
  const names = agents.map(
    (name, index) => html`${index > 0 && ', '}${name === '' ? 'a program' : html`<bdi>${name}</bdi>`}`,
  )
  return html`<p class="note">Connected to the editor: ${names}. What it saves replaces what is here.</p>`
}
