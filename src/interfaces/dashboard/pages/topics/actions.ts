// The topics of a team: lists, creates, changes and deletes them.
import { changeTopic, dropTopic, makeTopic } from '../../../../audience/topics/actions.ts'
import { findTopic, listTopics } from '../../../../audience/topics/store.ts'
import type { Topic } from '../../../../audience/topics/rules.ts'
import type { TeamUnit } from '../../../../base/store/database.ts'
import { type DashboardPage, page } from '../../page.ts'
import { found } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { askedNewTopic, askedTopic } from './asked.ts'
import { topicBody, topicsBody } from './view.ts'

const DONE = { deleted: 'The topic was deleted, with what contacts chose about it.' }
const DONE_WITH_ONE = { made: 'The topic is made.', changed: 'The topic is changed.' }

const topicList = page('GET /topics', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listTopics(tx, { team_id }, asked))
  return { title: 'Topics', done: DONE, body: outcome => topicsBody({ ...outcome, page, visitor }) }
})

const topicPage = page('GET /topics/:id', async visit => {
  const { visitor } = visit
  const topic = await findOr(visit, visit.params.id)
  return { title: topic.name, done: DONE_WITH_ONE, body: outcome => topicBody({ ...outcome, topic, visitor }) }
})

/** As in the API, every member of the team may use these pages. */
export const topicPages: DashboardPage[] = [
  topicList,

  page(
    'POST /topics/make',
    async visit => {
      const { id } = await makeTopic(visit, askedNewTopic(visit.form))
      return { location: `/topics/${id}?done=made` }
    },
    { refused: topicList },
  ),

  topicPage,

  page(
    'POST /topics/:id/change',
    async visit => {
      const { params, form } = visit
      const body = askedTopic(form)
      await changeTopic(visit, await findOr(visit, params.id), body)
      return { location: `/topics/${params.id}?done=changed` }
    },
    { refused: topicPage },
  ),

  page('POST /topics/:id/delete', async visit => {
    await dropTopic(visit, await findOr(visit, visit.params.id))
    return { location: '/topics?done=deleted' }
  }),
]

async function findOr({ tx, team_id }: Pick<TeamUnit, 'tx' | 'team_id'>, id: string): Promise<Topic> {
  return found(await findTopic(tx, team_id, id), 'topic')
}
