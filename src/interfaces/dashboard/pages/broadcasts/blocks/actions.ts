// The content of a broadcast as blocks, which people edit here and programs edit over the API.
import { isEditable } from '../../../../../campaigns/broadcasts/rules.ts'
import {
  broadcastResource,
  compose,
  documentMadeOf,
  findComposed,
  listAgentNames,
} from '../../../../../campaigns/editor/actions.ts'
import type { EditorNode } from '../../../../../campaigns/editor/document/document.ts'
import { withBlocksInLines } from '../../../../../campaigns/editor/document/for-pages.ts'
import { listImages } from '../../../../../mail/images/store.ts'
import { parsedJson } from '../../../../../base/text/json.ts'
import { Refusal, refusal } from '../../../../../base/text/refusal.ts'
import { type DashboardPage, openPage, page, type View, type Visit } from '../../../page.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import { problem } from '../../../problems.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { blockEditor } from '../../../ui/scripts.ts'
import { backTo, findBroadcastOr, orSay, type VisitOfBroadcast } from '../actions.ts'
import { IMAGES_BESIDE } from '../../images/view.ts'
import { findPeople } from '../../inboxes/find.ts'
import { autosavePage, EDITOR_FORM_BYTES, refuseUnseenChange } from '../../writing/content.ts'
import { EDITED_MAX } from '../../writing/view.ts'
import { blocksBody, type ShownBlocks } from './view.ts'

/** The same as in the API. */
const VALUES_MAX = 25_000

/** A large document is composed outside of the transaction, which would block others. */
const blocksPage = openPage('GET /broadcasts/:id/blocks', 'member', async ({ asVisitor, fault, parts }) => {
  const found = await asVisitor(async visit => {
    const { broadcast, content } = await findBroadcastOr(visit)
    const composed = await findComposed(visit, broadcastResource({ broadcast, content }))
    return { broadcast, content, composed, ...(await findAround(visit, broadcast.id)) }
  })
  const { broadcast } = found
  if (!isEditable(broadcast.status)) {
    if (fault) throw problem(fault.status, 'It was not saved', fault.message)
    return { location: `/broadcasts/${broadcast.id}` }
  }
  const { public_url } = parts.site
  return blocksView({ ...found, named: broadcast, path: `/broadcasts/${broadcast.id}`, public_url })
})

/** The surroundings of the editor of a broadcast or template. */
export async function findAround(visit: Visit<Visitor>, id: string) {
  const { tx, team_id, visitor } = visit
  const people = await findPeople(visit)
  const images = (await listImages(tx, { team_id }, { limit: IMAGES_BESIDE })).rows
  return { visitor, people, images, agents: await listAgentNames(visit, id) }
}

interface FoundBlocks extends Omit<ShownBlocks, keyof FormOutcome | 'document' | 'why_not' | 'isComposed' | 'scripts'> {
  content: { html: string | null; text: string | null }
  composed: EditorNode | undefined
}

/** The page with the editor, of a broadcast or template. */
export async function blocksView({ content, composed, ...shown }: FoundBlocks): Promise<View> {
  const made = composed ?? (await documentOrWhyNot(content, shown.visitor.team.id))
  const document = typeof made === 'string' ? undefined : JSON.stringify(withBlocksInLines(made))
  const isTooMuch = (document ?? '').length > EDITED_MAX
  const { markup, source } = blockEditor()
  return {
    title: `Write ${shown.named.name}`,
    body: outcome =>
      blocksBody({
        ...outcome,
        ...shown,
        document: isTooMuch ? undefined : document,
        isComposed: composed !== undefined,
        why_not: typeof made === 'string' ? made : 'It has too much for this page. Change it from a program.',
        scripts: markup,
      }),
    script_source: source,
  }
}

async function documentOrWhyNot(...given: Parameters<typeof documentMadeOf>) {
  try {
    return await documentMadeOf(...given)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export const blocksPages: DashboardPage[] = [
  blocksPage,

  page(
    'POST /broadcasts/:id/blocks',
    'member',
    visit =>
      orSay('It was not saved', async () => {
        await save(visit)
        return backTo(visit.params.id, 'changed')
      }),
    { form_bytes: EDITOR_FORM_BYTES, refused: blocksPage },
  ),

  autosavePage('POST /broadcasts/:id/blocks/autosave', save),
]

async function save(visit: VisitOfBroadcast): Promise<void> {
  const { form } = visit
  const whole = await findBroadcastOr(visit)
  await refuseUnseenChange(visit, whole.broadcast)
  await compose(visit, broadcastResource(whole), documentIn(form))
}

export function documentIn(form: URLSearchParams): unknown {
  try {
    return parsedJson(Buffer.from(form.get('document') ?? ''), { values_max: VALUES_MAX })
  } catch {
    throw refusal('validation_error', 'the document is no JSON that can be read.')
  }
}
