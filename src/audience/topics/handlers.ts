// The operations on topics.
import type { Handler } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { TeamUnit } from '../../base/store/database.ts'
import * as actions from './actions.ts'
import { topicResponse, topicItem } from './present.ts'
import type { Topic } from './rules.ts'
import * as store from './store.ts'

async function requireTopic({ tx, team_id, path }: TeamUnit & { path: { topic_id: string } }): Promise<Topic> {
  const topic = await store.findTopic(tx, team_id, path.topic_id)
  if (!topic) throw refusal('not_found', 'Topic not found')
  return topic
}

export const listTopics: Handler<'listTopics'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listTopics(tx, { team_id }, query)
  return { status: 200, body: { object: 'list', has_more, data: rows.map(topicItem) } }
}

export const createTopic: Handler<'createTopic'> = async call => {
  const { id } = await actions.createTopic(call, call.body)
  return { status: 201, body: { object: 'topic', id } }
}

export const getTopic: Handler<'getTopic'> = async call => {
  return { status: 200, body: topicResponse(await requireTopic(call)) }
}

export const updateTopic: Handler<'updateTopic'> = async call => {
  const topic = await requireTopic(call)
  await actions.updateTopic(call, topic, call.body)
  return { status: 200, body: { object: 'topic', id: topic.id } }
}

export const removeTopic: Handler<'removeTopic'> = async call => {
  const topic = await requireTopic(call)
  await actions.removeTopic(call, topic)
  return { status: 200, body: { object: 'topic', id: topic.id, deleted: true } }
}
