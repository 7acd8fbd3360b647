// The broadcasts of a team: lists, shows, creates, changes, duplicates and deletes them.
import {
  updateBroadcast,
  duplicateBroadcast,
  removeBroadcast,
  findFullBroadcast,
  needsTopicChoice,
  createBroadcast,
} from '../../../../campaigns/broadcasts/actions.ts'
import { type Broadcast, type BroadcastRecord, isEditable } from '../../../../campaigns/broadcasts/rules.ts'
import { listPreviousBroadcasts, listBroadcasts } from '../../../../campaigns/broadcasts/store.ts'
import { broadcastResource } from '../../../../campaigns/editor/actions.ts'
import { findAbTest } from '../../../../campaigns/broadcasts/ab-test/actions.ts'
import { countDelayedAtFirst, sumDomains, sumVersions } from '../../../../engagement/facts/actions.ts'
import { listLinks } from '../../../../engagement/facts/recipients/store.ts'
import { countBroadcasts } from '../../../../engagement/metrics/actions.ts'
import { findBroadcastFindings, checkBroadcastContent } from '../../../../campaigns/broadcasts/check/actions.ts'
import { findSendingCounts } from '../../../../campaigns/broadcasts/sending/actions.ts'
import { findNextLocalWait } from '../../../../campaigns/broadcasts/sending/groups/actions.ts'
import { listDomains } from '../../../../identity/domains/store.ts'
import { findSegmentNames, listSegments } from '../../../../audience/segments/store.ts'
import type { TeamTx, Tx } from '../../../../base/store/database.ts'
import { findTopics } from '../../../../audience/topics/actions.ts'
import { listTopics } from '../../../../audience/topics/store.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { requireFound } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { blocksPages } from '../editor/blocks.ts'
import { editorData, type EditorOf, editorPages, findEditor, type OneVisit, savingPages } from '../editor/editor.ts'
import { broadcastFromForm, type BroadcastOptions } from './form.ts'
import type { Results } from './results.ts'
import { type SendingProgress, topicProblems } from './sending-view.ts'
import { broadcastBody, broadcastsBody, followedBody } from './view.ts'

/** Maximum entries of a select. */
const OPTIONS_MAX = 100
/** Maximum clicked links in the results. */
const LINKS_MAX = 20
/** Seconds between two updates of the progress. */
const FOLLOWED_S = 3

const DONE_WITH_ONE = {
  made: 'Broadcast created.',
  changed: 'Broadcast updated.',
  duplicated: 'Broadcast duplicated. This is the copy.',
  sending: 'Sending started.',
  scheduled: 'Broadcast scheduled.',
  paced: 'Sending speed updated.',
  paused: 'Broadcast paused.',
  resumed: 'Broadcast resumed.',
  canceled: 'Broadcast canceled.',
  chosen: 'Winner chosen. The remaining contacts receive this version.',
}

const broadcastList = page('GET /broadcasts', 'member', async visit => {
  const { tx, team_id, query } = visit
  const rows = await findPage(query, part => listBroadcasts(tx, { team_id }, part))
  const segment_ids = rows.rows.flatMap(({ segment_id }) => segment_id ?? [])
  const segments = await findSegmentNames(tx, team_id, segment_ids)
  const options = await findOptions(visit)
  const last_topic_id = await findLastTopic(tx, team_id)
  const body = () => broadcastsBody({ rows, segments, options, last_topic_id })
  return { title: 'Broadcasts', done: { deleted: 'Broadcast deleted.' }, body }
})

export async function requireBroadcast({ tx, team_id, params }: OneVisit): Promise<Broadcast> {
  return requireFound(await findFullBroadcast(tx, team_id, params.id), 'broadcast')
}

const broadcastEditor: EditorOf<Broadcast> = {
  path: '/broadcasts',
  find: requireBroadcast,
  edited: ({ broadcast }) => ({ ...broadcast, path: `/broadcasts/${broadcast.id}` }),
  resource: broadcastResource,
  save: (visit, whole, html) => {
    const { topic_id, without_topic } = whole.broadcast
    const changes = broadcastFromForm(visit.form, topic_id === null && !without_topic)
    return updateBroadcast(visit, whole, { ...changes, ...(html !== undefined && { html: html || null }) })
  },
  copy: duplicateBroadcast,
  tested: whole => whole,
  next: ['preview', 'ab-test', 'send'],
  isClosed: ({ broadcast }) => !isEditable(broadcast.status),
}

/** The page of a broadcast, with problems that prevent sending it. */
const broadcastPage = openPage('GET /broadcasts/:id', 'member', async ({ asVisitor, query, parts }) => {
  const { draft, content, ...data } = await asVisitor(findBroadcastPage)
  const checked = draft ? (await checkBroadcastContent(parts.database, draft.checked, draft.now)).problems : []
  const problems = [...topicProblems(draft?.lacksTopic === true), ...checked]
  const editor = draft && (await editorData(draft.source, query.get('as'), content))
  return {
    title: data.broadcast.name,
    done: DONE_WITH_ONE,
    body: () => broadcastBody(data, editor, problems),
    ...(editor && { script_source: editor.script_source }),
  }
})

