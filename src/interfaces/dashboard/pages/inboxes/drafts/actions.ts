// Drafts of an inbox: edits one with attachments, and sends it. If two people reply, the later one sees the newer content first.
import { requireThread } from '../../../../../inbound/inboxes/actions.ts'
import { findMessage } from '../../../../../inbound/inboxes/store/messages.ts'
import { guardInbox } from '../../../../../inbound/inboxes/threads/actions.ts'
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import {
  updateInboxDraft,
  removeInboxDraft,
  requireDraft as findDraftOf,
  remainingFiles,
  createInboxDraft,
  sendInboxDraft,
} from '../../../../../inbound/inboxes/drafts/actions.ts'
import { type DraftRecord, listUnsentDrafts } from '../../../../../inbound/inboxes/drafts/store.ts'
import { listAttachments } from '../../../../../mail/attachments/store/attachments.ts'
import type { TeamTx, TeamUnit } from '../../../../../base/store/database.ts'
import { type DashboardPage, page, type Visit } from '../../../page.ts'
import { FormFault } from '../../../problems.ts'
import { autosaveScript, pageScripts } from '../../../ui/scripts.ts'
import { findPage } from '../../../ui/table.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { findPeople, orNotFound, inboxInPath } from '../find.ts'
import { autosavePage } from '../../editor/saving.ts'
import { emailFromForm, fileFromForm, FORM_BYTES } from '../writing.ts'
import { draftBody, draftsBody } from './view.ts'

const DONE = { saved: 'Draft saved.' }

type DraftVisit<At extends `GET /${string}` | `POST /${string}`> = Visit<Visitor, At> & {
  params: { id: string; draft_id: string }
}

type DraftForm = DraftVisit<`POST /inboxes/:id/drafts/:draft_id/${'save' | 'autosave' | 'send'}`>

const draftPage = page('GET /inboxes/:id/drafts/:draft_id', 'member', async visit => {
  const { tx, team_id, visitor, fault } = visit
  const inbox = await inboxInPath(visit)
  const draft = await orNotFound(findDraftOf(visit, inbox, visit.params.draft_id), 'draft')
  // if someone else has sent the draft, a refused form still shows the entered content, so that it is not lost
  if (draft.email_id !== null && !fault) return { location: `/inboxes/${inbox.id}/threads/${draft.thread_id}` }
  const files = await listAttachments(tx, { team_id, email_id: draft.id })
  const newest_id = await newestOf(visit, inbox, draft)
  const people = await findPeople(visit)
  return {
    title: draft.subject || 'Draft',
    done: DONE,
    body: () => draftBody({ inbox, draft, files, newest_id, people, visitor }),
    script_source: `${pageScripts.source} ${autosaveScript.source}`,
  }
})

/** The newest email of the draft's conversation. */
async function newestOf(unit: TeamTx, inbox: InboxRecord, { thread_id }: DraftRecord): Promise<string | undefined> {
  return thread_id === null
    ? undefined
    : (await orNotFound(requireThread(unit, inbox, thread_id), 'conversation')).newest_id
}

const OPTIONS = {
  takes_file: 'attachment',
  form_bytes: FORM_BYTES,
  refused: draftPage,
  findTarget: requireDraft,
} as const

