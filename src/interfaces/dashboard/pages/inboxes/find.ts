// Finds the objects in a URL below `/inboxes`.
import { findInbox, findThreadOf } from '../../../../inbound/inboxes/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { type LabelRecord, listLabels } from '../../../../inbound/inboxes/store/labels.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { found } from '../../problems.ts'

/** Awaits a lookup. A refusal with 404 becomes the page "No such `what`". */
export async function orNotFound<Value>(lookup: Promise<Value>, what: string): Promise<Value> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return found<Value>(undefined, what)
    throw error
  }
}

export function requireInbox(visit: InTeam & { params: { id: string } }): Promise<InboxRecord> {
  return orNotFound(findInbox(visit, visit.params.id), 'inbox')
}

export async function requireThread(
  visit: InTeam & { params: { id: string; thread_id: string } },
): Promise<{ inbox: InboxRecord; thread: ThreadRecord }> {
  const inbox = await requireInbox(visit)
  return { inbox, thread: await orNotFound(findThreadOf(visit, inbox, visit.params.thread_id), 'conversation') }
}

/** The labels of an inbox, the oldest first. */
export async function findLabels({ tx, team_id }: InTeam, { id: inbox_id }: InboxRecord): Promise<LabelRecord[]> {
  return (await listLabels(tx, { team_id, inbox_id })).toReversed()
}

/** The names of the members of the team, by their ids. */
export async function findPeople({ tx, team_id }: InTeam): Promise<ReadonlyMap<string, string>> {
  return new Map((await listMembers(tx, { team_id })).map(each => [each.id, each.name || each.email]))
}
