// The page of an inbox: shows its conversations, and renames or deletes the inbox.
import { removeInbox, requireThread, updateInbox } from '../../../../inbound/inboxes/actions.ts'
import { updateInboxThread, guardInbox } from '../../../../inbound/inboxes/threads/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { searchThreads } from '../../../../inbound/inboxes/search/actions.ts'
import { listLabelsOf, labelThread } from '../../../../inbound/inboxes/labels/actions.ts'
import type { TeamTx, TeamUnit } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { PAGE_LENGTH, parseListPlace } from '../../ui/table.ts'
import { findLabels, orNotFound, inboxInPath } from './find.ts'
import { inboxNamesFromForm, listAddress, threadFilter, type ThreadsChange, threadsChangeFromForm } from './forms.ts'
import { inboxListPages } from './list.ts'
import { inboxBody, inboxTitle } from './view.ts'

const DONE = {
  made: 'Inbox created. Emails to its address appear here.',
  forwarding: 'Inbox created. Set up forwarding below to receive emails.',
  changed: 'Changes saved.',
  moved: 'Conversations moved.',
  removed: 'Conversation deleted.',
  discarded: 'Draft deleted.',
}

/** The list is read outside of the transaction, because a search can be slow. */
const inboxPage = openPage('GET /inboxes/:id', 'member', async ({ asVisitor, query, parts: { database } }) => {
  const { asked, typed, isSearch } = threadFilter(query)
  const known = await asVisitor(async visit => {
    const inbox = await inboxInPath(visit)
    const { takes_bounces: receives_email } = visit.tx.settings.domains
    return { inbox, receives_email, labels: await findLabels(visit, inbox) }
  })
  const { inbox } = known
  const { team_id } = inbox
  const place = parseListPlace(query)
  const page = await database.read(async tx => {
    const found = await searchThreads({ tx, team_id }, inbox.id, asked, { limit: PAGE_LENGTH, ...place })
    const rows = await findLabelled({ tx, team_id }, inbox, found.rows)
    return { ...found, rows, place }
  })
  return { title: inboxTitle(inbox), done: DONE, body: () => inboxBody({ ...known, page, typed, isSearch }) }
})

type FoundThreads = Awaited<ReturnType<typeof searchThreads>>['rows']

async function findLabelled(unit: TeamTx, { id }: InboxRecord, found: FoundThreads) {
  const ids = found.map(({ thread }) => thread.id)
  const labelsOf = await listLabelsOf(unit, id, ids)
  return found.map(({ thread, email_id }) => ({ ...thread, matched_id: email_id, labels: labelsOf(thread.id) }))
}

/** As in the API, every member of the team may use these pages. */
export const inboxPages: DashboardPage[] = [
  ...inboxListPages,

  inboxPage,

  page(
    'POST /inboxes/:id/rename',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      await updateInbox(visit, inbox, inboxNamesFromForm(visit.form))
      return { location: `/inboxes/${inbox.id}?done=changed` }
    },
    { refused: 'Inbox not renamed' },
  ),

  page('POST /inboxes/:id/delete', 'member', async visit => {
    await removeInbox(visit, await inboxInPath(visit))
    return { location: '/inboxes?done=deleted' }
  }),

  page(
    'POST /inboxes/:id/mark',
    'member',
    async visit => {
      const { form } = visit
      const inbox = await inboxInPath(visit)
      const asked = threadsChangeFromForm(form)
      await changeThreads(visit, inbox, asked)
      const done = 'folder' in asked.change ? 'moved' : 'changed'
      const [thread_id] = asked.thread_ids
      if (form.get('back') === 'conversation')
        return { location: `/inboxes/${inbox.id}/threads/${thread_id}?done=${done}` }
      return { location: listAddress(inbox.id, { ...threadFilter(form).typed, done }) }
    },
    { refused: 'Conversations not updated' },
  ),
]

async function changeThreads(unit: TeamUnit, inbox: InboxRecord, { thread_ids, change }: ThreadsChange): Promise<void> {
  guardInbox(unit.tx, inbox)
  for (const id of thread_ids) {
    const thread = await orNotFound(requireThread(unit, inbox, id), 'conversation')
    if (!('label_id' in change)) await updateInboxThread(unit, thread, change)
    else {
      const { label_id, adds } = change
      const wanted = (has: ReadonlySet<string>): Set<string> =>
        new Set(adds ? [...has, label_id] : [...has].filter(each => each !== label_id))
      await labelThread(unit, thread, [label_id], wanted)
    }
  }
}