export const inboxDraftPages: DashboardPage[] = [
  page('GET /inboxes/:id/drafts', 'member', async visit => {
    const { tx, team_id, visitor, query } = visit
    const inbox = await inboxInPath(visit)
    const page = await findPage(query, asked => listUnsentDrafts(tx, { team_id, inbox_id: inbox.id }, asked))
    const people = await findPeople(visit)
    return { title: 'Drafts', body: () => draftsBody({ inbox, page, people, visitor }) }
  }),

  page(
    'POST /inboxes/:id/drafts/make',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      const { id } = await createInboxDraft(visit, inbox, {})
      return { location: `/inboxes/${inbox.id}/drafts/${id}` }
    },
    { refused: 'Draft not created' },
  ),

  draftPage,

  page(
    'POST /inboxes/:id/drafts/:draft_id/save',
    'member',
    async visit => {
      const { inbox, draft } = await saveEntered(visit)
      return { location: `/inboxes/${inbox.id}/drafts/${draft.id}?done=saved` }
    },
    OPTIONS,
  ),

  /** Saves only the text. Attachments change when the person saves the draft. */
  autosavePage('POST /inboxes/:id/drafts/:draft_id/autosave', async visit => {
    const { inbox, draft } = await findSeenDraft(visit)
    await updateInboxDraft(visit, inbox, { id: draft.id, asked: emailFromForm(visit.form) })
  }),

  page(
    'POST /inboxes/:id/drafts/:draft_id/send',
    'member',
    async visit => {
      const { inbox, draft } = await saveEntered(visit)
      await refuseUnseen(visit, inbox, draft)
      const { thread } = await sendInboxDraft(visit, inbox, { id: draft.id, headers: undefined, only_from: undefined })
      return { location: `/inboxes/${inbox.id}/threads/${thread.id}?done=sent` }
    },
    OPTIONS,
  ),

  page(
    'POST /inboxes/:id/drafts/:draft_id/delete',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      await orNotFound(removeInboxDraft(visit, inbox, visit.params.draft_id), 'draft')
      return { location: `/inboxes/${inbox.id}?done=discarded` }
    },
    { refused: 'Draft not deleted' },
  ),
]

async function requireDraft(unit: TeamTx & { params: { id: string; draft_id: string } }): Promise<DraftRecord> {
  return orNotFound(findDraftOf(unit, await inboxInPath(unit), unit.params.draft_id), 'draft')
}

/** Saves the entered content. */
async function saveEntered(visit: DraftForm): Promise<{ inbox: InboxRecord; draft: DraftRecord }> {
  const { form } = visit
  const { inbox, draft } = await findSeenDraft(visit)
  const file = fileFromForm(form)
  const removed_ids = form.getAll('take_out')
  const isChanged = file !== undefined || removed_ids.length > 0
  const attachments = isChanged
    ? [...(await remainingFiles(visit, draft.id, removed_ids)), ...(file ? [file] : [])]
    : undefined
  const asked = { ...emailFromForm(form), ...(attachments && { attachments }) }
  await updateInboxDraft(visit, inbox, { id: draft.id, asked })
  return { inbox, draft }
}

/** The draft of a form. Refuses (409) if another person has changed it since the page was opened. */
async function findSeenDraft(visit: DraftForm): Promise<{ inbox: InboxRecord; draft: DraftRecord }> {
  const inbox = await inboxInPath(visit)
  guardInbox(visit.tx, inbox)
  const draft = await orNotFound(findDraftOf(visit, inbox, visit.params.draft_id), 'draft')
  if (draft.email_id === null && visit.form.get('seen') !== draft.updated_at) throw await conflictFault(visit, draft)
  return { inbox, draft }
}

async function conflictFault(unit: TeamTx & { visitor: Visitor }, { writer_id }: DraftRecord): Promise<FormFault> {
  const isOwn = writer_id === unit.visitor.user.id
  const name = writer_id === null ? undefined : (await findPeople(unit)).get(writer_id)
  const change = isOwn
    ? 'You changed this draft in another window.'
    : `${name ?? 'An API client'} changed this draft after you opened it.`
  const message = `${change} Nothing was saved or sent. Your text is below. To overwrite the other version, save or send again.`
  return new FormFault(message, 409)
}

/** Refuses (409) if the conversation contains an email that the writer has not seen. */
async function refuseUnseen(unit: TeamUnit & { form: URLSearchParams }, inbox: InboxRecord, draft: DraftRecord) {
  const newest_id = await newestOf(unit, inbox, draft)
  if (newest_id === undefined || newest_id === unit.form.get('newest_id')) return
  const { tx, team_id } = unit
  const of = { team_id, inbox_id: inbox.id, thread_id: draft.thread_id! }
  const newest = await findMessage(tx, { ...of, id: newest_id })
  const writer = newest?.writer_id ? (await findPeople(unit)).get(newest.writer_id) : undefined
  const change = newest?.direction === 'outbound' ? `${writer ?? 'An API client'} replied` : 'A new email arrived'
  const message = `${change} after you opened this draft. Nothing was sent. Read the conversation first. To send your reply anyway, choose “Send email” again.`
  throw new FormFault(message, 409)
}
