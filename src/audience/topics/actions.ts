// Topics for other modules: finds, creates, changes and removes topics, and finds and stores subscriptions.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { record } from '../../base/store/signals/record.ts'
import type { TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { contactTopicItem } from './present.ts'
import { newTopic, effectiveSubscription, type Subscription, type Topic, updatedTopic } from './rules.ts'
import * as store from './store.ts'

export async function createTopic({ tx, team_id, now }: TeamUnit, body: InSchemas['CreateTopic']): Promise<Topic> {
  const topic = newTopic(body, tx.newId('topics'), now)
  store.insertTopic(tx, { ...topic, team_id })
  await record(tx, { type: 'topic.created', team_id, at: now, topic })
  return topic
}

/** Changes a topic. Refuses (422 validation_error) a different default. */
export async function updateTopic(
  { tx, team_id, now }: TeamUnit,
  before: Topic,
  body: InSchemas['UpdateTopic'],
): Promise<void> {
  const topic = updatedTopic(before, body)
  store.saveTopic(tx, { ...topic, team_id })
  await record(tx, { type: 'topic.updated', team_id, at: now, topic })
}

/** Removes the topic with all subscriptions; a job deletes the choices of contacts. */
export async function removeTopic({ tx, team_id, now }: TeamUnit, topic: Topic): Promise<void> {
  await store.removeTopic(tx, { team_id, id: topic.id })
  await enqueue(tx, 'drop_topic_choices', { team_id, topic_id: topic.id }, now)
  await record(tx, { type: 'topic.deleted', team_id, at: now, topic })
}

/** Stores the same choices for contacts that this transaction created or changed. A topic that does not exist is skipped. */

/** The topics of the team with these ids, by id; those that do not exist are missing. */
export async function findTopics(tx: Tx, team_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Topic>> {
  return new Map((await store.listTopicsById(tx, { team_id }, ids)).map(topic => [topic.id, topic]))
}

/**
 * Whether email about this topic may be sent to the contact: its own choice applies, otherwise the default of the topic. A
 * topic that does not exist has no subscribers. The caller checks whether the contact is unsubscribed from everything.
 */
export async function isSubscribed(
  tx: Tx,
  { team_id, contact_id, topic_id }: { team_id: string; contact_id: string; topic_id: string },
): Promise<boolean> {
  const topic = await store.findTopic(tx, team_id, topic_id)
  if (!topic) return false
  return effectiveSubscription(topic, await store.findTopicChoice(tx, { team_id, contact_id, topic_id })) === 'opt_in'
}

/** Like `isSubscribed`, for many contacts and for an address without a contact; `undefined` if the topic does not exist. */
export async function findSubscriptions(
  tx: Tx,
  { team_id, topic_id }: { team_id: string; topic_id: string },
  contact_ids: readonly string[],
): Promise<{ name: string; of: (contact_id: string | undefined) => Subscription } | undefined> {
  const [topic, choices] = await Promise.all([
    store.findTopic(tx, team_id, topic_id),
    store.findTopicChoices(tx, { team_id, topic_id }, contact_ids),
  ])
  return topic && { name: topic.name, of: id => effectiveSubscription(topic, choices.get(id ?? '') ?? null) }
}

export type TopicChoices = ReadonlyMap<string, Subscription>

/** Stores a contact's choices about topics of its team. */
export async function saveContactChoices(
  { tx, now }: TimedTx,
  { team_id, id: contact_id }: { team_id: string; id: string },
  choices: TopicChoices,
): Promise<void> {
  for (const [topic_id, subscription] of choices) {
    await store.saveTopicChoice({ tx, now }, { team_id, contact_id, topic_id }, subscription)
  }
}

/** The newest topics of the team, with the contact's choice, if any. */
export async function listTopicsWithChoice(
  tx: Tx,
  { team_id, contact_id }: { team_id: string; contact_id: string | undefined },
  query: PageQuery,
): Promise<store.TopicWithChoice[]> {
  if (contact_id !== undefined) return (await store.listAllWithChoice(tx, { team_id, contact_id }, query)).rows
  return (await store.listTopics(tx, { team_id }, query)).rows.map(topic => Object.assign(topic, { choice: null }))
}

/** All topics of the team with the effective subscription of one contact, as list items. */
export async function listContactTopics(
  tx: Tx,
  { team_id, contact_id }: { team_id: string; contact_id: string },
  query: PageQuery,
): Promise<Page<Schemas['ContactTopicItem']>> {
  const { rows, has_more } = await store.listAllWithChoice(tx, { team_id, contact_id }, query)
  return { rows: rows.map(contactTopicItem), has_more }
}
