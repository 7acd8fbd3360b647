// Inboxes: addresses of a team, with what their threads come to.
import { nullable, number, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const inboxes = table('inboxes', {
  id: uuid,
  team_id: uuid,
  domain_id: uuid,
  /** In lower case. */
  email_address: text,
  /** Of one that works by forwarding: where mail for it comes in instead. */
  receiving_address: nullable(text),
  name: nullable(text),
  from_name: nullable(text),
  /** Threads in the folder `inbox` that are not read. */
  unread: number,
  /** Drafts that were not sent. */
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
export const listInboxesFedAt = inboxes.findAny('receiving_address', 'team_id').all
/** Whose mail for an address of this server is. */
export const findForwarded = acrossTeams(
  'whose an address of this server is, is what is asked',
  inboxes.only('team_id', 'domain_id').find('receiving_address'),
).one
export const insertInbox = inboxes.insert().put
export const saveInboxNames = inboxes.update({ by: ['team_id', 'id'], set: ['name', 'from_name', 'updated_at'] }).put
export const saveReceivingAddress = inboxes.update({ by: ['team_id', 'id'], set: ['receiving_address'] }).put
export const removeInboxRecord = inboxes.remove('team_id', 'id').put

export const countInboxes = statement<{ team_id: string }, { count: number }>((knex, param) =>
  knex(inboxes.name).where('team_id', param('team_id')).count({ count: '*' }),
).one

/** Adds to what is counted, which only units with the guard of the inbox do. */
export const addToInbox = inboxes.write<{ team_id: string; id: string; unread: number; drafts: number }>(
  ({ rows, params, param, knex }) =>
    rows.where(params('team_id', 'id')).update({
      unread: knex.raw('unread + ?', [param('unread')]),
      drafts: knex.raw('drafts + ?', [param('drafts')]),
    }),
).put
export const saveLastReceived = inboxes.update({ by: ['team_id', 'id'], set: ['last_received'] }).put
