// The broadcasts of a team: lists, shows, creates, changes, duplicates and deletes them.
import {
  changeBroadcast,
  copyBroadcast,
  dropBroadcast,
  findWholeBroadcast,
  needsTopicChoice,
  writeBroadcast,
} from '../../../../campaigns/broadcasts/actions.ts'
import { type Broadcast, type BroadcastRecord, isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import { listBefore, listBroadcasts } from '../../../../campaigns/broadcasts/store.ts'
import {
  broadcastResource,
  copyWritten,
  findComposed,
  findWritten,
  keepWritten,
  listAgentNames,
  type WrittenMarkdown,
} from '../../../../campaigns/editor/actions.ts'
import { findAbTest } from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import { countDelayedAtFirst, sumDomains, sumVersions } from '../../../../engagement/facts/actions.ts'
import { listLinks } from '../../../../engagement/facts/recipients/store.ts'
import { countBroadcasts } from '../../../../engagement/metrics/actions.ts'
import { type LookedOver, lookOver, problemsIn } from '../../../../campaigns/broadcasts/check/actions.ts'
import { findSendingCounts } from '../../../../campaigns/broadcasts/sending/actions.ts'
import { findNextLocalWait } from '../../../../campaigns/broadcasts/sending/turns/actions.ts'
import { listContactProperties } from '../../../../audience/contact-properties/store.ts'
import { listDomains } from '../../../../identity/domains/store.ts'
import { type ContactValues, fillPlaceholders } from '../../../../base/text/placeholders.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { shownTextOf } from '../../../../base/threads/mails.ts'
import { findSegmentNames, listSegments } from '../../../../audience/segments/store.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { findTopics } from '../../../../audience/topics/actions.ts'
import { listTopics } from '../../../../audience/topics/store.ts'
import { type DashboardPage, openPage, page, type Redirect, type Visit } from '../../page.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { FormFault, found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { Image } from '../../../../mail/images/rules.ts'
import { listImages } from '../../../../mail/images/store.ts'
import { writingScript } from '../../ui/scripts.ts'
import { findPage } from '../../ui/table.ts'
import { IMAGES_BESIDE } from '../images/view.ts'
import { findPeople } from '../inboxes/find.ts'
import {
  autosavePage,
  type ContentSources,
  EDITOR_FORM_BYTES,
  exampleValues,
  findWriting,
  findWrittenIn,
  refuseUnseenChange,
} from '../writing/content.ts'
import { askedBroadcast } from './asked.ts'
import type { Nameable } from './editor.ts'
import { broadcastsBody } from './list-view.ts'
import type { Results } from './results/view.ts'
import { type SendingProgress, topicProblems } from './sending/view.ts'
import { broadcastBody, followedBody, type ShownBroadcast } from './view.ts'

/** Maximum entries of a select. */
const NAMED_MAX = 100
/** Maximum clicked links that are shown. */
const LINKS_MAX = 20
/** Seconds between two updates of the progress. */
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
  chosen: 'The rest gets this version now.',
}

/** Pages to continue at after saving in the editor, other than the editor itself. */
const NEXT: Record<string, (id: string) => string> = {
  blocks: id => `/broadcasts/${id}/blocks`,
  markdown: id => `/broadcasts/${id}?done=changed&as=markdown`,
  html: id => `/broadcasts/${id}?done=changed&as=html`,
  preview: id => `/broadcasts/${id}/preview`,
  'ab-test': id => `/broadcasts/${id}/ab-test`,
  send: id => `/broadcasts/${id}/send`,
}

const broadcastList = page('GET /broadcasts', 'member', async visit => {
  const { tx, team_id, visitor, query } = visit
  const page = await findPage(query, asked => listBroadcasts(tx, { team_id }, asked))
  const named = page.rows.flatMap(({ segment_id }) => segment_id ?? [])
  const segments = await findSegmentNames(tx, team_id, named)
  const known = await findNameable(visit)
  const last_topic_id = await findLastTopic(tx, team_id)
  const shown = { page, segments, visitor, known, last_topic_id }
  return { title: 'Broadcasts', done: DONE, body: outcome => broadcastsBody({ ...outcome, ...shown }) }
})

/** The page of a broadcast, with problems that prevent sending it. */
const broadcastPage = openPage('GET /broadcasts/:id', 'member', async ({ asVisitor, query, parts }) => {
  const { looked, lacksTopic, now, source, ...shown } = await asVisitor(findShownBroadcast)
  const found = looked && (await problemsIn(parts.database, looked, now)).problems
  const problems = [...topicProblems(lacksTopic), ...(found ?? [])]
  const edited = source && (await findEdited(shown, source, query.get('as')))
  return {
    title: shown.broadcast.name,
    done: DONE_WITH_ONE,
    body: outcome => broadcastBody({ ...outcome, ...shown, problems, edited, public_url: parts.site.public_url }),
    ...(edited && { script_source: writingScript().source }),
  }
})

