// Shared by the editors of broadcasts and templates: their content in Markdown or HTML, and who changed it last.
import { withLabels } from '../../ui/field-labels.ts'
import { markdownMadeOf, type Resource, type WrittenMarkdown, writtenIn } from '../../../../campaigns/editor/actions.ts'
import type { EditorNode } from '../../../../campaigns/editor/document/document.ts'
import { fallbacksOf } from '../../../../audience/contact-properties/actions.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import type { ContactValues } from '../../../../base/text/placeholders.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, type OpenRequest, type Visit } from '../../page.ts'
import { FormFault, PageProblem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { shortly } from '../../ui/time.ts'
import { findPeople } from '../inboxes/find.ts'
import { EDITED_MAX, type Writing } from './view.ts'

/** Enough bytes for this number of characters in a form, which encodes each non-letter with three bytes. */
export const EDITOR_FORM_BYTES = 1_000_000

/** The text of a multiline field. Browsers send line breaks as CRLF. */
export function writtenField(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n')
}

interface Asking {
  form: URLSearchParams
  asVisitor: <T>(act: (visit: { team_id: string }) => Promise<T>) => Promise<T>
}

/** The Markdown of a form with its HTML, which a thread generates before the transaction; `undefined` if the form has none. */
export async function findWrittenIn({ form, asVisitor }: Asking): Promise<WrittenMarkdown | undefined> {
  if (!form.has('markdown')) return undefined
  const team_id = await asVisitor(async visit => visit.team_id)
  return writtenIn(writtenField(form, 'markdown'), team_id)
}

/** The stored content of a broadcast or template. */
export interface ContentSources {
  resource: Pick<Resource, 'html' | 'text'>
  written: string | undefined
  composed: EditorNode | undefined
}

/**
 * The content in its displayed form: the one that the URL requests, otherwise the one in which it was written. Empty content is
 * Markdown.
 */
export async function findWriting(
  { resource, written, composed }: ContentSources,
  team_id: string,
  asked: string | null,
): Promise<Writing> {
  const { html, text } = resource
  const isEmpty = !html && !text
  const as = asked ?? (isEmpty || written !== undefined ? 'markdown' : 'html')
  const given = { html: html ?? '', text: text ?? '', isMade: written === undefined && !isEmpty }
  const length = given.html.length + given.text.length + (written ?? '').length
  if (length > EDITED_MAX) return { ...given, as: 'none', markdown: '' }
  if (as !== 'markdown') return { ...given, as: 'html', markdown: '' }
  try {
    return { ...given, as, markdown: written ?? (await markdownMadeOf(resource, composed, team_id)) }
  } catch (error) {
    if (error instanceof Refusal) return { ...given, as: 'html', markdown: '' }
    throw error
  }
}

const EXAMPLE = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }

/** A link without effect, so that a click in a preview unsubscribes no contact. */
export const NO_WAY_OUT = '#unsubscribe'

/** The values of a contact that does not exist, for a preview. */
export async function exampleValues({ tx, team_id }: InTeam): Promise<ContactValues> {
  const fallbacks = await fallbacksOf(tx, team_id)
  return { contact: EXAMPLE, properties: {}, fallbacks, unsubscribeUrl: NO_WAY_OUT }
}

interface Changed {
  updated_at: string
  writer_id: string | null
}

/** Refuses (409) to overwrite a change that the person has not seen. `seen` in the form: the time of the last seen change. */
export async function refuseUnseenChange(visit: Visit<Visitor>, { updated_at, writer_id }: Changed): Promise<void> {
  if ((visit.form.get('seen') ?? updated_at) === updated_at) return
  const name = writer_id === null ? 'A program' : (await findPeople(visit)).get(writer_id)
  const who = writer_id === visit.visitor.user.id ? 'You, in another window,' : (name ?? 'A former member')
  const words = `${who} changed it at ${shortly(updated_at)} UTC, after you opened it, and nothing was saved now. Below is what you typed: to replace the other text by it, press the button once more.`
  throw new FormFault(words, 409)
}

/** Statuses of refusals that the next change does not fix. */
const CONFLICTS: ReadonlySet<number> = new Set([403, 404, 409])

type AutosavedAt =
  | `POST /${'broadcasts' | 'templates'}/:id/${'' | 'blocks/'}autosave`
  | 'POST /inboxes/:id/drafts/:draft_id/autosave'

/** The form that an editor's script sends automatically. A refusal also counts as a response. */
export function autosavePage<At extends AutosavedAt>(
  at: At,
  save: (visit: Visit<Visitor, At>, written: WrittenMarkdown | undefined) => Promise<unknown>,
): DashboardPage {
  const savedAt = async (request: OpenRequest<At>): Promise<string> => {
    const written = await findWrittenIn(request)
    return request.asVisitor(async visit => {
      await save(visit, written)
      return visit.now.toISOString()
    })
  }
  return openPage(
    at,
    'member',
    async request => {
      const content = JSON.stringify(await outcomeOf(() => savedAt(request)))
      return { type: 'application/json', headers: {}, content }
    },
    { form_bytes: EDITOR_FORM_BYTES },
  )
}

async function outcomeOf(
  save: () => Promise<string>,
): Promise<{ seen: string } | { trouble: string; isFinal: boolean }> {
  try {
    return { seen: await save() }
  } catch (error) {
    // missing permissions are handled as everywhere
    const isOfAccess = error instanceof PageProblem && error.status === 403
    const isRefusal = error instanceof Refusal || error instanceof FormFault || error instanceof PageProblem
    if (isRefusal && !isOfAccess) return { trouble: withLabels(error.message), isFinal: CONFLICTS.has(error.status) }
    throw error
  }
}
