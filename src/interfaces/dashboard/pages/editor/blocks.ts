// The page on which the content of a broadcast or template is edited as blocks. Without a script, a field contains the document
// as JSON; with one, the editor replaces the field (`blocks.js`).
import {
  replaceContent,
  contentToDocument,
  findDocumentOf,
  type Resource,
} from '../../../../campaigns/editor/actions.ts'
import type { EditorNode } from '../../../../campaigns/editor/document/document.ts'
import { withBlocksInLines } from '../../../../campaigns/editor/document/for-pages.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { parseJson } from '../../../../base/text/json.ts'
import { Refusal, refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { problem } from '../../problems.ts'
import { textArea } from '../../ui/fields.ts'
import { csrfField, formMessages } from '../../ui/forms.ts'
import { backLink } from '../../ui/link.ts'
import { entered } from '../../ui/reader.ts'
import { blockEditor } from '../../ui/scripts.ts'
import { imagesPart } from '../images.ts'
import { type EditorOf, findSurroundings, type OneVisit } from './editor.ts'
import { autosavePage, EDITOR_FORM_BYTES, refuseUnseenChange, withFailureTitle } from './saving.ts'
import { agentsNote, EDITED_MAX, type EditedObject, type EditorSurroundings, seenField } from './view.ts'

/** The same as in the API. */
const VALUES_MAX = 25_000

export function blocksPages<Whole>(of: EditorOf<Whole>): DashboardPage[] {
  const { path } = of
  /** A large document is composed outside of the transaction, which would block others. */
  const shown = openPage(`GET ${path}/:id/blocks` as 'GET /x/:id', 'member', async ({ asVisitor, params, fault }) => {
    const { isClosed, resource, composed, ...around } = await asVisitor(async visit => {
      const whole = await of.find(visit)
      const resource = of.resource(whole)
      return {
        isClosed: of.isClosed?.(whole),
        edited: of.edited(whole),
        resource,
        composed: await findDocumentOf(visit, resource),
        ...(await findSurroundings(visit, resource.id)),
      }
    })
    if (isClosed) {
      if (fault) throw problem(fault.status, 'Not saved', fault.message)
      return { location: `${path}/${params.id}` }
    }
    const document = composed ?? (await documentOrFault(resource, around.visitor.team.id))
    return {
      title: `Edit ${around.edited.name}`,
      body: () => blocksBody(around, document, composed !== undefined),
      script_source: blockEditor().source,
    }
  })

  const save = async (visit: OneVisit): Promise<void> => {
    const whole = await of.find(visit)
    await refuseUnseenChange(visit, of.edited(whole))
    await replaceContent(visit, of.resource(whole), documentFromForm(visit.form))
  }

  return [
    shown,
    page(
      `POST ${path}/:id/blocks` as 'POST /x/:id',
      'member',
      visit =>
        withFailureTitle('Not saved', async () => {
          await save(visit)
          return { location: `${path}/${visit.params.id}?done=changed` }
        }),
      { form_bytes: EDITOR_FORM_BYTES, refused: shown },
    ),
    autosavePage(`POST ${path}/:id/blocks/autosave` as 'POST /x/:id', save),
  ]
}

async function documentOrFault(
  content: Pick<Resource, 'html' | 'text'>,
  team_id: string,
): Promise<EditorNode | string> {
  try {
    return await contentToDocument(content, team_id)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function documentFromForm(form: URLSearchParams): unknown {
  try {
    return parseJson(Buffer.from(form.get('document') ?? ''), { values_max: VALUES_MAX })
  } catch {
    throw refusal('validation_error', 'The document is not valid JSON.')
  }
}

interface Around extends EditorSurroundings {
  edited: EditedObject
}

/** `document`: the blocks, or the reason for their absence. `isComposed`: they were not converted from HTML. */
function blocksBody(around: Around, document: EditorNode | string, isComposed: boolean): Html {
  const { name, path } = around.edited
  const json = typeof document === 'string' ? '' : JSON.stringify(withBlocksInLines(document))
  const value = entered('document', json === '' || json.length > EDITED_MAX ? null : json)
  const fault =
    typeof document === 'string' ? document : 'The content is too large for this page. Edit it with the API.'
  return html`${backLink(path, name)}
    <h1>Edit blocks</h1>
    ${formMessages()} ${agentsNote(around.agents)}
    ${value === null ? html`<p class="note">${fault}</p>` : blocksForm(around, value, isComposed)}`
}

function blocksForm(around: Around, value: string, isComposed: boolean): Html {
  const { path } = around.edited
  return html`${
      !isComposed &&
      html`<p class="soft">
        These blocks were converted from the HTML. Saving removes formatting that blocks do not support, such as tables
        and styles.
      </p>`
    }
    <form
      method="post"
      action="${path}/blocks"
      class="editor blocks"
      data-autosave="${path}/blocks/autosave"
      data-page="${path}/blocks"
    >
      ${csrfField()} ${seenField(around.edited, around.people, around.visitor)}
      <div class="as-json">
        ${textArea('Document (JSON)', { name: 'document', rows: 24, class: 'code', spellcheck: 'false', value })}
      </div>
      <div class="choice"><button class="main">Save</button></div>
    </form>
    ${imagesPart(around)} ${blockEditor().markup}`
}
