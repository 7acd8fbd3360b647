// A team's topics: which there are, making, changing and deleting one.
import {
  changeTopic,
  dropTopic,
  findTopic,
  listTopics,
  makeTopic,
  type Topic,
} from '../../../../audience/topics/actions.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { type DashboardPage, page, type View, type Visit } from '../../page.ts'
import { found } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { findPage } from '../../ui/table.ts'
import { askedNewTopic, askedTopic, topicFault } from './asked.ts'
import { topicBody, type TopicTrouble, topicsBody } from './view.ts'

const DONE = { deleted: 'The topic was deleted, with what contacts chose about it.' }
const DONE_WITH_ONE = { made: 'The topic is made.', changed: 'The topic is changed.' }

/** As at the API, every member of the team may do what is on these pages. */
export const topicPages: DashboardPage[] = [
  page('GET /topics', visit => findTopicsView(visit)),

  page('POST /topics/make', async visit => {
    const { tx, visitor, form, now } = visit
    const text = topicFault(form)
    if (text !== undefined) return findTopicsView(visit, { form, text })
    const { id } = await makeTopic(tx, visitor.team.id, askedNewTopic(form), now)
    return { location: `/topics/${id}?done=made` }
  }),

  page('GET /topics/:id', visit => findTopicView(visit)),

  page('POST /topics/:id/change', async visit => {
    const { tx, visitor, params, form, now } = visit
    const text = topicFault(form)
    if (text !== undefined) return findTopicView(visit, { form, text })
    await changeTopic(tx, visitor.team.id, await findOr(tx, visitor, params.id), askedTopic(form), now)
    return { location: `/topics/${params.id}?done=changed` }
  }),

  page('POST /topics/:id/delete', async ({ tx, visitor, params, now }) => {
    await dropTopic(tx, visitor.team.id, await findOr(tx, visitor, params.id), now)
    return { location: '/topics?done=deleted' }
  }),
]

async function findOr(tx: Tx, { team }: Visitor, id: string): Promise<Topic> {
  return found(await findTopic(tx, team.id, id), 'topic')
}

async function findTopicsView({ tx, visitor, query }: Visit<Visitor>, trouble?: TopicTrouble): Promise<View> {
  const page = await findPage(query, asked => listTopics(tx, visitor.team.id, asked))
  const done = doneBox(query, DONE)
  return {
    title: 'Topics',
    body: () => topicsBody({ page, visitor, done, trouble }),
    ...(trouble && { status: 422 }),
  }
}

async function findTopicView(
  { tx, visitor, params, query }: Visit<Visitor, 'GET /topics/:id'>,
  trouble?: TopicTrouble,
): Promise<View> {
  const topic = await findOr(tx, visitor, params.id)
  const done = doneBox(query, DONE_WITH_ONE)
  return {
    title: topic.name,
    body: () => topicBody({ topic, visitor, done, trouble }),
    ...(trouble && { status: 422 }),
  }
}
