// Drafts of an inbox: edits one with files, and sends it. If several people reply, the later one sees the newer content before
// anything is sent.
import { findThreadOf } from '../../../../../inbound/inboxes/actions.ts'
import { findMessage } from '../../../../../inbound/inboxes/store/messages.ts'
import { guardInbox } from '../../../../../inbound/inboxes/threads/actions.ts'
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import {
  changeDraft,
  dropDraft,
  findDraftOf,
  keptFiles,
  makeDraft,
  sendDraft,
} from '../../../../../inbound/inboxes/drafts/actions.ts'
import { type DraftRecord, listUnsent as listDrafts } from '../../../../../inbound/inboxes/drafts/store.ts'
import { listAttachments } from '../../../../../mail/attachments/store/attachments.ts'
import type { InTeam, TeamUnit } from '../../../../../base/store/database.ts'
import { type DashboardPage, page, type Visit } from '../../../page.ts'
import { FormFault } from '../../../problems.ts'
import { autosaveScript, pageScripts } from '../../../ui/scripts.ts'
import { findPage } from '../../../ui/table.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { findPeople, inboxOf, orNone } from '../find.ts'
import { autosavePage } from '../../writing/content.ts'
import { askedFile, askedMail, FORM_BYTES } from '../writing.ts'
import { draftBody, draftsBody } from './view.ts'

const DONE = { saved: 'Draft saved.' }

type DraftVisit<At extends `GET /${string}` | `POST /${string}`> = Visit<Visitor, At> & {
  params: { id: string; draft_id: string }
}

type DraftForm = DraftVisit<`POST /inboxes/:id/drafts/:draft_id/${'save' | 'autosave' | 'send'}`>

const draftPage = page('GET /inboxes/:id/drafts/:draft_id', 'member', async visit => {
  const { tx, team_id, visitor, fault } = visit
  const inbox = await inboxOf(visit)
  const draft = await orNone(findDraftOf(visit, inbox, visit.params.draft_id), 'draft')
  // a draft that was sent meanwhile is shown with the typed content, so that this is not lost
  if (draft.email_id !== null && !fault) return { location: `/inboxes/${inbox.id}/threads/${draft.thread_id}` }
  const files = await listAttachments(tx, { team_id, email_id: draft.id })
  const newest_id = await newestOf(visit, inbox, draft)
  const people = await findPeople(visit)
  const shown = { inbox, draft, files, newest_id, people, visitor }
  return {
    title: draft.subject || 'Draft',
    done: DONE,
    body: outcome => draftBody({ ...outcome, ...shown }),
    script_source: `${pageScripts.source} ${autosaveScript.source}`,
  }
})

/** The newest email of the draft's thread. */
async function newestOf(unit: InTeam, inbox: InboxRecord, { thread_id }: DraftRecord): Promise<string | undefined> {
  return thread_id === null ? undefined : (await orNone(findThreadOf(unit, inbox, thread_id), 'thread')).newest_id
}

const OPTIONS = {
  takes_file: 'attachment',
  form_bytes: FORM_BYTES,
  refused: draftPage,
  findTarget: draftOf,
} as const

