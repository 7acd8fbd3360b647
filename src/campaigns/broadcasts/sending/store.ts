// Tables of the recipients of a broadcast, and of the progress of finding them and of creating their emails.
import { memberRows, type Members, type MembersPart } from '../../../audience/segments/members/store.ts'
import { nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { dynamicStatement, type SqlBuilder } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { Topic } from '../../../audience/topics/rules.ts'
import type { BroadcastRecord } from '../rules.ts'

const recipients = table('broadcast_recipients', {
  broadcast_id: uuid,
  contact_id: uuid,
  team_id: uuid,
  /** The address at the time of the snapshot. */
  email: text,
  email_id: nullable(uuid),
})

/** The table, for the statements of other files. */
export const STORED_RECIPIENTS = recipients

/** `fan_out`: finding the recipients. `send`: creating their emails. */
type BroadcastStage = 'fan_out' | 'send'

const progress = table('broadcast_progress', {
  broadcast_id: uuid,
  stage: oneOf<BroadcastStage>(),
  team_id: uuid,
  after_id: nullable(uuid),
  count: number,
  paced_at: nullable(text),
  ended_at: nullable(text),
})

export type StageRecord = RecordOf<typeof progress>

const byStage = progress.find('team_id', 'broadcast_id', 'stage')
const insert = progress.insert()
export const saveStage = progress.update({
  by: ['team_id', 'broadcast_id', 'stage'],
  set: ['after_id', 'count', 'paced_at', 'ended_at'],
}).put

type BroadcastKey = Pick<BroadcastRecord, 'team_id' | 'id'>

/** Recipients with the current state of their contacts; `unsubscribed` is `null` for a deleted contact. */
const next = recipients
  .leftJoin({ name: 'contacts' }, { team_id: 'team_id', id: 'contact_id' }, { unsubscribed: nullable(number) })
  .query<{ team_id: string; broadcast_id: string; after_id: string; until_id: string; limit: number }>(
    ({ rows, param, params }) =>
      rows
        .where(params('broadcast_id', 'team_id'))
        .where('broadcast_recipients.contact_id', '>', param('after_id'))
        .where('broadcast_recipients.contact_id', '<=', param('until_id'))
        .orderBy('broadcast_recipients.contact_id'),
    'limit :limit',
  )
/** Records the email of a recipient. */
export const saveRecipientEmail = recipients.update({
  by: ['team_id', 'broadcast_id', 'contact_id'],
  set: ['email_id'],
}).put

export interface NextRecipient {
  contact_id: string
  email: string
  /** Whether the contact still exists and is not unsubscribed. */
  isThere: boolean
}

export function findStage(
  tx: Tx,
  { team_id, id }: BroadcastKey,
  stage: BroadcastStage,
): Promise<StageRecord | undefined> {
  return tx.get(byStage, { team_id, broadcast_id: id, stage })
}

/** Starts both stages. */
export function startStages(tx: Tx, { team_id, id }: BroadcastKey): void {
  for (const stage of ['fan_out', 'send'] as const)
    tx.put(insert, { broadcast_id: id, team_id, stage, after_id: null, count: 0, paced_at: null, ended_at: null })
}

/** The contacts of a part of a segment that receive a broadcast. */
interface ReachedContacts {
  members: Members
  part: MembersPart
  topic: Topic | undefined
}

/**
 * Stores the recipients among a part of the segment, and returns how many are new. A stored recipient is unchanged, so that no
 * contact is a recipient twice.
 */
export function insertRecipients(tx: Tx, { team_id, id }: BroadcastKey, reached: ReachedContacts): Promise<number> {
  const copy = dynamicStatement(knex => {
    const rows = reachedRows(knex, team_id, reached)
      .crossJoin(knex.ref('broadcasts').as('broadcast'))
      .where({ 'broadcast.id': id, 'broadcast.team_id': team_id })
      .select('broadcast.id', 'contact.id', 'contact.team_id', 'contact.email')
    return knex(knex.raw('broadcast_recipients (broadcast_id, contact_id, team_id, email)'))
      .insert(rows)
      .onConflict(recipients.conflict(knex, 'broadcast_id', 'contact_id'))
      .ignore()
  })
  return tx.run(copy, {})
}

/** How many contacts of a part of the segment receive the broadcast, and how many of these have unsubscribed from a topic. */
export async function countReached(
  tx: Tx,
  team_id: string,
  reached: ReachedContacts,
): Promise<{ count: number; left_a_topic: number }> {
  const counted = dynamicStatement<object, { count: number; left_a_topic: number }>(knex => {
    const left = knex('topic_choices as choice')
      .select(knex.raw('1'))
      .where('choice.contact_id', knex.ref('contact.id'))
      .where({ 'choice.team_id': team_id, 'choice.subscription': 'opt_out' })
    return reachedRows(knex, team_id, reached).select(
      knex.raw('count(*) as count'),
      knex.raw('coalesce(sum(case when exists ? then 1 else 0 end), 0) as left_a_topic', [left]),
    )
  })
  return (await tx.get(counted, {}))!
}

function reachedRows(
  knex: SqlBuilder,
  team_id: string,
  { members, part, topic }: ReachedContacts,
): ReturnType<typeof memberRows> {
  const rows = memberRows(knex, members, part)
    .where('contact.unsubscribed', 0)
    .whereNotExists(
      knex('suppressions as suppression')
        .select(knex.raw('1'))
        .where('suppression.team_id', team_id)
        .where('suppression.email_key', knex.ref('contact.email_key')),
    )
  if (!topic) return rows
  const choice = (subscription: Topic['default_subscription']): ReturnType<typeof memberRows> =>
    knex('topic_choices as choice')
      .select(knex.raw('1'))
      .where('choice.contact_id', knex.ref('contact.id'))
      .where({ 'choice.topic_id': topic.id, 'choice.team_id': team_id, 'choice.subscription': subscription })
  // the contact's own choice applies, otherwise the default of the topic
  return topic.default_subscription === 'opt_in'
    ? rows.whereNotExists(choice('opt_out'))
    : rows.whereExists(choice('opt_in'))
}

/** The next recipients, among those found so far. */
export async function listNextRecipients(
  tx: Tx,
  { team_id, id }: BroadcastKey,
  between: { after_id: string | null; until_id: string; limit: number },
): Promise<NextRecipient[]> {
  const rows = await tx.all(next, { team_id, broadcast_id: id, ...between, after_id: between.after_id ?? '' })
  return rows.map(({ contact_id, email, unsubscribed }) => ({ contact_id, email, isThere: unsubscribed === 0 }))
}
