// Tables of the waiting recipients of a broadcast, grouped by what they wait for: a local time in a time zone, or their
// destination. A group has one row with its due time, and none of its recipients is read before that.
import { codecOf, nullable, number, text, uuid } from '../../../../base/store/column.ts'
import type { Tx } from '../../../../base/store/database.ts'
import { statement } from '../../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../../base/store/table.ts'
import type { NextRecipient } from '../store.ts'

const turns = table('broadcast_turns', {
  broadcast_id: uuid,
  name: text,
  team_id: uuid,
  /** When the group is due; `null` if no recipient waits. */
  due_at: nullable(text),
  /** The time at which the allowance of emails per minute was empty. */
  paced_at: nullable(text),
})

const waiting = table('broadcast_waiting', { broadcast_id: uuid, name: text, contact_id: uuid, team_id: uuid })

/** The tables, for the statements of other files. */
export const STORED_GROUPS = { turns, waiting }

export type RecipientGroup = RecordOf<typeof turns>

interface Some {
  team_id: string
  broadcast_id: string
}

const firstDue = turns.query<Some & { now: string }>(
  ({ rows, param, params }) =>
    rows.where(params('broadcast_id', 'team_id')).where('due_at', '<=', param('now')).orderBy(['due_at', 'name']),
  'limit 1',
)
const nextDue = turns.query<Some>(
  ({ rows, params }) => rows.where(params('broadcast_id', 'team_id')).where('due_at', '>', '').orderBy('due_at'),
  'limit 1',
)
/** The earliest due time among groups with names in a range. */
export const findNextDueBetween = turns.query<Some & { first: string; end: string }>(
  ({ rows, param, params }) =>
    rows
      .where(params('broadcast_id', 'team_id'))
      .where('due_at', '>', '')
      .where('name', '>=', param('first'))
      .where('name', '<', param('end'))
      .orderBy(['due_at', 'name']),
  'limit 1',
).one
const someNamed = turns.findAny('name', 'broadcast_id', 'team_id')
export const saveGroup = turns.upsert(['broadcast_id', 'name'], ['due_at', 'paced_at']).put
export const insertWaiting = waiting.insertIfNew('broadcast_id', 'name', 'contact_id').put
export const removeWaiting = waiting.remove('team_id', 'broadcast_id', 'name', 'contact_id').put
const firstWaiting = waiting.query<Some & { name: string }>(
  ({ rows, params }) => rows.where(params('broadcast_id', 'team_id', 'name')),
  'limit 1',
)

const WAITING = { contact_id: uuid, email: text, unsubscribed: nullable(number) }

/** Waiting recipients with the current state of their contacts; `unsubscribed` is `null` for a deleted contact. */
const listOf = statement<Some & { name: string; limit: number }, RecordOf<{ columns: typeof WAITING }>>(
  (knex, param) =>
    knex('broadcast_waiting as waiting')
      .crossJoin(knex.ref('broadcast_recipients').as('recipient'))
      .leftJoin('contacts as contact', {
        'contact.team_id': 'recipient.team_id',
        'contact.id': 'recipient.contact_id',
      })
      .select('recipient.contact_id', 'recipient.email', 'contact.unsubscribed')
      .where({
        'waiting.broadcast_id': param('broadcast_id'),
        'waiting.name': param('name'),
        'waiting.team_id': param('team_id'),
        'recipient.broadcast_id': param('broadcast_id'),
        'recipient.team_id': param('team_id'),
      })
      .where('recipient.contact_id', knex.ref('waiting.contact_id'))
      .orderBy('waiting.contact_id'),
  'limit :limit',
  codecOf(WAITING),
)

/** Contacts after a given one whose emails are held, with these emails. */
export const listHeldEmails = waiting
  .leftJoin(
    { name: 'broadcast_recipients' },
    { broadcast_id: 'broadcast_id', contact_id: 'contact_id', team_id: 'team_id' },
    { email_id: nullable(uuid) },
  )
  .query<Some & { name: string; after_id: string; limit: number }>(
    ({ rows, param }) =>
      rows
        .where('broadcast_waiting.broadcast_id', param('broadcast_id'))
        .where('broadcast_waiting.team_id', param('team_id'))
        .where('broadcast_waiting.name', param('name'))
        .where('broadcast_waiting.contact_id', '>', param('after_id'))
        .orderBy('broadcast_waiting.contact_id'),
    'limit :limit',
  ).all

/** The group that has been due longest. */
export function findDueGroup(tx: Tx, of: Some, now: Date): Promise<RecipientGroup | undefined> {
  return tx.get(firstDue, { ...of, now: now.toISOString() })
}

export async function findNextDue(tx: Tx, of: Some): Promise<Date | undefined> {
  const next = await tx.get(nextDue, of)
  return next && new Date(next.due_at!)
}

export async function findGroups(
  tx: Tx,
  of: Some,
  names: readonly string[],
): Promise<ReadonlyMap<string, RecipientGroup>> {
  return new Map((await someNamed.all(tx, of, names)).map(turn => [turn.name, turn]))
}

/** The first recipients of the group. */
export async function listWaitingRecipients(tx: Tx, { team_id, broadcast_id, name }: RecipientGroup, limit: number) {
  const rows = await tx.all(listOf, { team_id, broadcast_id, name, limit })
  return rows.map(({ contact_id, email, unsubscribed }): NextRecipient => ({
    contact_id,
    email,
    isThere: unsubscribed === 0,
  }))
}

export async function hasWaitingRecipients(tx: Tx, { team_id, broadcast_id, name }: RecipientGroup): Promise<boolean> {
  return (await tx.get(firstWaiting, { team_id, broadcast_id, name })) !== undefined
}
