// The segments of a team: lists, creates, renames and deletes them, and changes their members.
import { contactIdOf, contactsIn, makeContact } from '../../../../audience/contacts/actions.ts'
import { countRuled, searchContacts } from '../../../../audience/contacts/search/actions.ts'
import {
  addToSegment,
  dropSegment,
  makeSegment,
  refuseByRule,
  removeFromSegment,
} from '../../../../audience/segments/actions.ts'
import { findMembers } from '../../../../audience/segments/members/store.ts'
import { findSegment, listSegments, renameSegment, type Segment } from '../../../../audience/segments/store.ts'
import { usableSegmentName } from '../../../../audience/segments/rules.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, openPage, page, type Visit } from '../../page.ts'
import { FormFault, found, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { findPage, PAGE_LENGTH, placeOf } from '../../ui/table.ts'
import { fieldsIn } from './by-rule/conditions.ts'
import type { RuleNameable } from './by-rule/fields.ts'
import { findRuleNameable } from './by-rule/nameable.ts'
import { NAME_FAULT, segmentsBody } from './list-view.ts'
import { segmentBody, type ShownMembers } from './view.ts'

const DONE = { deleted: 'The segment was deleted. The contacts that were in it stay.' }

const DONE_WITH_ONE = {
  made: 'The segment is made. Put contacts into it.',
  renamed: 'The segment has its new name.',
  added: 'The contact is in the segment.',
  new: 'There was no contact with this address, so it was made; it is in the segment.',
  removed: 'The contact is not in the segment any more.',
  ruled: 'The segment is made. Who is in it is below.',
  changed: 'The rule is changed. Who is in the segment now is below.',
}

const segmentList = page('GET /segments', 'member', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listSegments(tx, team_id, asked))
  return { title: 'Segments', done: DONE, body: outcome => segmentsBody({ ...outcome, page, visitor }) }
})

/** As in the API, every member of the team may use these pages. */
export const segmentPages: DashboardPage[] = [
  segmentList,

  page(
    'POST /segments/make',
    'member',
    async ({ tx, team_id, form, now }) => {
      const name = usableSegmentName(form.get('name') ?? '')
      if (name === undefined) throw new FormFault(NAME_FAULT)
      const { id } = await makeSegment({ tx, team_id, now }, name)
      return after(id, 'made')
    },
    { refused: segmentList },
  ),

  openPage('GET /segments/:id', 'member', async ({ asVisitor, params, query, parts: { database } }) => {
    const known = await asVisitor(async visit => {
      const segment = await findOr(visit, params.id)
      return { segment, nameable: await findNamed(visit.tx, segment), visitor: visit.visitor, now: visit.now }
    })
    // outside of the transaction, which would block others
    const members = await database.read(tx => findMembersView(tx, known, query))
    return {
      title: known.segment.name,
      done: DONE_WITH_ONE,
      body: ({ done }) => segmentBody({ ...known, members, done }),
    }
  }),

  page('POST /segments/:id/rename', 'member', async ({ tx, team_id, params, form }) => {
    const name = usableSegmentName(form.get('name') ?? '')
    if (name === undefined) return problem(422, 'No name for a segment', `${NAME_FAULT} Nothing was changed.`)
    found(await renameSegment(tx, { team_id, id: params.id, name }), 'segment')
    return after(params.id, 'renamed')
  }),

  /** A contact is created for an unknown address, because adding it to a segment means sending to it. */
  page(
    'POST /segments/:id/add',
    'member',
    async visit => {
      const { tx, team_id, form, now } = visit
      const { id } = await findOr(visit, visit.params.id)
      await refuseByRule(tx, team_id, [id])
      const email = (form.get('email') ?? '').trim()
      const known = await contactIdOf(tx, team_id, email)
      if (known !== undefined && (await addToSegment({ tx, team_id, now }, known, id))) return after(id, 'added')
      await makeContact(tx, { team_id, email, fields: {}, segment_ids: [id] }, now)
      return after(id, 'new')
    },
    { refused: 'The contact was not added' },
  ),

  page(
    'POST /segments/:id/take-out',
    'member',
    async ({ tx, team_id, params, form }) => {
      await refuseByRule(tx, team_id, [params.id])
      found(await removeFromSegment({ tx, team_id }, form.get('contact_id') ?? '', params.id), 'segment')
      return after(params.id, 'removed')
    },
    { refused: 'The contact was not removed' },
  ),

  page('POST /segments/:id/delete', 'member', async ({ tx, team_id, params, now }) => {
    found(await dropSegment({ tx, team_id, now }, params.id), 'segment')
    return { location: '/segments?done=deleted' }
  }),
]

export function after(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/segments/${id}?done=${done}` }
}

export async function findOr({ tx, team_id }: Visit<Visitor>, id: string): Promise<Segment> {
  return found(await findSegment(tx, team_id, id), 'segment')
}

/** The objects that the segment's rule refers to, if it has one. */
async function findNamed(tx: Tx, { team_id, rule }: Segment): Promise<RuleNameable | undefined> {
  return rule ? findRuleNameable(tx, team_id, fieldsIn(rule)) : undefined
}

interface Known {
  segment: Segment
  now: Date
}

async function findMembersView(tx: Tx, { segment, now }: Known, query: URLSearchParams): Promise<ShownMembers> {
  const { team_id } = segment
  if (!segment.rule) {
    return findPage(query, asked => contactsIn({ tx, team_id, now }, segment.id, asked))
  }
  const place = placeOf(query)
  const shown = { most: PAGE_LENGTH, now }
  if (place.after !== undefined) {
    return {
      after: place.after,
      ...(await searchContacts({ tx, team_id }, { segment_id: segment.id }, { ...shown, ...place })),
    }
  }
  const members = found(await findMembers(tx, team_id, segment.id), 'segment')
  const counted = await countRuled(tx, members, shown)
  return { rows: counted.rows, behind: counted.behind, after: undefined, counted }
}
