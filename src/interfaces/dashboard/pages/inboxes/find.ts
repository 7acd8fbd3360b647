// Finds the objects in a URL below `/inboxes`.
import { requireInbox, requireThread } from '../../../../inbound/inboxes/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { type LabelRecord, listLabels } from '../../../../inbound/inboxes/store/labels.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import type { TeamTx } from '../../../../base/store/database.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { requireFound } from '../../problems.ts'

/** Awaits a lookup. A refusal with 404 becomes the page "No such `what`". */
export async function orNotFound<Value>(lookup: Promise<Value>, what: string): Promise<Value> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return requireFound<Value>(undefined, what)
    throw error
  }
}

export function inboxInPath(visit: TeamTx & { params: { id: string } }): Promise<InboxRecord> {
  return orNotFound(requireInbox(visit, visit.params.id), 'inbox')
}

export async function threadInPath(
  visit: TeamTx & { params: { id: string; thread_id: string } },
): Promise<{ inbox: InboxRecord; thread: ThreadRecord }> {
  const inbox = await inboxInPath(visit)
  return { inbox, thread: await orNotFound(requireThread(visit, inbox, visit.params.thread_id), 'conversation') }
}

/** The labels of an inbox, the oldest first. */
export async function findLabels({ tx, team_id }: TeamTx, { id: inbox_id }: InboxRecord): Promise<LabelRecord[]> {
  return (await listLabels(tx, { team_id, inbox_id })).toReversed()
}

/** The names of the members of the team, by their ids. */
export async function findPeople({ tx, team_id }: TeamTx): Promise<ReadonlyMap<string, string>> {
  return new Map((await listMembers(tx, { team_id })).map(each => [each.id, each.name || each.email]))
}
