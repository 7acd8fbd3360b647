// The inboxes of a team: lists, creates, changes and deletes them, and shows the threads of one.
import { dropInbox, findThreadOf, makeInbox, renameInbox } from '../../../../inbound/inboxes/actions.ts'
import { changeThread, guardInbox } from '../../../../inbound/inboxes/threads/actions.ts'
import { type InboxRecord, listInboxRecords as listInboxes } from '../../../../inbound/inboxes/store/inboxes.ts'
import { listLabels } from '../../../../inbound/inboxes/store/labels.ts'
import { searchThreads } from '../../../../inbound/inboxes/finding/actions.ts'
import { listLabelsOf, labelThread } from '../../../../inbound/inboxes/labels/actions.ts'
import { listDomains } from '../../../../identity/domains/store.ts'
import type { InTeam, TeamUnit } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { findPage, PAGE_LENGTH, placeOf } from '../../ui/table.ts'
import { askedAddress, askedMarking, type AskedMarking, askedInboxNames, askedThreads, listAddress } from './asked.ts'
import { inboxOf, orNone } from './find.ts'
import { inboxesBody } from './list-view.ts'
import { inboxBody } from './view.ts'

const DONE = { deleted: 'The inbox was deleted, with its threads. The mail itself stays where it was received.' }
export const DONE_WITH_ONE = {
  made: 'The inbox is made. Mail to its address comes in here.',
  forwarding: 'The inbox is made. Set up the forwarding that is shown below: nothing comes in before that.',
  changed: 'It is changed.',
  moved: 'Moved.',
  removed: 'The thread was deleted.',
  discarded: 'The draft was deleted.',
  sent: 'It is accepted, and on its way.',
}

/** Maximum domains that are searched for verified ones. */
const DOMAINS_MAX = 100

const inboxList = page('GET /inboxes', 'member', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listInboxes(tx, { team_id }, asked))
  const { rows } = await listDomains(tx, { team_id }, { limit: DOMAINS_MAX })
  const domains = rows.filter(each => each.status === 'verified' && !each.is_placeholder)
  return {
    title: 'Inboxes',
    done: DONE,
    body: outcome => inboxesBody({ ...outcome, page, visitor, domains, hasDomain: rows.length > 0 }),
  }
})

/** The list is read outside of the transaction, because a search may take a while. */
const inboxPage = openPage('GET /inboxes/:id', 'member', async ({ asVisitor, query, parts: { database } }) => {
  const { asked, typed, isSearch } = askedThreads(query)
  const known = await asVisitor(async visit => {
    const { tx, team_id, visitor } = visit
    const inbox = await inboxOf(visit)
    const { takes_bounces: takes_mail } = tx.settings.domains
    return {
      inbox,
      visitor,
      team_id,
      takes_mail,
      labels: (await listLabels(tx, { team_id, inbox_id: inbox.id })).toReversed(),
    }
  })
  const { inbox, team_id } = known
  const place = placeOf(query)
  const page = await database.read(async tx => {
    const found = await searchThreads({ tx, team_id }, inbox.id, asked, { limit: PAGE_LENGTH, ...place })
    const rows = await findLabelled({ tx, team_id }, inbox, found.rows)
    return { ...found, rows, place }
  })
  const shown = { ...known, page, typed, isSearch }
  return { title: nameOf(inbox), done: DONE_WITH_ONE, body: outcome => inboxBody({ ...outcome, ...shown }) }
})

const nameOf = ({ name, email_address }: InboxRecord): string => name ?? email_address

type Found = Awaited<ReturnType<typeof searchThreads>>['rows']

async function findLabelled(unit: InTeam, { id }: InboxRecord, found: Found) {
  const ids = found.map(({ thread }) => thread.id)
  const labelsOf = await listLabelsOf(unit, id, ids)
  return found.map(({ thread, email_id }) => ({ ...thread, matched_id: email_id, labels: labelsOf(thread.id) }))
}

/** As in the API, every member of the team may use these pages. */
export const inboxPages: DashboardPage[] = [
  inboxList,

  page(
    'POST /inboxes/make',
    'member',
    async visit => {
      const { form } = visit
      const forwarding = form.get('way') === 'forwarding'
      const { id } = await makeInbox(visit, { email_address: askedAddress(form), forwarding, ...askedInboxNames(form) })
      return { location: `/inboxes/${id}?done=${forwarding ? 'forwarding' : 'made'}` }
    },
    { refused: inboxList },
  ),

  inboxPage,

  page(
    'POST /inboxes/:id/rename',
    'member',
    async visit => {
      const inbox = await inboxOf(visit)
      await renameInbox(visit, inbox, askedInboxNames(visit.form))
      return { location: `/inboxes/${inbox.id}?done=changed` }
    },
    { refused: 'It was not changed' },
  ),

  page('POST /inboxes/:id/delete', 'member', async visit => {
    await dropInbox(visit, await inboxOf(visit))
    return { location: '/inboxes?done=deleted' }
  }),

  page(
    'POST /inboxes/:id/mark',
    'member',
    async visit => {
      const { form } = visit
      const inbox = await inboxOf(visit)
      const asked = askedMarking(form)
      await markThreads(visit, inbox, asked)
      const done = 'folder' in asked.change ? 'moved' : 'changed'
      const [thread_id] = asked.thread_ids
      if (form.get('back') === 'thread') return { location: `/inboxes/${inbox.id}/threads/${thread_id}?done=${done}` }
      return { location: listAddress(inbox.id, { ...askedThreads(form).typed, done }) }
    },
    { refused: 'Nothing was changed' },
  ),
]

async function markThreads(unit: TeamUnit, inbox: InboxRecord, { thread_ids, change }: AskedMarking): Promise<void> {
  guardInbox(unit.tx, inbox)
  for (const id of thread_ids) {
    const thread = await orNone(findThreadOf(unit, inbox, id), 'thread')
    if (!('label_id' in change)) await changeThread(unit, thread, change)
    else {
      const { label_id, gives } = change
      const wanted = (has: ReadonlySet<string>): Set<string> =>
        new Set(gives ? [...has, label_id] : [...has].filter(each => each !== label_id))
      await labelThread(unit, thread, [label_id], wanted)
    }
  }
}