/** The displayed data of a draft. Its text and its Markdown are generated after the transaction. */
async function findEdited(
  { broadcast, content }: Broadcast,
  { values, ...source }: Source,
  asked: string | null,
): Promise<ShownBroadcast['edited']> {
  const writing = await findWriting({ ...source, resource: content }, broadcast.team_id, asked)
  const plain = content.text ?? (await shownTextOf(content.html ?? '', broadcast.team_id))
  const text = fillPlaceholders(plain, values, 'text')
  // its hints are part of the warnings before sending
  const beside = { src: `/broadcasts/${broadcast.id}/html`, html: content.html ?? '', text, hints: [] }
  return { writing, beside, script: writingScript().markup, people: source.people, images: source.images }
}

/** As in the API, every member of the team may use these pages. */
export const broadcastPages: DashboardPage[] = [
  broadcastList,

  page(
    'POST /broadcasts/make',
    'member',
    async visit => {
      const { name = '', from = '', subject = '', segment_id = '', topic_id } = askedBroadcast(visit.form)
      const topic = topic_id !== undefined && { topic_id }
      const body = { name, from, subject, ...topic, ...(segment_id !== '' && { segment_id }) }
      return backTo(await writeBroadcast(visit, body), 'made')
    },
    { refused: broadcastList },
  ),

  broadcastPage,

  /** The part of that page that is reloaded while the broadcast is sent. */
  page('GET /broadcasts/:id/progress', 'member', async visit => {
    const { tx } = visit
    const { broadcast } = await findBroadcastOr(visit)
    const progress = await findProgress(tx, broadcast)
    const results = isEditable(broadcast.status) ? undefined : await findResults(tx, broadcast, progress)
    const refresh_s = broadcast.status === 'queued' ? FOLLOWED_S : undefined
    const body = () => followedBody({ broadcast, progress, results })
    return { title: broadcast.name, body, refresh_s, is_part: true }
  }),

  savingPage('POST /broadcasts/:id/change', 'It was not saved', async ({ params, form }) => {
    const next = form.get('next') ?? ''
    return Object.hasOwn(NEXT, next) ? { location: NEXT[next]!(params.id) } : backTo(params.id, 'changed')
  }),

  autosavePage('POST /broadcasts/:id/autosave', save),

  savingPage('POST /broadcasts/:id/duplicate', 'It was not duplicated', async (visit, whole) => {
    const id = await copyBroadcast(visit, whole)
    await copyWritten(visit, broadcastResource(whole), { type: 'broadcast', id })
    return backTo(id, 'duplicated')
  }),

  page(
    'POST /broadcasts/:id/delete',
    'member',
    async visit => {
      dropBroadcast(visit.tx, (await findBroadcastOr(visit)).broadcast)
      return { location: '/broadcasts?done=deleted' }
    },
    { refused: 'It was not deleted' },
  ),
]

