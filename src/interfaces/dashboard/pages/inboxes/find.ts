// Finds the objects in a URL below `/inboxes`.
import { findInbox, findThreadOf } from '../../../../inbound/inboxes/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import type { InTeam } from '../../../../base/store/database.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { found } from '../../problems.ts'

/** Awaits a lookup. A refusal with 404 becomes the page "No such `what`". */
export async function orNone<Value>(looking: Promise<Value>, what: string): Promise<Value> {
  try {
    return await looking
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return found<Value>(undefined, what)
    throw error
  }
}

export function inboxOf(visit: InTeam & { params: { id: string } }): Promise<InboxRecord> {
  return orNone(findInbox(visit, visit.params.id), 'inbox')
}

export async function threadOf(
  visit: InTeam & { params: { id: string; thread_id: string } },
): Promise<{ inbox: InboxRecord; thread: ThreadRecord }> {
  const inbox = await inboxOf(visit)
  return { inbox, thread: await orNone(findThreadOf(visit, inbox, visit.params.thread_id), 'thread') }
}

/** The names of the members of the team, by their ids. */
export async function findPeople({ tx, team_id }: InTeam): Promise<ReadonlyMap<string, string>> {
  return new Map((await listMembers(tx, { team_id })).map(each => [each.id, each.name || each.email]))
}
