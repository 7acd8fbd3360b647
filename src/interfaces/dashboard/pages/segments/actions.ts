// The segments of a team: lists, creates, renames and deletes them, and adds and removes contacts.
import { findContactId, listSegmentContacts, createContact } from '../../../../audience/contacts/actions.ts'
import { countRuleMembers, searchContacts } from '../../../../audience/contacts/search/actions.ts'
import {
  addToSegment,
  removeSegment,
  createSegment,
  refuseRuleSegments,
  removeFromSegment,
} from '../../../../audience/segments/actions.ts'
import { findMembers } from '../../../../audience/segments/members/store.ts'
import { findSegment, listSegments, renameSegment, type Segment } from '../../../../audience/segments/store.ts'
import { normalizeSegmentName } from '../../../../audience/segments/rules.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../page.ts'
import { FormFault, requireFound, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage, PAGE_LENGTH, parseListPlace } from '../../ui/table.ts'
import { fieldsIn } from './by-rule/conditions.ts'
import type { RuleNameable } from './by-rule/fields.ts'
import { findRuleNameable } from './by-rule/nameable.ts'
import { NAME_FAULT, segmentsBody } from './list-view.ts'
import { segmentBody, type SegmentMembers } from './view.ts'

const DONE = { deleted: 'Segment deleted. Its contacts remain.' }

const DONE_WITH_ONE = {
  made: 'Segment created. Add contacts to it.',
  renamed: 'Segment renamed.',
  added: 'Contact added to the segment.',
  new: 'Contact created and added to the segment.',
  removed: 'Contact removed from the segment.',
  ruled: 'Segment created. Its contacts are listed below.',
  changed: 'Rule updated. The contacts that match are listed below.',
}

const segmentList = page('GET /segments', 'member', async ({ tx, team_id, query }) => {
  const rows = await findPage(query, asked => listSegments(tx, team_id, asked))
  return { title: 'Segments', done: DONE, body: () => segmentsBody(rows) }
})

/** As in the API, every member of the team may use these pages. */
export const segmentPages: DashboardPage[] = [
  segmentList,

  page(
    'POST /segments/make',
    'member',
    async ({ tx, team_id, form, now }) => {
      const name = normalizeSegmentName(form.get('name') ?? '')
      if (name === undefined) throw new FormFault(NAME_FAULT)
      const { id } = await createSegment({ tx, team_id, now }, name)
      return to(id, 'made')
    },
    { refused: segmentList },
  ),

  openPage('GET /segments/:id', 'member', async ({ asVisitor, params, query, parts: { database } }) => {
    const known = await asVisitor(async visit => {
      const segment = await requireSegment(visit, params.id)
      return { segment, nameable: await findNameableOf(visit.tx, segment), now: visit.now }
    })
    // outside of the transaction, which would block others
    const members = await database.read(tx => findMembersView(tx, known, query))
    return {
      title: known.segment.name,
      done: DONE_WITH_ONE,
      body: () => segmentBody({ ...known, members }),
    }
  }),

  page('POST /segments/:id/rename', 'member', async ({ tx, team_id, params, form }) => {
    const name = normalizeSegmentName(form.get('name') ?? '')
    if (name === undefined) return problem(422, 'Segment not renamed', NAME_FAULT)
    requireFound(await renameSegment(tx, { team_id, id: params.id, name }), 'segment')
    return to(params.id, 'renamed')
  }),

  /** A contact is created for an unknown address, because adding it to a segment means sending to it. */
  page(
    'POST /segments/:id/add',
    'member',
    async visit => {
      const { tx, team_id, form, now } = visit
      const { id } = await requireSegment(visit, visit.params.id)
      await refuseRuleSegments(tx, team_id, [id])
      const email = (form.get('email') ?? '').trim()
      const known = await findContactId(tx, team_id, email)
      if (known !== undefined && (await addToSegment({ tx, team_id, now }, known, id))) return to(id, 'added')
      await createContact(tx, { team_id, email, fields: {}, segment_ids: [id] }, now)
      return to(id, 'new')
    },
    { refused: 'Contact not added' },
  ),

  page(
    'POST /segments/:id/take-out',
    'member',
    async ({ tx, team_id, params, form }) => {
      await refuseRuleSegments(tx, team_id, [params.id])
      requireFound(await removeFromSegment({ tx, team_id }, form.get('contact_id') ?? '', params.id), 'segment')
      return to(params.id, 'removed')
    },
    { refused: 'Contact not removed' },
  ),

  page('POST /segments/:id/delete', 'member', async ({ tx, team_id, params, now }) => {
    requireFound(await removeSegment({ tx, team_id, now }, params.id), 'segment')
    return { location: '/segments?done=deleted' }
  }),
]

export function to(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/segments/${id}?done=${done}` }
}

export async function requireSegment({ tx, team_id }: Visit<Visitor>, id: string): Promise<Segment> {
  return requireFound(await findSegment(tx, team_id, id), 'segment')
}

/** The objects that the segment's rule refers to, if it has one. */
async function findNameableOf(tx: Tx, { team_id, rule }: Segment): Promise<RuleNameable | undefined> {
  return rule ? findRuleNameable(tx, team_id, fieldsIn(rule)) : undefined
}

interface SegmentNow {
  segment: Segment
  now: Date
}

async function findMembersView(tx: Tx, { segment, now }: SegmentNow, query: URLSearchParams): Promise<SegmentMembers> {
  const { team_id } = segment
  if (!segment.rule) {
    return findPage(query, asked => listSegmentContacts({ tx, team_id, now }, segment.id, asked))
  }
  const place = parseListPlace(query)
  const shown = { most: PAGE_LENGTH, now }
  if (place.after !== undefined) {
    return {
      after: place.after,
      ...(await searchContacts({ tx, team_id }, { segment_id: segment.id }, { ...shown, ...place })),
    }
  }
  const members = requireFound(await findMembers(tx, team_id, segment.id), 'segment')
  const counted = await countRuleMembers(tx, members, shown)
  return { rows: counted.rows, behind: counted.behind, after: undefined, counted }
}
