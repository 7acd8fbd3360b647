// Saves what is typed in an editor: automatically, and never over a newer version that the person has not seen.
import { type ConvertedMarkdown, convertMarkdown } from '../../../../campaigns/editor/actions.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, type OpenRequest, type Visit } from '../../page.ts'
import { FormFault, PageProblem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { withLabels } from '../../ui/field-labels.ts'
import { dateTimeText } from '../../ui/time.ts'
import { findPeople } from '../inboxes/find.ts'

/** Enough bytes for the largest editable content in a form, which encodes each non-letter with three bytes. */
export const EDITOR_FORM_BYTES = 1_000_000

/** The text of a multiline field. Browsers send line breaks as CRLF. */
export function multilineText(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n')
}

interface MarkdownRequest {
  form: URLSearchParams
  asVisitor: <T>(act: (visit: { team_id: string }) => Promise<T>) => Promise<T>
}

/** The Markdown of a form with its HTML, which a thread generates before the transaction; `undefined` if the form has none. */
export async function markdownFromForm({ form, asVisitor }: MarkdownRequest): Promise<ConvertedMarkdown | undefined> {
  if (!form.has('markdown')) return undefined
  const team_id = await asVisitor(async visit => visit.team_id)
  return convertMarkdown(multilineText(form, 'markdown'), team_id)
}

/** Runs `act`. Prepends `title`, which names the failed action, to the message of a refusal. */
export async function withFailureTitle<T>(title: string, act: () => Promise<T>, status?: number): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new FormFault(`${title}: ${error.message}`, status ?? error.status)
  }
}

interface Version {
  updated_at: string
  writer_id: string | null
}

/** Refuses (409) to overwrite a change that the person has not seen. `seen` in the form: the time of the last seen change. */
export async function refuseUnseenChange(visit: Visit<Visitor>, { updated_at, writer_id }: Version): Promise<void> {
  if ((visit.form.get('seen') ?? updated_at) === updated_at) return
  const name = writer_id === null ? 'An API client' : (await findPeople(visit)).get(writer_id)
  const isOwn = writer_id === visit.visitor.user.id
  const change = `${isOwn ? 'You' : (name ?? 'A former member')} changed this${isOwn ? ' in another window' : ''}`
  throw new FormFault(
    `${change} at ${dateTimeText(updated_at)} UTC, after you opened the page. Your text is below but not saved. To overwrite the newer version, save again.`,
    409,
  )
}

/** Statuses of refusals that the next change does not fix. */
const CONFLICTS: ReadonlySet<number> = new Set([403, 404, 409])

/** The form that an editor's script sends automatically. Its response is JSON, also for a refusal. */
export function autosavePage<At extends `POST /${string}`>(
  at: At,
  save: (visit: Visit<Visitor, At>, written: ConvertedMarkdown | undefined) => Promise<unknown>,
): DashboardPage {
  const savedAt = async (request: OpenRequest<At>): Promise<string> => {
    const written = await markdownFromForm(request)
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
