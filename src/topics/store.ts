import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { Subscription, Topic } from './rules.ts'

type Row = Topic & { team_id: string }

/** A topic with what one contact chose; `null` when it has not chosen. */
export type TopicWithChoice = Topic & { choice: Subscription | null }

const LEFT_BEHIND = 200

const list = new PagedList<{ team_id: string }, Row>((knex, place) =>
  knex('topics').select('*').where('team_id', place('team_id')),
)

const listForContact = new PagedList<{ team_id: string; contact_id: string }, TopicWithChoice>((knex, place) => {
  const choice = knex('topic_choices')
    .select('subscription')
    .where('contact_id', place('contact_id'))
    .where('topic_id', knex.ref('topics.id'))
  return knex('topics').select('*', { choice }).where('team_id', place('team_id'))
})

const byIds = new AnyOf<{ team_id: string }, Row>((knex, place, ids) =>
  knex('topics').select('*').where('team_id', place('team_id')).whereIn('id', ids),
)

const insert = statement<Row>((knex, place) =>
  knex('topics').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    description: place('description'),
    default_subscription: place('default_subscription'),
    visibility: place('visibility'),
    created_at: place('created_at'),
  }),
)

const save = statement<Row>((knex, place) =>
  knex('topics')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ name: place('name'), description: place('description'), visibility: place('visibility') }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('topics')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

const choiceOf = statement<{ contact_id: string; topic_id: string }, { subscription: Subscription }>((knex, place) =>
  knex('topic_choices')
    .select('subscription')
    .where({ contact_id: place('contact_id'), topic_id: place('topic_id') }),
)

const insertChoice = statement<{
  contact_id: string
  topic_id: string
  subscription: Subscription
  chosen_at: string
}>((knex, place) =>
  knex('topic_choices')
    .insert({
      contact_id: place('contact_id'),
      topic_id: place('topic_id'),
      subscription: place('subscription'),
      chosen_at: place('chosen_at'),
    })
    .onConflict(['contact_id', 'topic_id'])
    .merge(['subscription', 'chosen_at']),
)

const removeSomeChoices = statement<{ topic_id: string }>((knex, place) =>
  knex('topic_choices')
    .where('topic_id', place('topic_id'))
    .whereIn(
      'contact_id',
      knex('topic_choices').select('contact_id').where('topic_id', place('topic_id')).limit(LEFT_BEHIND),
    )
    .delete(),
)

export function listTopics(tx: Tx, team_id: string, query: PageQuery): Promise<Page<Topic>> {
  return list.page(tx, { team_id }, query)
}

/** Every topic of the team, with what the contact chose. */
export function listTopicsFor(
  tx: Tx,
  team_id: string,
  contact_id: string,
  query: PageQuery,
): Promise<Page<TopicWithChoice>> {
  return listForContact.page(tx, { team_id, contact_id }, query)
}

export async function findTopic(tx: Tx, team_id: string, id: string): Promise<Topic | undefined> {
  return (await listTopicsById(tx, team_id, [id]))[0]
}

export function listTopicsById(tx: Tx, team_id: string, ids: readonly string[]): Promise<Topic[]> {
  return byIds.all(tx, { team_id }, ids)
}

export async function insertTopic(tx: Tx, team_id: string, topic: Topic): Promise<void> {
  await tx.run(insert, { ...topic, team_id })
}

export async function saveTopic(tx: Tx, team_id: string, topic: Topic): Promise<void> {
  await tx.run(save, { ...topic, team_id })
}

/** Whether there was such a topic. The choices about it stay until `removeChoices`. */
export async function removeTopic(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}

export async function findChoice(tx: Tx, contact_id: string, topic_id: string): Promise<Subscription | null> {
  return (await tx.get(choiceOf, { contact_id, topic_id }))?.subscription ?? null
}

export async function saveChoice(
  tx: Tx,
  contact_id: string,
  topic_id: string,
  subscription: Subscription,
  now: Date,
): Promise<void> {
  await tx.run(insertChoice, { contact_id, topic_id, subscription, chosen_at: now.toISOString() })
}

/** Removes some of the choices about a topic that is gone; whether more may be left. */
export async function removeChoices(tx: Tx, topic_id: string): Promise<boolean> {
  return (await tx.run(removeSomeChoices, { topic_id })) === LEFT_BEHIND
}
