// The table of inboxes, with the counts of their threads and drafts.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const inboxes = table('inboxes', {
  id: uuid,
  team_id: uuid,
  domain_id: uuid,
  /** In lower case. */
  email_address: text,
  /** The address that another server forwards email to; `null`: email is received at `email_address` itself. */
  receiving_address: nullable(text),
  name: nullable(text),
  from_name: nullable(text),
  /** Unread threads in the folder `inbox`. */
  unread: number,
  /** Unsent drafts. */
  drafts: number,
  last_received: nullable(text),
  created_at: text,
  updated_at: text,
})

export type InboxRecord = RecordOf<typeof inboxes>

export const listInboxRecords = inboxes.list('team_id').page
export const findInboxById = inboxes.find('team_id', 'id').one
export const findInboxByAddress = inboxes.find('team_id', 'email_address').one
export const listInboxesAt = inboxes.findAny('email_address', 'team_id').all
export const listInboxesForwardedTo = inboxes.findAny('receiving_address', 'team_id').all
/** The team and domain of a forwarding address. Queried before the team of an email is known. */
export const findForwardingAddress = acrossTeams(
  'finds the team of an address of this server',
  inboxes.only('team_id', 'domain_id').find('receiving_address'),
).one
export const insertInbox = inboxes.insert().put
export const saveInboxNames = inboxes.update({ by: ['team_id', 'id'], set: ['name', 'from_name', 'updated_at'] }).put
export const removeInboxRecord = inboxes.remove('team_id', 'id').put

export const countInboxes = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(inboxes.name).where('team_id', param('team_id')).count({ count: '*' }),
).one

/** Adds to the counts. Only for transactions with the guard of the inbox, so that the counts are exact. */
export const addToInbox = inboxes.write<{ team_id: string; id: string; unread: number; drafts: number }>(
  ({ rows, params, param, knex }) =>
    rows.where(params('team_id', 'id')).update({
      unread: knex.raw('unread + ?', [param('unread')]),
      drafts: knex.raw('drafts + ?', [param('drafts')]),
    }),
).put
export const saveLastReceived = inboxes.update({ by: ['team_id', 'id'], set: ['last_received'] }).put
