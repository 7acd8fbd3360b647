// Tables of the emails in threads, and of the words that a search finds them by.
import { flag, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams, type SqlRows, type SqlBuilder, type Statement, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import { type WordQuery, matchesWords, isNearWithWords } from '../../../base/store/full-text.ts'

const messages = table('inbox_messages', {
  inbox_id: uuid,
  /** The id that the email has under `/emails` or `/emails/receiving`. */
  id: uuid,
  team_id: uuid,
  thread_id: uuid,
  direction: oneOf<'inbound' | 'outbound'>(),
  received_id: nullable(uuid),
  email_id: nullable(uuid),
  message_id: nullable(text),
  has_attachment: flag,
  /** The person who sent it. */
  writer_id: nullable(uuid),
  created_at: text,
})

const texts = table('inbox_texts', { team_id: uuid, inbox_id: uuid, id: uuid, words: text, received_at: text })

export type MessageRecord = RecordOf<typeof messages>

export const pageOfMessages = messages.list('team_id', 'inbox_id', 'thread_id').page
export const findMessage = messages.find('team_id', 'inbox_id', 'thread_id', 'id').one
/** An email in all inboxes that contain it. */
export const listMessagesOf = messages.find('team_id', 'id').all
export const insertMessage = messages.insert().put
export const removeMessage = messages.remove('team_id', 'inbox_id', 'id').put
export const moveMessages = messages.write<{ team_id: string; thread_id: string; to_id: string }>(
  ({ rows, params, param }) => rows.where(params('team_id', 'thread_id')).update({ thread_id: param('to_id') }),
).put
/** Some emails of a deleted thread. */
export const listSomeMessages = messages.query<{ team_id: string; thread_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'thread_id')),
  'limit :limit',
).all
/** The newest email of a thread. */
export const findNewestMessage = messages.query<{ team_id: string; thread_id: string }>(
  ({ rows, params }) => rows.where(params('team_id', 'thread_id')).orderBy('id', 'desc'),
  'limit 1',
).one

/** Some sent emails with ids before another id, for the sweep. */
export const listOldSent = acrossTeams(
  'a sweep',
  messages
    .only('id', 'team_id')
    .query<{ until_id: string; limit: number }>(
      ({ rows, param }) => rows.where('email_id', '<', param('until_id')).orderBy('email_id'),
      'limit :limit',
    ),
).all

export const insertText = texts.insert().put
export const removeText = texts.remove('team_id', 'inbox_id', 'id').put
/** Removes the words of an email in all inboxes that contain it. */
export const removeTextsOf = texts.remove('team_id', 'id').put

/** A matching email, and its thread. `number` orders emails by storage order. */
export interface MatchedEmail {
  number: number
  id: string
  thread_id: string
  received_at: string
}

interface Matching {
  team_id: string
  /** Must include the mark of the inbox, because no other condition of these statements limits them to one inbox. */
  words: WordQuery
}

interface Beyond extends Matching {
  inbox_id: string
  place: number
  limit: number
}

const textsAndMessages = (knex: SqlBuilder): SqlRows =>
  knex('inbox_texts')
    .join('inbox_messages', {
      'inbox_messages.inbox_id': 'inbox_texts.inbox_id',
      'inbox_messages.id': 'inbox_texts.id',
      'inbox_messages.team_id': 'inbox_texts.team_id',
    })
    .select('inbox_texts.number', 'inbox_texts.id', 'inbox_messages.thread_id', 'inbox_texts.received_at')

const beyond = (way: 'older' | 'newer'): Statement<Beyond, MatchedEmail> =>
  statement((knex, param) => {
    const [team_id, inbox_id] = [param('team_id'), param('inbox_id')]
    const near = { team_id, inbox_id, place: param('place'), limit: param('limit') }
    return textsAndMessages(knex)
      .where('inbox_texts.team_id', team_id)
      .whereRaw(isNearWithWords(knex, way, near))
      .orderBy('inbox_texts.number', way === 'older' ? 'desc' : 'asc')
  })

/** Matching emails older or newer than a number, nearest first. */
export const MATCHED_BEYOND = { older: beyond('older').all, newer: beyond('newer').all }

/** The matching emails of a thread, newest first. */
export const listMatchedIn = statement<Matching & { thread_id: string }, MatchedEmail>((knex, param) =>
  textsAndMessages(knex)
    .where({ 'inbox_messages.team_id': param('team_id'), 'inbox_messages.thread_id': param('thread_id') })
    .whereRaw(matchesWords(knex))
    .orderBy('inbox_texts.number', 'desc'),
).all

/** The number of the newest email at or before a time. */
export const findNumberUntil = statement<{ team_id: string; inbox_id: string; until: string }, { number: number }>(
  (knex, param) =>
    knex('inbox_texts')
      .select('number')
      .where({ team_id: param('team_id'), inbox_id: param('inbox_id') })
      .andWhere('received_at', '<=', param('until'))
      .orderBy('received_at', 'desc'),
  'limit 1',
).one
