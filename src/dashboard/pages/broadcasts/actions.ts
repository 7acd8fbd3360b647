// A team's broadcasts: which there are, writing, changing, duplicating and deleting one.
import {
  type Broadcast,
  type BroadcastRecord,
  changeBroadcast,
  copyBroadcast,
  dropBroadcast,
  findWholeBroadcast,
  isEditable,
  listBroadcasts,
  writeBroadcast,
} from '../../../broadcasts/actions.ts'
import { findBroadcastCounts, listLinks } from '../../../broadcasts/results/actions.ts'
import {
  type BroadcastProblem,
  type LookedOver,
  lookOver,
  problemsIn,
  problemsOf,
} from '../../../broadcasts/check/actions.ts'
import { findSendingCounts } from '../../../broadcasts/sending/actions.ts'
import { listContactProperties } from '../../../contact-properties/actions.ts'
import { listDomains } from '../../../domains/actions.ts'
import { Refusal } from '../../../refusal.ts'
import { findSegmentNames, listSegments } from '../../../segments/actions.ts'
import type { Tx } from '../../../store/database.ts'
import { findTopics, listTopics } from '../../../topics/actions.ts'
import { type DashboardPage, openPage, page, unlessRefused, type View, type Visit } from '../../page.ts'
import { problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { placeOf } from '../../ui/table.ts'
import { askedBroadcast, EDITOR_FORM_BYTES } from './asked.ts'
import type { BroadcastTrouble, Nameable } from './editor.ts'
import { broadcastsBody } from './list-view.ts'
import type { Results } from './results/view.ts'
import { broadcastBody } from './view.ts'

const PAGE_LENGTH = 25
/** To choose from. */
const NAMED_MAX = 100
/** Of the links that were followed. */
const LINKS_MAX = 20
/** Between one look at how far it is and the next. */
const FOLLOWED_S = 3

const DONE = { deleted: 'The broadcast was deleted.' }

const DONE_WITH_ONE = {
  made: 'The draft is made. Write what it says.',
  changed: 'The broadcast is saved.',
  duplicated: 'This is the copy, a draft.',
  sending: 'It is being sent.',
  scheduled: 'It is sent at its time.',
  paced: 'It goes on at its new pace.',
  paused: 'It is paused. None of its mails goes out until it goes on.',
  resumed: 'It goes on.',
  canceled: 'It was canceled.',
}

/** As at the API, everybody in the team may do what is on these pages. */
export const broadcastPages: DashboardPage[] = [
  page('GET /broadcasts', visit => findBroadcastsView(visit)),

  page('POST /broadcasts/make', async visit => {
    const { tx, visitor, form, now } = visit
    try {
      const { name = '', from = '', subject = '', segment_id = '' } = askedBroadcast(form)
      const body = { name, from, subject, ...(segment_id !== '' && { segment_id }) }
      return after(await writeBroadcast(tx, visitor.team.id, body, now), 'made')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return findBroadcastsView(visit, { form, text: error.message })
    }
  }),

  openPage('GET /broadcasts/:id', async ({ asVisitor }) => {
    const { found, view } = await asVisitor(findLookedOver)
    return view(found ? await problemsIn(found) : [])
  }),

  page(
    'POST /broadcasts/:id/change',
    async visit => {
      const { tx, visitor, params, form, now } = visit
      const whole = await findBroadcastOr(tx, visitor, params.id)
      try {
        await changeBroadcast(tx, whole, askedBroadcast(form), now)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return findBroadcastView(visit, { form, text: error.message })
      }
      return after(params.id, 'changed')
    },
    { form_bytes: EDITOR_FORM_BYTES },
  ),

  page('POST /broadcasts/:id/duplicate', async ({ tx, visitor, params, now }) => {
    return after(copyBroadcast(tx, await findBroadcastOr(tx, visitor, params.id), now), 'duplicated')
  }),

  page('POST /broadcasts/:id/delete', ({ tx, visitor, params }) =>
    unlessRefused('It was not deleted', async () => {
      dropBroadcast(tx, (await findBroadcastOr(tx, visitor, params.id)).broadcast)
      return { location: '/broadcasts?done=deleted' }
    }),
  ),
]

function after(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/broadcasts/${id}?done=${done}` }
}

export async function findBroadcastOr(tx: Tx, { team }: Visitor, id: string): Promise<Broadcast> {
  const whole = await findWholeBroadcast(tx, team.id, id)
  if (!whole) throw problem(404, 'No such broadcast', 'It is not one of this team, or it was deleted.')
  return whole
}

async function findBroadcastsView(visit: Visit<Visitor>, trouble?: BroadcastTrouble): Promise<View> {
  const { tx, visitor, query } = visit
  const place = placeOf(query)
  const page = await listBroadcasts(tx, visitor.team.id, { limit: PAGE_LENGTH, ...place })
  const named = page.rows.flatMap(({ segment_id }) => segment_id ?? [])
  const segments = await findSegmentNames(tx, visitor.team.id, named)
  const known = await findNameable(visit)
  const done = doneBox(query, DONE)
  return {
    title: 'Broadcasts',
    body: () => broadcastsBody({ page, segments, place, visitor, known, done, trouble }),
    ...(trouble && { status: 422 }),
  }
}

type BroadcastVisit = Visit<Visitor, 'GET /broadcasts/:id'>

/** With what is in the way of sending it; its content is not looked at. */
async function findBroadcastView(visit: BroadcastVisit, trouble: BroadcastTrouble): Promise<View> {
  const { found, view } = await findLookedOver(visit, trouble)
  return view(found ? problemsOf(found, []) : [])
}

/** `found`: of one that can still be sent. */
async function findLookedOver(
  visit: BroadcastVisit,
  trouble?: BroadcastTrouble,
): Promise<{ found: LookedOver | undefined; view: (problems: readonly BroadcastProblem[]) => View }> {
  const { tx, visitor, params, query, now } = visit
  const whole = await findBroadcastOr(tx, visitor, params.id)
  const known = await findNameable(visit, whole)
  const { broadcast } = whole
  const isDraft = isEditable(broadcast.status)
  const found = isDraft ? await lookOver(tx, whole, now) : undefined
  const progress = await findSendingCounts(tx, broadcast)
  const results = isDraft ? undefined : await findResults(tx, broadcast, progress.recipients)
  const isFollowed = broadcast.status === 'queued' && query.get('live') === 'yes'
  const done = doneBox(query, DONE_WITH_ONE)
  const view = (problems: readonly BroadcastProblem[]): View => ({
    title: broadcast.name,
    body: () => broadcastBody({ ...whole, visitor, known, problems, progress, results, isFollowed, done, trouble }),
    ...(trouble && { status: 422 }),
    ...(isFollowed && { refresh_s: FOLLOWED_S }),
  })
  return { found, view }
}

async function findResults(tx: Tx, { team_id, id }: BroadcastRecord, recipients: number): Promise<Results> {
  const first = { limit: LINKS_MAX, after: undefined, before: undefined }
  const { rows: links } = await listLinks(tx, { team_id, broadcast_id: id }, first)
  return { recipients, counts: await findBroadcastCounts(tx, team_id, id), links }
}

/** The latest of each kind, and what the broadcast names already. */
async function findNameable({ tx, visitor: { team } }: Visit<Visitor>, whole?: Broadcast): Promise<Nameable> {
  const most = { limit: NAMED_MAX }
  const { segment_id = null, topic_id = null } = whole?.broadcast ?? {}
  const segments = (await listSegments(tx, team.id, most)).rows.map(({ id, name }) => ({ id, name }))
  const topics = (await listTopics(tx, team.id, most)).rows.map(({ id, name }) => ({ id, name }))
  if (segment_id !== null && !segments.some(({ id }) => id === segment_id)) {
    const name = (await findSegmentNames(tx, team.id, [segment_id])).get(segment_id)
    if (name !== undefined) segments.push({ id: segment_id, name })
  }
  if (topic_id !== null && !topics.some(({ id }) => id === topic_id)) {
    const topic = (await findTopics(tx, team.id, [topic_id])).get(topic_id)
    if (topic) topics.push({ id: topic_id, name: topic.name })
  }
  const domains = (await listDomains(tx, team.id, most)).rows.filter(
    ({ status, sending }) => sending && VERIFIED.has(status),
  )
  const properties = (await listContactProperties(tx, team.id, most)).rows.map(({ key }) => key)
  return { segments, topics, domains: domains.map(({ name }) => name), properties }
}

const VERIFIED: ReadonlySet<string> = new Set(['verified', 'partially_verified'])
