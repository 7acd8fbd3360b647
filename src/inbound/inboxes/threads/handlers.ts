// The operations on threads and their emails.
import type { Schemas } from '../../../../generated/api.ts'
import type { Handler } from '../../../base/operation/operation.ts'
import type { TeamTx, TeamUnit } from '../../../base/store/database.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { requireInbox, requireThread } from '../actions.ts'
import { listLabelsOf } from '../labels/actions.ts'
import { PAGE_BYTES_MAX, presentMessage, presentPage } from '../contents/actions.ts'
import { checkThreadFilter, pageOfThreads, searchThreads } from '../search/actions.ts'
import { threadResponse, threadItem } from '../present.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import { findMessage, pageOfMessages } from '../store/messages.ts'
import type { ThreadRecord } from '../store/threads.ts'
import * as actions from './actions.ts'

type OfThread = TeamUnit & { path: { inbox: string; thread_id: string } }

/** `decides`: the transaction will change the thread, so it acquires the guard of the inbox before it reads the thread. */
async function requireRequestedThread(call: OfThread, decides = false): Promise<ThreadRecord> {
  const inbox = await requireInbox(call, call.path.inbox)
  if (decides) actions.guardInbox(call.tx, inbox)
  return requireThread(call, inbox, call.path.thread_id)
}

async function itemsOf(
  unit: TeamTx,
  inbox: InboxRecord,
  threads: readonly ThreadRecord[],
): Promise<Schemas['InboxThreadItem'][]> {
  const labelsOf = await listLabelsOf(
    unit,
    inbox.id,
    threads.map(({ id }) => id),
  )
  return threads.map(thread => threadItem(thread, labelsOf(thread.id)))
}

const NOTHING = { rows: [], has_more: false }

export const listInboxThreads: Handler<'listInboxThreads'> = async call => {
  const { tx, team_id, path, query } = call
  const inbox = await requireInbox(call, path.inbox)
  const of = { team_id, inbox_id: inbox.id }
  const filter = await checkThreadFilter(tx, of, query)
  const { rows, has_more } = filter ? await pageOfThreads(tx, of, filter, query) : NOTHING
  return { status: 200, body: { object: 'list', has_more, data: await itemsOf(call, inbox, rows) } }
}

export const searchInboxThreads: Handler<'searchInboxThreads'> = async call => {
  const { path, query } = call
  const inbox = await requireInbox(call, path.inbox)
  const { rows, has_more } = await searchThreads(call, inbox.id, query, query)
  const items = await itemsOf(
    call,
    inbox,
    rows.map(({ thread }) => thread),
  )
  const data = items.map((item, index) => Object.assign(item, { matched_email_id: rows[index]!.email_id }))
  return { status: 200, body: { object: 'list', has_more, data } }
}

async function answerOf(unit: TeamTx, thread: ThreadRecord): Promise<{ status: 200; body: Schemas['InboxThread'] }> {
  const labelsOf = await listLabelsOf(unit, thread.inbox_id, [thread.id])
  return { status: 200, body: threadResponse(thread, labelsOf(thread.id)) }
}

export const getInboxThread: Handler<'getInboxThread'> = async call =>
  answerOf(call, await requireRequestedThread(call))

export const updateInboxThread: Handler<'updateInboxThread'> = async call => {
  const thread = await requireRequestedThread(call, true)
  return answerOf(call, await actions.updateInboxThread(call, thread, call.body))
}

export const removeInboxThread: Handler<'removeInboxThread'> = async call => {
  const thread = await requireRequestedThread(call, true)
  await actions.removeInboxThread(call, thread)
  return { status: 200, body: { object: 'inbox_thread', id: thread.id, deleted: true } }
}

export const listInboxThreadEmails: Handler<'listInboxThreadEmails'> = async call => {
  const { team_id, query } = call
  const thread = await requireRequestedThread(call)
  const page = await pageOfMessages(call.tx, { team_id, inbox_id: thread.inbox_id, thread_id: thread.id }, query)
  return {
    status: 200,
    // bodies can be large: they are read after the transaction, so that it does not block others
    afterCommit: async ({ readLarge }) => {
      const { rows, has_more } = await readLarge(PAGE_BYTES_MAX, tx =>
        presentPage(tx, thread, page, query.before !== undefined),
      )
      return { object: 'list', has_more, data: rows }
    },
  }
}

export const getInboxThreadEmail: Handler<'getInboxThreadEmail'> = async call => {
  const { team_id, path } = call
  const thread = await requireRequestedThread(call)
  const of = { team_id, inbox_id: thread.inbox_id, thread_id: thread.id }
  const message = await findMessage(call.tx, { ...of, id: path.email_id })
  const unknown = (): Error => refusal('not_found', 'Email not found')
  if (!message) throw unknown()
  return {
    status: 200,
    afterCommit: ({ readLarge }) =>
      readLarge(PAGE_BYTES_MAX, async tx => {
        const shown = await presentMessage({ tx, team_id }, thread, message)
        if (!shown) throw unknown()
        return shown
      }),
  }
}
