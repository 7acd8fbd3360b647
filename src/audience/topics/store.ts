// Tables of topics and of the choices of contacts.
import { nullable, oneOf, withDefault, text, uuid } from '../../base/store/column.ts'
import type { TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { type InputRow, inputRows } from '../../base/store/input-rows.ts'
import { acrossTeams, statement } from '../../base/store/statement.ts'
import { table } from '../../base/store/table.ts'
import type { Subscription, Topic } from './rules.ts'

const topics = table<Topic & { team_id: string }>('topics', {
  id: uuid,
  team_id: uuid,
  name: text,
  description: nullable(text),
  default_subscription: oneOf<Subscription>(),
  visibility: oneOf<Topic['visibility']>(),
  created_at: text,
})

const choices = table('topic_choices', {
  contact_id: uuid,
  topic_id: uuid,
  team_id: uuid,
  subscription: oneOf<Subscription>(),
  chosen_at: text,
})

/** A topic with the choice of one contact; `null` if it has not chosen. */
export type TopicWithChoice = Topic & { choice: Subscription | null }

export const listTopics = topics.list('team_id').page
export const listTopicsById = topics.findAny('id', 'team_id').all
export const insertTopic = topics.insert().put
export const saveTopic = topics.update({ by: ['team_id', 'id'], set: ['name', 'description', 'visibility'] }).put
/** Removes the topic. Returns whether it existed. The choices about it remain until `removeTopicChoices`. */
export const removeTopic = topics.remove('team_id', 'id').did

/** All topics of the team, with the choice of the contact. */
export const listAllWithChoice = topics.listWhere<
  { team_id: string; contact_id: string },
  Pick<TopicWithChoice, 'choice'>
>(({ rows, param, knex }) => {
  const choice = knex(choices.name)
    .select('subscription')
    .where({ contact_id: param('contact_id'), team_id: param('team_id') })
    .where('topic_id', knex.ref('topics.id'))
  return rows.select({ choice }).where('team_id', param('team_id'))
}).page

/** The choices of a contact with their times, oldest first; the name is `null` if the topic was removed. */
export const listChoices = choices
  .leftJoin(topics, { team_id: 'team_id', id: 'topic_id' }, { name: withDefault(nullable(text), () => null) })
  .query<{ team_id: string; contact_id: string }>(({ rows, params }) =>
    rows.where(params('team_id', 'contact_id')).orderBy('chosen_at'),
  ).all
const choiceOf = choices.only('subscription').find('team_id', 'contact_id', 'topic_id')
const choicesOf = choices.only('contact_id', 'subscription').findAny('contact_id', 'team_id', 'topic_id')
const choicesAbout = choices.only('topic_id', 'subscription').findAny('topic_id', 'team_id', 'contact_id')
const saveChoiceOf = choices.upsert(['contact_id', 'topic_id'], ['subscription', 'chosen_at'])
/** For contacts that this transaction created or changed, so that they exist. */
const saveGiven = statement<{ team_id: string; rows: InputRow[]; choices: InputRow[]; chosen_at: string }>(
  (knex, param) => {
    const conflict = choices.conflict(knex, 'contact_id', 'topic_id')
    return knex.raw(
      `insert into topic_choices (contact_id, topic_id, team_id, subscription, chosen_at)
       select given.contact_id, topics.id, topics.team_id, wanted.subscription, ?
       from ? cross join topics cross join ?
       where topics.id = wanted.id and topics.team_id = ?
       on conflict ? do update set subscription = excluded.subscription, chosen_at = excluded.chosen_at`,
      [
        param('chosen_at'),
        inputRows(knex, { id: 'uuid', subscription: 'text' }, 'choices', 'wanted'),
        inputRows(knex, { contact_id: 'uuid' }),
        param('team_id'),
        conflict,
      ],
    )
  },
)

/** Deletes some choices about a removed topic. */
export const removeTopicChoices = choices.removeSome({
  key: ['contact_id'],
  by: ['team_id', 'topic_id'],
  limit: 200,
}).more

const teamOfChoices = acrossTeams(
  'for jobs created before jobs stored their team',
  choices.only('team_id').query<{ topic_id: string }>(({ rows, params }) => rows.where(params('topic_id')), 'limit 1'),
)

interface OneChoice {
  team_id: string
  contact_id: string
  topic_id: string
}

export async function findTopic(tx: Tx, team_id: string, id: string): Promise<Topic | undefined> {
  return (await listTopicsById(tx, { team_id }, [id]))[0]
}

/** The choices of these contacts about a topic, by contact id; contacts that have not chosen are missing. */
export async function findTopicChoices(
  tx: Tx,
  { team_id, topic_id }: Omit<OneChoice, 'contact_id'>,
  contact_ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  const rows = await choicesOf.all(tx, { team_id, topic_id }, contact_ids)
  return new Map(rows.map(({ contact_id, subscription }) => [contact_id, subscription]))
}

/** The choices of a contact about these topics, by topic id; topics without a choice are missing. */
export async function findContactChoices(
  tx: Tx,
  { team_id, contact_id }: Omit<OneChoice, 'topic_id'>,
  topic_ids: readonly string[],
): Promise<ReadonlyMap<string, Subscription>> {
  const rows = await choicesAbout.all(tx, { team_id, contact_id }, topic_ids)
  return new Map(rows.map(({ topic_id, subscription }) => [topic_id, subscription]))
}

export async function findTopicChoice(tx: Tx, of: OneChoice): Promise<Subscription | null> {
  return (await tx.get(choiceOf, of))?.subscription ?? null
}

export async function saveTopicChoice({ tx, now }: TimedTx, of: OneChoice, subscription: Subscription): Promise<void> {
  await tx.run(saveChoiceOf, { ...of, subscription, chosen_at: now.toISOString() })
}

/** The team of the choices about a topic, if there are any. */
export async function findTeamOfChoices(tx: Tx, topic_id: string): Promise<string | undefined> {
  return (await tx.get(teamOfChoices, { topic_id }))?.team_id
}

/** Stores choices of contacts of the team about those of these topics that exist. */
export async function saveChoicesForContacts(
  { tx, team_id, now }: TeamUnit,
  contact_ids: readonly string[],
  choices: ReadonlyMap<string, Subscription>,
): Promise<void> {
  const rows = contact_ids.map(id => [id])
  tx.put(saveGiven, { team_id, rows, choices: [...choices], chosen_at: now.toISOString() })
}
