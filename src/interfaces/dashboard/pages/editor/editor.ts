// The editor of broadcasts and templates: what it loads, how it saves, and the pages that both have.
import { listContactProperties } from '../../../../audience/contact-properties/store.ts'
import { findFallbacks } from '../../../../audience/contact-properties/actions.ts'
import type { TeamTx } from '../../../../base/store/database.ts'
import { type ContactValues, fillPlaceholders } from '../../../../base/text/placeholders.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { htmlToDisplayText } from '../../../../base/threads/mails.ts'
import { sendTestEmails } from '../../../../campaigns/broadcasts/testing/actions.ts'
import type { TestSource } from '../../../../campaigns/broadcasts/testing/rules.ts'
import {
  copyMarkdown,
  findDocumentOf,
  findMarkdownOf,
  storeMarkdown,
  listAgentNames,
  contentToMarkdown,
  type Resource,
  type ConvertedMarkdown,
} from '../../../../campaigns/editor/actions.ts'
import { listImages } from '../../../../mail/images/store.ts'
import { type DashboardPage, openPage, type Redirect, type Visit } from '../../page.ts'
import type { Visitor } from '../../session/visitor.ts'
import { previewFrameHtml, emailFrameHeaders } from '../../ui/mail-frame.ts'
import { writingScript } from '../../ui/scripts.ts'
import { IMAGES_IN_EDITOR } from '../images.ts'
import { findPeople } from '../inboxes/find.ts'
import { autosavePage, EDITOR_FORM_BYTES, markdownFromForm, refuseUnseenChange, withFailureTitle } from './saving.ts'
import { type EditedObject, EDITED_MAX, type EditorData, type EditorFormat } from './view.ts'

export type OneVisit = Visit<Visitor, 'POST /x/:id'>

/** What the editor needs of broadcasts or templates. */
export interface EditorOf<Whole> {
  path: '/broadcasts' | '/templates'
  /** The one in the URL. Throws a 404 page for an unknown one. */
  find: (visit: OneVisit) => Promise<Whole>
  edited: (whole: Whole) => EditedObject
  resource: (whole: Whole) => Resource
  /** Stores the fields of the form. `html`: generated from the Markdown in the form, if any. */
  save: (visit: OneVisit, whole: Whole, html: string | undefined) => Promise<unknown>
  /** Creates a copy and returns its id. */
  copy: (visit: OneVisit, whole: Whole) => Promise<string>
  /** The content of a test email. */
  tested: (whole: Whole) => TestSource
  /** Pages below its own page that a button of the editor opens after saving. */
  next?: readonly string[]
  /** Whether it can no longer be edited. */
  isClosed?: (whole: Whole) => boolean
}

/** Maximum properties in the list of placeholders. */
const PROPERTIES_MAX = 100

/** People, programs and images next to an editor. */
export async function findSurroundings(visit: OneVisit, id: string) {
  return {
    visitor: visit.visitor,
    public_url: visit.parts.site.public_url,
    people: await findPeople(visit),
    agents: await listAgentNames(visit, id),
    images: (await listImages(visit.tx, { team_id: visit.team_id }, { limit: IMAGES_IN_EDITOR })).rows,
  }
}

/** Loads the data of an editor in the transaction of the page. */
export async function findEditor<Whole>(of: EditorOf<Whole>, visit: OneVisit, whole: Whole) {
  const { tx, team_id } = visit
  const resource = of.resource(whole)
  return {
    ...(await findSurroundings(visit, resource.id)),
    edited: of.edited(whole),
    resource,
    written: await findMarkdownOf(visit, resource),
    composed: await findDocumentOf(visit, resource),
    properties: (await listContactProperties(tx, team_id, { limit: PROPERTIES_MAX })).rows.map(({ key }) => key),
    values: await sampleValues(visit),
  }
}

type EditorSource = Awaited<ReturnType<typeof findEditor>>

/**
 * Generates the Markdown and the plain text of the content. Takes long for large HTML, so it follows the transaction.
 * @param as The format that the URL selects.
 * @param content The content in the preview.
 */
export async function editorData(
  source: EditorSource,
  as: string | null,
  content: { html: string | null; text: string | null },
): Promise<EditorData & { script_source: string }> {
  const { values, visitor } = source
  const plain = content.text ?? (await htmlToDisplayText(content.html ?? '', visitor.team.id))
  const { markup: scripts, source: script_source } = writingScript()
  return {
    ...source,
    format: await formatOf(source, visitor.team.id, as),
    preview: { html: content.html ?? '', text: fillPlaceholders(plain, values, 'text') },
    scripts,
    script_source,
  }
}