async function findBroadcastPage(visit: OneVisit) {
  const { tx, query } = visit
  const whole = await requireBroadcast(visit)
  const { broadcast } = whole
  const isDraft = isEditable(broadcast.status)
  const progress = await findProgress(tx, broadcast)
  return {
    ...whole,
    options: await findOptions(visit, whole),
    progress,
    test: await findAbTest(tx, broadcast),
    results: isDraft ? undefined : await findResults(tx, broadcast, progress),
    isFollowed: broadcast.status === 'queued' && query.get('live') === 'yes',
    draft: isDraft ? await findDraft(visit, whole) : undefined,
  }
}

/** For a broadcast that can still be sent: its editor, and the data to check for problems. */
async function findDraft(visit: OneVisit, whole: Broadcast) {
  return {
    source: await findEditor(broadcastEditor, visit, whole),
    checked: await findBroadcastFindings(visit.tx, whole),
    /** Whether a topic, or none, must be chosen before sending. */
    lacksTopic: await needsTopicChoice(visit.tx, whole.broadcast),
    now: visit.now,
  }
}

/** A form of a broadcast that first saves what is typed in the editor next to it. */
export const savingPage = savingPages(broadcastEditor, broadcastPage)

/** As in the API, every member of the team may use these pages. */
export const broadcastPages: DashboardPage[] = [
  broadcastList,

  page(
    'POST /broadcasts/make',
    'member',
    async visit => {
      const { name = '', from = '', subject = '', segment_id = '', topic_id } = broadcastFromForm(visit.form)
      const topic = topic_id !== undefined && { topic_id }
      const body = { name, from, subject, ...topic, ...(segment_id !== '' && { segment_id }) }
      return backTo(await createBroadcast(visit, body), 'made')
    },
    { refused: broadcastList },
  ),

  broadcastPage,

  /** The part of that page that is reloaded while the broadcast is sent. */
  page('GET /broadcasts/:id/progress', 'member', async visit => {
    const { tx } = visit
    const { broadcast } = await requireBroadcast(visit)
    const progress = await findProgress(tx, broadcast)
    const results = isEditable(broadcast.status) ? undefined : await findResults(tx, broadcast, progress)
    const refresh_s = broadcast.status === 'queued' ? FOLLOWED_S : undefined
    const body = () => followedBody({ broadcast, progress, results })
    return { title: broadcast.name, body, refresh_s, is_part: true }
  }),

  ...editorPages(broadcastEditor, broadcastPage),
  ...blocksPages(broadcastEditor),

  page(
    'POST /broadcasts/:id/delete',
    'member',
    async visit => {
      removeBroadcast(visit.tx, (await requireBroadcast(visit)).broadcast)
      return { location: '/broadcasts?done=deleted' }
    },
    { refused: 'Broadcast not deleted' },
  ),
]

/** A button of a broadcast. `title`: of the page that says why it was refused. */
export function buttonPage(
  act: string,
  title: string,
  done: keyof typeof DONE_WITH_ONE,
  run: (visit: OneVisit, whole: Broadcast) => unknown,
): DashboardPage {
  return page(
    `POST /broadcasts/:id/${act}` as 'POST /x/:id',
    'member',
    async visit => {
      await run(visit, await requireBroadcast(visit))
      return backTo(visit.params.id, done)
    },
    { refused: title },
  )
}

export function backTo(id: string, done: keyof typeof DONE_WITH_ONE): { location: string } {
  return { location: `/broadcasts/${id}?done=${done}` }
}

/** The topic of the latest broadcast that has one, because the next broadcast is usually about the same. */
async function findLastTopic(tx: Tx, team_id: string): Promise<string | undefined> {
  const { rows } = await listBroadcasts(tx, { team_id }, { limit: OPTIONS_MAX })
  return rows.find(({ topic_id }) => topic_id !== null)?.topic_id ?? undefined
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
  const { rows: links } = await listLinks(tx, of, { limit: LINKS_MAX, after: undefined, before: undefined })
  const all = [broadcast, ...(await listPreviousBroadcasts(tx, broadcast))]
  const ids = all.map(each => each.id)
  const { each } = await countBroadcasts(tx, team_id, ids)
  const compared = all.map(({ id: of_id, name, sent_at }) => ({ id: of_id, name, sent_at, counts: each.get(of_id)! }))
  const counts = each.get(id)!
  const test = await findAbTest(tx, broadcast)
  const tested = test && { test, ...(await sumVersions(tx, of)) }
  const domains = await sumDomains(tx, of, counts)
  const delayed = await countDelayedAtFirst(tx, team_id, id)
  return { recipients, emails, delayed, counts, links, tested, domains, compared }
}

const VERIFIED: ReadonlySet<string> = new Set(['verified', 'partially_verified'])

/** The latest of each kind, and the objects that the broadcast already refers to. */
async function findOptions({ tx, team_id }: TeamTx, whole?: Broadcast): Promise<BroadcastOptions> {
  const most = { limit: OPTIONS_MAX }
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
  return { segments, topics, domains: domains.map(({ name }) => name) }
}
