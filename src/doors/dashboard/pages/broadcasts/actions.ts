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
} from '../../../../campaigns/broadcasts/actions.ts'
import { countDelayedAtFirst, listLinks } from '../../../../engagement/facts/actions.ts'
import { countBroadcasts } from '../../../../engagement/metrics/actions.ts'
import {
  type BroadcastProblem,
  type LookedOver,
  lookOver,
  problemsIn,
} from '../../../../campaigns/broadcasts/check/actions.ts'
import { findSendingCounts } from '../../../../campaigns/broadcasts/sending/actions.ts'
import { findNextLocalWait } from '../../../../campaigns/broadcasts/sending/turns/actions.ts'
import { listContactProperties } from '../../../../audience/contact-properties/actions.ts'
import { listDomains } from '../../../../identity/domains/actions.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { findSegmentNames, listSegments } from '../../../../audience/segments/actions.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { findTopics, listTopics } from '../../../../audience/topics/actions.ts'
import {
  type DashboardPage,
  openPage,
  type OpenRequest,
  page,
  type Redirect,
  unlessRefused,
  type View,
  type Visit,
} from '../../page.ts'
import { found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { findPage } from '../../ui/table.ts'
import { askedBroadcast, EDITOR_FORM_BYTES } from './asked.ts'
import type { BroadcastTrouble, Nameable } from './editor.ts'
import { broadcastsBody } from './list-view.ts'
import type { Results } from './results/view.ts'
import type { SendingProgress } from './sending/view.ts'
import { broadcastBody, followedBody } from './view.ts'

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

/** Where one goes on from the editor, other than back to it. */
const NEXT: Record<string, (id: string) => string> = {
  preview: id => `/broadcasts/${id}/preview`,
  send: id => `/broadcasts/${id}/send`,
}

/** As at the API, every member of the team may do what is on these pages. */
export const broadcastPages: DashboardPage[] = [
  page('GET /broadcasts', visit => findBroadcastsView(visit)),

  page('POST /broadcasts/make', async visit => {
    const { tx, visitor, form, now } = visit
    try {
      const { name = '', from = '', subject = '', segment_id = '', topic_id = null } = askedBroadcast(form)
      const body = { name, from, subject, topic_id, ...(segment_id !== '' && { segment_id }) }
      return backTo(await writeBroadcast(tx, visitor.team.id, body, now), 'made')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return findBroadcastsView(visit, { form, text: error.message, status: 422 })
    }
  }),

  openPage('GET /broadcasts/:id', request => broadcastView(request)),

  /** A part of that page while it is followed. */
  page('GET /broadcasts/:id/progress', async ({ tx, visitor, params }) => {
    const { broadcast } = await findBroadcastOr(tx, visitor, params.id)
    const progress = await findProgress(tx, broadcast)
    const results = isEditable(broadcast.status) ? undefined : await findResults(tx, broadcast, progress)
    const refresh_s = broadcast.status === 'queued' ? FOLLOWED_S : undefined
    const body = () => followedBody({ broadcast, progress, results })
    return { title: broadcast.name, body, refresh_s, is_part: true }
  }),

  openPage(
    'POST /broadcasts/:id/change',
    request =>
      afterSaving(request, 'It was not saved', async ({ params, form }) => {
        const next = form.get('next') ?? ''
        return Object.hasOwn(NEXT, next) ? { location: NEXT[next]!(params.id) } : backTo(params.id, 'changed')
      }),
    { form_bytes: EDITOR_FORM_BYTES },
  ),

  openPage(
    'POST /broadcasts/:id/duplicate',
    request =>
      afterSaving(request, 'It was not duplicated', async ({ tx, now }, whole) =>
        backTo(copyBroadcast(tx, whole, now), 'duplicated'),
      ),
    { form_bytes: EDITOR_FORM_BYTES },
  ),

  page('POST /broadcasts/:id/delete', ({ tx, visitor, params }) =>
    unlessRefused('It was not deleted', async () => {
      dropBroadcast(tx, (await findBroadcastOr(tx, visitor, params.id)).broadcast)
      return { location: '/broadcasts?done=deleted' }
    }),
  ),
]

export function backTo(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/broadcasts/${id}?done=${done}` }
}

export async function findBroadcastOr(tx: Tx, { team }: Visitor, id: string): Promise<Broadcast> {
  return found(await findWholeBroadcast(tx, team.id, id), 'broadcast')
}

async function findBroadcastsView(visit: Visit<Visitor>, trouble?: BroadcastTrouble): Promise<View> {
  const { tx, visitor, query } = visit
  const page = await findPage(query, asked => listBroadcasts(tx, visitor.team.id, asked))
  const named = page.rows.flatMap(({ segment_id }) => segment_id ?? [])
  const segments = await findSegmentNames(tx, visitor.team.id, named)
  const known = await findNameable(visit)
  const last_topic_id = await findLastTopic(tx, visitor.team.id)
  const done = doneBox(query, DONE)
  return {
    title: 'Broadcasts',
    body: () => broadcastsBody({ page, segments, visitor, known, last_topic_id, done, trouble }),
    ...(trouble && { status: trouble.status }),
  }
}

/** That of the latest broadcast which has one: the next one is mostly about the same. */
async function findLastTopic(tx: Tx, team_id: string): Promise<string | undefined> {
  const { rows } = await listBroadcasts(tx, team_id, { limit: NAMED_MAX })
  return rows.find(({ topic_id }) => topic_id !== null)?.topic_id ?? undefined
}

export type OfBroadcast = OpenRequest<'POST /broadcasts/:id'>
export type VisitOfBroadcast = Visit<Visitor, 'POST /broadcasts/:id'>

/**
 * What a button does that stands beside the editor: first what is typed there is saved, in a unit of its own, so that it
 * stays when the rest is refused. `title`: what is said when it is; then everything is shown again as it was typed.
 */
export async function afterSaving(
  request: OfBroadcast,
  title: string,
  act: (visit: VisitOfBroadcast, whole: Broadcast) => Promise<Redirect>,
): Promise<Redirect | View> {
  const { form, asVisitor } = request
  const find = ({ tx, visitor, params }: VisitOfBroadcast): Promise<Broadcast> =>
    findBroadcastOr(tx, visitor, params.id)
  const shown = (error: unknown, status?: number): Promise<View> => {
    if (!(error instanceof Refusal)) throw error
    return broadcastView(request, { form, text: `${title}: ${error.message}`, status: status ?? error.status })
  }
  try {
    if (form.has('subject')) {
      await asVisitor(async visit => changeBroadcast(visit.tx, await find(visit), askedBroadcast(form), visit.now))
    }
  } catch (error) {
    return shown(error, 422)
  }
  try {
    return await asVisitor(async visit => act(visit, await find(visit)))
  } catch (error) {
    return shown(error)
  }
}

/** With what is in the way of sending it. `trouble`: why something was not done. */
async function broadcastView(request: OfBroadcast, trouble?: BroadcastTrouble): Promise<View> {
  const { asVisitor, parts } = request
  const { found, view, now } = await asVisitor(visit => findLookedOver(visit, trouble))
  return view(found ? (await problemsIn(parts.database, found, now)).problems : [])
}

/** `found`: of one that can still be sent. */
async function findLookedOver(
  visit: VisitOfBroadcast,
  trouble: BroadcastTrouble | undefined,
): Promise<{ found: LookedOver | undefined; view: (problems: readonly BroadcastProblem[]) => View; now: Date }> {
  const { tx, visitor, params, query, now } = visit
  const whole = await findBroadcastOr(tx, visitor, params.id)
  const known = await findNameable(visit, whole)
  const { broadcast } = whole
  const isDraft = isEditable(broadcast.status)
  const found = isDraft ? await lookOver(tx, whole) : undefined
  const progress = await findProgress(tx, broadcast)
  const results = isDraft ? undefined : await findResults(tx, broadcast, progress)
  const isFollowed = broadcast.status === 'queued' && query.get('live') === 'yes'
  const done = doneBox(query, DONE_WITH_ONE)
  const view = (problems: readonly BroadcastProblem[]): View => ({
    title: broadcast.name,
    body: () => broadcastBody({ ...whole, visitor, known, problems, progress, results, isFollowed, done, trouble }),
    ...(trouble && { status: trouble.status }),
  })
  return { found, view, now }
}

async function findProgress(tx: Tx, broadcast: BroadcastRecord): Promise<SendingProgress> {
  const wait = broadcast.status === 'queued' ? await findNextLocalWait(tx, broadcast) : undefined
  return { ...(await findSendingCounts(tx, broadcast)), wait }
}

async function findResults(
  tx: Tx,
  { team_id, id }: BroadcastRecord,
  { recipients, emails }: SendingProgress,
): Promise<Results> {
  const first = { limit: LINKS_MAX, after: undefined, before: undefined }
  const { rows: links } = await listLinks(tx, { team_id, broadcast_id: id }, first)
  const { totals: counts } = await countBroadcasts(tx, team_id, [id])
  return { recipients, emails, delayed: await countDelayedAtFirst(tx, team_id, id), counts, links }
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