/** The format that the URL selects, otherwise the one in which the content was written. Empty content is Markdown. */
async function formatOf(
  { resource, written, composed }: Pick<EditorSource, 'resource' | 'written' | 'composed'>,
  team_id: string,
  selected: string | null,
): Promise<EditorFormat> {
  const { html, text } = resource
  const isEmpty = !html && !text
  const as = selected ?? (isEmpty || written !== undefined ? 'markdown' : 'html')
  const stored = { html: html ?? '', text: text ?? '', isConverted: written === undefined && !isEmpty }
  const length = stored.html.length + stored.text.length + (written ?? '').length
  if (length > EDITED_MAX) return { ...stored, as: 'none', markdown: '' }
  if (as !== 'markdown') return { ...stored, as: 'html', markdown: '' }
  try {
    return { ...stored, as, markdown: written ?? (await contentToMarkdown(resource, composed, team_id)) }
  } catch (error) {
    if (error instanceof Refusal) return { ...stored, as: 'html', markdown: '' }
    throw error
  }
}

const SAMPLE_CONTACT = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

/** A link without effect, so that a click in a preview unsubscribes no contact. */
export const NO_UNSUBSCRIBE = '#unsubscribe'

/** The values of a contact that does not exist, for a preview. */
export async function sampleValues({ tx, team_id }: TeamTx): Promise<ContactValues> {
  const fallbacks = await findFallbacks(tx, team_id)
  return { contact: SAMPLE_CONTACT, properties: {}, fallbacks, unsubscribeUrl: NO_UNSUBSCRIBE }
}

/** The HTML of an email for the frame of a preview. */
export function previewHtmlPage<At extends `GET /${string}`>(
  at: At,
  find: (visit: Visit<Visitor, At>) => Promise<{ html: string; values: ContactValues }>,
): DashboardPage {
  return openPage(at, 'member', async ({ asVisitor, parts, query }) => {
    const { html, values } = await asVisitor(find)
    const content = previewFrameHtml(fillPlaceholders(html, values, 'html'), query)
    return { type: 'text/html', headers: emailFrameHeaders(parts.site.public_url), content }
  })
}

async function save<Whole>(
  of: EditorOf<Whole>,
  visit: OneVisit,
  written: ConvertedMarkdown | undefined,
): Promise<void> {
  const whole = await of.find(visit)
  await refuseUnseenChange(visit, of.edited(whole))
  await of.save(visit, whole, written?.html)
  if (written) storeMarkdown(visit, of.resource(whole), written)
}

type SavingPage<Whole> = (
  act: string,
  title: string,
  run: (visit: OneVisit, whole: Whole) => Promise<Redirect>,
) => DashboardPage

/**
 * Creates forms that are sent by a button next to the editor. Each first saves the editor's content, in a separate transaction,
 * so that the content remains saved if `run` is refused. `title` starts the message of a refusal.
 * @param shown The page with the editor, which a refusal shows with the typed content.
 */
export function savingPages<Whole>(of: EditorOf<Whole>, shown: DashboardPage): SavingPage<Whole> {
  return (act, title, run) =>
    openPage(
      `POST ${of.path}/:id/${act}` as 'POST /x/:id',
      'member',
      async request => {
        const { form, asVisitor } = request
        const written = await withFailureTitle(title, () => markdownFromForm(request), 422)
        if (form.has('subject')) await withFailureTitle(title, () => asVisitor(visit => save(of, visit, written)), 422)
        return withFailureTitle(title, () => asVisitor(async visit => run(visit, await of.find(visit))))
      },
      { form_bytes: EDITOR_FORM_BYTES, refused: shown },
    )
}

/** The forms of an editor. `shown`: the page with the editor. */
export function editorPages<Whole>(of: EditorOf<Whole>, shown: DashboardPage): DashboardPage[] {
  const saving = savingPages(of, shown)
  return [
    saving('change', 'Not saved', async ({ params, form }) => ({
      location: nextPath(of, params.id, form.get('next')),
    })),

    autosavePage(`POST ${of.path}/:id/autosave` as 'POST /x/:id', (visit, written) => save(of, visit, written)),

    /** As in the API, every member of the team may do this, but only to their own address. */
    saving('test', 'Test email not sent', async (visit, whole) => {
      const [sent] = await sendTestEmails(visit, of.tested(whole), [visit.visitor.user.email])
      return { location: `/emails/${sent!.id}?done=test` }
    }),

    saving('duplicate', 'Not duplicated', async (visit, whole) => {
      const id = await of.copy(visit, whole)
      const resource = of.resource(whole)
      await copyMarkdown(visit, resource, { type: resource.type, id })
      return { location: `${of.path}/${id}?done=duplicated` }
    }),
  ]
}

/** The page that the pressed button opens after saving; otherwise the editor itself. */
function nextPath<Whole>({ path, next = [] }: EditorOf<Whole>, id: string, pressed: string | null): string {
  if (pressed === 'blocks' || next.includes(pressed ?? '')) return `${path}/${id}/${pressed}`
  const as = pressed === 'markdown' || pressed === 'html' ? `&as=${pressed}` : ''
  return `${path}/${id}?done=changed${as}`
}