export const inboxDraftPages: DashboardPage[] = [
  page('GET /inboxes/:id/drafts', 'member', async visit => {
    const { tx, team_id, visitor, query } = visit
    const inbox = await inboxOf(visit)
    const page = await findPage(query, asked => listDrafts(tx, { team_id, inbox_id: inbox.id }, asked))
    const people = await findPeople(visit)
    return { title: 'Drafts', body: () => draftsBody({ inbox, page, people, visitor }) }
  }),

  page(
    'POST /inboxes/:id/drafts/make',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      const { id } = await makeDraft(visit, inbox, {})
      return { location: `/inboxes/${inbox.id}/drafts/${id}` }
    },
    { refused: 'No draft was made' },
  ),

  draftPage,

  page(
    'POST /inboxes/:id/drafts/:draft_id/save',
    'member',
    async visit => {
      const { inbox, draft } = await saveTyped(visit)
      return { location: `/inboxes/${inbox.id}/drafts/${draft.id}?done=saved` }
    },
    OPTIONS,
  ),

  /** Saves only the text: files are added and removed when the person saves the draft. */
  autosavePage('POST /inboxes/:id/drafts/:draft_id/autosave', async visit => {
    const { inbox, draft } = await findSeenDraft(visit)
    await changeDraft(visit, inbox, { id: draft.id, asked: askedMail(visit.form) })
  }),

  page(
    'POST /inboxes/:id/drafts/:draft_id/send',
    'member',
    async visit => {
      const { inbox, draft } = await saveTyped(visit)
      await refuseUnseen(visit, inbox, draft)
      const { thread } = await sendDraft(visit, inbox, { id: draft.id, headers: undefined, only_from: undefined })
      return { location: `/inboxes/${inbox.id}/threads/${thread.id}?done=sent` }
    },
    OPTIONS,
  ),

  page(
    'POST /inboxes/:id/drafts/:draft_id/delete',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      await orNone(dropDraft(visit, inbox, visit.params.draft_id), 'draft')
      return { location: `/inboxes/${inbox.id}?done=discarded` }
    },
    { refused: 'It was not deleted' },
  ),
]

async function draftOf(unit: InTeam & { params: { id: string; draft_id: string } }): Promise<DraftRecord> {
  return orNone(findDraftOf(unit, await inboxOf(unit), unit.params.draft_id), 'draft')
}

/** Saves the typed content. */
async function saveTyped(visit: DraftForm): Promise<{ inbox: InboxRecord; draft: DraftRecord }> {
  const { form } = visit
  const { inbox, draft } = await findSeenDraft(visit)
  const file = askedFile(form)
  const taken_out = form.getAll('take_out')
  const isOther = file !== undefined || taken_out.length > 0
  const attachments = isOther ? [...(await keptFiles(visit, draft.id, taken_out)), ...(file ? [file] : [])] : undefined
  const asked = { ...askedMail(form), ...(attachments && { attachments }) }
  await changeDraft(visit, inbox, { id: draft.id, asked })
  return { inbox, draft }
}

/** The draft of a form. Refuses (409) if another person has changed it since the page was opened. */
async function findSeenDraft(visit: DraftForm): Promise<{ inbox: InboxRecord; draft: DraftRecord }> {
  const inbox = await inboxOf(visit)
  guardInbox(visit.tx, inbox)
  const draft = await orNone(findDraftOf(visit, inbox, visit.params.draft_id), 'draft')
  if (draft.email_id === null && visit.form.get('seen') !== draft.updated_at) throw await changedMeanwhile(visit, draft)
  return { inbox, draft }
}

async function changedMeanwhile(unit: InTeam & { visitor: Visitor }, { writer_id }: DraftRecord): Promise<FormFault> {
  const isOwn = writer_id === unit.visitor.user.id
  const name = writer_id === null ? undefined : (await findPeople(unit)).get(writer_id)
  const who = isOwn ? 'You, in another window,' : (name ?? 'Another writer')
  const words = `${who} changed this draft after you opened it, and nothing was saved or sent now. Below is what you typed: to replace the other text by it, press the button once more.`
  return new FormFault(words, 409)
}

/** Refuses (409) if the thread contains an email that the writer has not seen. */
async function refuseUnseen(unit: TeamUnit & { form: URLSearchParams }, inbox: InboxRecord, draft: DraftRecord) {
  const newest_id = await newestOf(unit, inbox, draft)
  if (newest_id === undefined || newest_id === unit.form.get('newest_id')) return
  const { tx, team_id } = unit
  const of = { team_id, inbox_id: inbox.id, thread_id: draft.thread_id! }
  const newest = await findMessage(tx, { ...of, id: newest_id })
  const writer = newest?.writer_id ? (await findPeople(unit)).get(newest.writer_id) : undefined
  const what = newest?.direction === 'outbound' ? `${writer ?? 'Another writer'} has answered` : 'Another email came in'
  const words = `${what} since you opened this draft, and nothing was sent now. Read the thread first; to send your answer all the same, press Send once more.`
  throw new FormFault(words, 409)
}
