import type { Handler } from '../operation.ts'
import { enqueue } from '../queue/enqueue.ts'
import { refusal } from '../refusal.ts'
import { record } from '../signals/record.ts'
import type { Tx } from '../store/database.ts'
import { topicAnswer, topicItem } from './present.ts'
import { createdTopic, type Topic, updatedTopic } from './rules.ts'
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
  const topic = createdTopic(body, tx.newId('topics'), now)
  await store.insertTopic(tx, caller.team_id, topic)
  await record(tx, { type: 'topic.created', team_id: caller.team_id, at: now, topic })
  return { status: 201, body: { object: 'topic', id: topic.id } }
}

export const getTopic: Handler<'getTopic'> = async ({ tx, caller, path }) => {
  return { status: 200, body: topicAnswer(await findOrRefuse(tx, caller.team_id, path.topic_id)) }
}

export const updateTopic: Handler<'updateTopic'> = async ({ tx, caller, path, body, now }) => {
  const topic = updatedTopic(await findOrRefuse(tx, caller.team_id, path.topic_id), body)
  await store.saveTopic(tx, caller.team_id, topic)
  await record(tx, { type: 'topic.updated', team_id: caller.team_id, at: now, topic })
  return { status: 200, body: { object: 'topic', id: topic.id } }
}

/** Without the topic nobody can be subscribed to it; the job removes what contacts chose. */
export const removeTopic: Handler<'removeTopic'> = async ({ tx, caller, path, now }) => {
  const { team_id } = caller
  const topic = await findOrRefuse(tx, team_id, path.topic_id)
  const { id } = topic
  await store.removeTopic(tx, team_id, id)
  await enqueue(tx, 'drop_topic_choices', { team_id, topic_id: id }, now)
  await record(tx, { type: 'topic.deleted', team_id, at: now, topic })
  return { status: 200, body: { object: 'topic', id, deleted: true } }
}
