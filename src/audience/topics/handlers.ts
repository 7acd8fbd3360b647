import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tx } from '../../base/store/database.ts'
import { changeTopic, dropTopic, makeTopic } from './actions.ts'
import { topicAnswer, topicItem } from './present.ts'
import type { Topic } from './rules.ts'
import * as store from './store.ts'

async function findOrRefuse(tx: Tx, team_id: string, id: string): Promise<Topic> {
  const topic = await store.findTopic(tx, team_id, id)
  if (!topic) throw refusal('not_found', 'Topic not found')
  return topic
}

export const listTopics: Handler<'listTopics'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listTopics(tx, caller.team_id, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(topicItem) } }
}

export const createTopic: Handler<'createTopic'> = async ({ tx, caller, body, now }) => {
  const { id } = await makeTopic(tx, caller.team_id, body, now)
  return { status: 201, body: { object: 'topic', id } }
}

export const getTopic: Handler<'getTopic'> = async ({ tx, caller, path }) => {
  return { status: 200, body: topicAnswer(await findOrRefuse(tx, caller.team_id, path.topic_id)) }
}

export const updateTopic: Handler<'updateTopic'> = async ({ tx, caller, path, body, now }) => {
  const topic = await findOrRefuse(tx, caller.team_id, path.topic_id)
  await changeTopic(tx, caller.team_id, topic, body, now)
  return { status: 200, body: { object: 'topic', id: topic.id } }
}

export const removeTopic: Handler<'removeTopic'> = async ({ tx, caller, path, now }) => {
  const topic = await findOrRefuse(tx, caller.team_id, path.topic_id)
  await dropTopic(tx, caller.team_id, topic, now)
  return { status: 200, body: { object: 'topic', id: topic.id, deleted: true } }
}