export function backTo(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/broadcasts/${id}?done=${done}` }
}

export async function findBroadcastOr({ tx, team_id, params }: VisitOfBroadcast): Promise<Broadcast> {
  return found(await findWholeBroadcast(tx, team_id, params.id), 'broadcast')
}

/** The topic of the latest broadcast that has one, because the next broadcast is usually about the same. */
async function findLastTopic(tx: Tx, team_id: string): Promise<string | undefined> {
  const { rows } = await listBroadcasts(tx, { team_id }, { limit: NAMED_MAX })
  return rows.find(({ topic_id }) => topic_id !== null)?.topic_id ?? undefined
}

export type VisitOfBroadcast = Visit<Visitor, 'POST /broadcasts/:id'>

/**
 * A form that is sent by a button next to the editor. It first saves the editor's content, in a separate transaction, so that
 * the content remains saved if `act` is refused. `title` starts the message of a refusal, after which the editor shows the
 * typed content.
 */
export function savingPage(
  at: `POST /broadcasts/:id/${string}`,
  title: string,
  act: (visit: VisitOfBroadcast, whole: Broadcast) => Promise<Redirect>,
): DashboardPage {
  return openPage(
    at,
    'member',
    async request => {
      const { form, asVisitor } = request
      const written = await orSay(title, () => findWrittenIn(request), 422)
      if (form.has('subject')) await orSay(title, () => asVisitor(visit => save(visit, written)), 422)
      return orSay(title, () => asVisitor(async visit => act(visit, await findBroadcastOr(visit))))
    },
    { form_bytes: EDITOR_FORM_BYTES, refused: broadcastPage },
  )
}

async function save(visit: VisitOfBroadcast, written: WrittenMarkdown | undefined): Promise<void> {
  const whole = await findBroadcastOr(visit)
  await refuseUnseenChange(visit, whole.broadcast)
  const { topic_id, without_topic } = whole.broadcast
  const changes = askedBroadcast(visit.form, topic_id === null && !without_topic)
  await changeBroadcast(visit, whole, { ...changes, ...(written && { html: written.html || null }) })
  if (written) keepWritten(visit, { type: 'broadcast', id: whole.broadcast.id }, written)
}

/** Runs `act`. Prepends `title`, which names the failed action, to the message of a refusal. */
export async function orSay<T>(title: string, act: () => Promise<T>, status?: number): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new FormFault(`${title}: ${error.message}`, status ?? error.status)
  }
}

/** For a broadcast that can still be sent: the source of its content, and the inputs of a preview. */
interface Source extends Pick<ContentSources, 'written' | 'composed'> {
  values: ContactValues
  people: ReadonlyMap<string, string>
  images: readonly Image[]
}

interface Found extends Omit<ShownBroadcast, keyof FormOutcome | 'problems' | 'edited' | 'public_url'> {
  /** The data to check for problems, for a broadcast that can still be sent. */
  looked: LookedOver | undefined
  /** Whether a topic, or none, must be chosen before sending. */
  lacksTopic: boolean
  source: Source | undefined
  now: Date
}

async function findShownBroadcast(visit: VisitOfBroadcast): Promise<Found> {
  const { tx, visitor, query, now } = visit
  const whole = await findBroadcastOr(visit)
  const known = await findNameable(visit, whole)
  const { broadcast } = whole
  const isDraft = isEditable(broadcast.status)
  const agents = isDraft ? await listAgentNames(visit, broadcast.id) : []
  const looked = isDraft ? await lookOver(tx, whole) : undefined
  const lacksTopic = isDraft && (await needsTopicChoice(tx, broadcast))
  const progress = await findProgress(tx, broadcast)
  const test = await findAbTest(tx, broadcast)
  const results = isDraft ? undefined : await findResults(tx, broadcast, progress)
  const isFollowed = broadcast.status === 'queued' && query.get('live') === 'yes'
  const source = isDraft ? await findSource(visit, whole) : undefined
  return { ...whole, visitor, known, agents, progress, test, results, isFollowed, looked, lacksTopic, source, now }
}

async function findSource(visit: VisitOfBroadcast, whole: Broadcast): Promise<Source> {
  const resource = broadcastResource(whole)
  return {
    written: await findWritten(visit, resource),
    composed: await findComposed(visit, resource),
    values: await exampleValues(visit),
    people: await findPeople(visit),
    images: (await listImages(visit.tx, { team_id: visit.team_id }, { limit: IMAGES_BESIDE })).rows,
  }
}

async function findProgress(tx: Tx, broadcast: BroadcastRecord): Promise<SendingProgress> {
  const wait = broadcast.status === 'queued' ? await findNextLocalWait(tx, broadcast) : undefined
  return { ...(await findSendingCounts(tx, broadcast)), wait }
}

async function findResults(
  tx: Tx,
  broadcast: BroadcastRecord,
  { recipients, emails }: SendingProgress,
): Promise<Results> {
  const { team_id, id } = broadcast
  const of = { team_id, broadcast_id: id }
  const first = { limit: LINKS_MAX, after: undefined, before: undefined }
  const { rows: links } = await listLinks(tx, of, first)
  const all = [broadcast, ...(await listBefore(tx, broadcast))]
  const { each } = await countBroadcasts(
    tx,
    team_id,
    all.map(one => one.id),
  )
  const compared = all.map(({ id: of_id, name, sent_at }) => ({ id: of_id, name, sent_at, counts: each.get(of_id)! }))
  const counts = each.get(id)!
  const test = await findAbTest(tx, broadcast)
  const tested = test && { test, ...(await sumVersions(tx, of)) }
  const domains = await sumDomains(tx, of, counts)
  const delayed = await countDelayedAtFirst(tx, team_id, id)
  return { recipients, emails, delayed, counts, links, tested, domains, compared }
}

/** The latest of each kind, and the objects that the broadcast already refers to. */
async function findNameable({ tx, team_id }: Visit<Visitor>, whole?: Broadcast): Promise<Nameable> {
  const most = { limit: NAMED_MAX }
  const { segment_id = null, topic_id = null } = whole?.broadcast ?? {}
  const segments = (await listSegments(tx, team_id, most)).rows.map(({ id, name }) => ({ id, name }))
  const topics = (await listTopics(tx, { team_id }, most)).rows.map(({ id, name }) => ({ id, name }))
  if (segment_id !== null && !segments.some(({ id }) => id === segment_id)) {
    const name = (await findSegmentNames(tx, team_id, [segment_id])).get(segment_id)
    if (name !== undefined) segments.push({ id: segment_id, name })
  }
  if (topic_id !== null && !topics.some(({ id }) => id === topic_id)) {
    const topic = (await findTopics(tx, team_id, [topic_id])).get(topic_id)
    if (topic) topics.push({ id: topic_id, name: topic.name })
  }
  const domains = (await listDomains(tx, { team_id }, most)).rows.filter(
    ({ status, sending }) => sending && VERIFIED.has(status),
  )
  const properties = (await listContactProperties(tx, team_id, most)).rows.map(({ key }) => key)
  return { segments, topics, domains: domains.map(({ name }) => name), properties }
}

const VERIFIED: ReadonlySet<string> = new Set(['verified', 'partially_verified'])
