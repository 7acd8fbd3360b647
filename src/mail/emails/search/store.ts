// Emails for searches and pages: without the content, which may be large.
import type { Tx } from '../../../base/store/database.ts'
import { text, uuid } from '../../../base/store/column.ts'
import { type SqlRows, statement } from '../../../base/store/statement.ts'
import { type Query, type RecordOf, table } from '../../../base/store/table.ts'
import type { RecipientState } from '../events.ts'
import type { Email, LastEvent } from '../rules.ts'
import type { TroubleState } from './rules.ts'
import { type Origin, STORED_EMAILS, type ListedEmail } from '../store.ts'

const { emails, states, whole, history, listed } = STORED_EMAILS

interface OneEmail {
  team_id: string
  id: string
}

interface Older {
  team_id: string
  before_id: string
  limit: number
}

/** An email in a list of search results. */
export type FoundEmail = ListedEmail &
  Pick<Email, 'tags'> & { origin_kind: Origin['kind'] | null; origin_id: string | null }

/** Like `FoundEmail`, with the state of its recipients, and only the size of its HTML. */
export type EmailSummary = FoundEmail & { recipients: RecipientState[]; html_bytes: number | null }

const FOUND = [...listed, 'tags', 'origin_kind', 'origin_id'] as const
const newestFirst = ({ rows, param, params }: Query<Older>): SqlRows =>
  rows.where(params('team_id')).andWhere('id', '<', param('before_id')).orderBy('id', 'desc')
const idsOlder = emails.only('id').query(newestFirst, 'limit :limit')
// uses a partial index of emails that were not sent by a request
const idsOfOrigin = emails
  .only('id')
  .query<Older & { origin_kind: Origin['kind']; from_id: string }>(
    ({ rows, param, params }) =>
      rows
        .where(params('team_id', 'origin_kind'))
        .andWhere('id', '>=', param('from_id'))
        .andWhere('id', '<', param('before_id'))
        .orderBy('id', 'desc'),
    'limit :limit',
  )

const found = whole.only(...FOUND)
/** Newest first. */
export const listFoundOlder = found.query(newestFirst, 'limit :limit').all
export const listFoundById = found.findAny('id', 'team_id').all
const originsById = emails.only('id', 'origin_kind').findAny('id', 'team_id')
const summary = whole.only(...FOUND, 'recipients')
export const findEmailSummary = summary.query<OneEmail, { html_bytes: number | null }>(({ rows, params, knex }) =>
  rows.select(knex.raw('octet_length(??) as html_bytes', ['html'])).where(params('team_id', 'id')),
).one

// the same text as the condition of the partial index, so that the index is used
const TROUBLED = "last_event not in ('queued', 'sent', 'delivered', 'opened', 'clicked')"
const withState = states
  .only('email_id')
  .query<Older & { last_event: LastEvent }>(
    ({ rows, param, params }) =>
      rows
        .whereRaw(TROUBLED)
        .andWhere(params('team_id', 'last_event'))
        .andWhere('email_id', '<', param('before_id'))
        .orderBy('email_id', 'desc'),
    'limit :limit',
  )

/** Maximum emails with one state that are counted. */
export const WITH_STATE_MAX = 1_000
const numberWithState = statement<{ team_id: string; last_event: LastEvent }, { count: number }>((knex, param) => {
  const some = knex(states.name)
    .select('email_id')
    .whereRaw(TROUBLED)
    .where({ team_id: param('team_id'), last_event: param('last_event') })
    .limit(WITH_STATE_MAX)
  return knex(some.as('some')).count({ count: '*' })
}).one

const eventsOfType = history.query<Pick<Older, 'team_id' | 'limit'> & { type: StoredEvent['type'] }>(
  ({ rows, params }) => rows.where(params('team_id', 'type')).orderBy('id', 'desc'),
  'limit :limit',
).all

// lists as stored text, because most of them are only searched and not parsed
const addressed = table('emails', { id: uuid, to: text, cc: text, bcc: text })
/** Newest first. */
export const listAddressedOlder = addressed.query(newestFirst, 'limit :limit').all

const worded = table('emails', { id: uuid, subject: text, to: text, cc: text, bcc: text })
/** Newest first. */
export const listWordedOlder = worded.query(newestFirst, 'limit :limit').all

/** Emails with greater ids, oldest first. */
export const listAddressedNewer = addressed.query<{ team_id: string; after_id: string; limit: number }>(
  ({ rows, param, params }) => rows.where(params('team_id')).andWhere('id', '>', param('after_id')).orderBy('id'),
  'limit :limit',
).all

const received = whole.only(...FOUND, 'recipients', 'broadcast_id')
const receivedById = received.findAny('id', 'team_id')
const eventsOf = history.findAny('email_id', 'team_id')

/** An email as its recipient may see it: its history, without its content. */
export type ReceivedEmail = RecordOf<typeof received>
export type StoredEvent = RecordOf<typeof history>

/** Ids, newest first, read from an index without the rows. */
export async function listIdsOlder(tx: Tx, older: Older): Promise<string[]> {
  return (await tx.all(idsOlder, older)).map(({ id }) => id)
}

/** Like `listIdsOlder`, for emails of a broadcast or an automation, starting at an id. */
export async function listIdsOfOrigin(
  tx: Tx,
  of: Older & { origin_kind: Origin['kind']; from_id: string },
): Promise<string[]> {
  return (await tx.all(idsOfOrigin, of)).map(({ id }) => id)
}

/** Those of these emails that a broadcast sent. */
export async function findIdsOfBroadcasts(tx: Tx, team_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await originsById.all(tx, { team_id }, ids)
  return new Set(rows.flatMap(({ id, origin_kind }) => (origin_kind === 'broadcast' ? id : [])))
}

/** Ids of emails with problems or that are not to be sent now; newest first. */
export async function listIdsWithState(tx: Tx, of: Older & { last_event: LastEvent }): Promise<string[]> {
  return (await tx.all(withState, of)).map(({ email_id }) => email_id)
}

/** How many emails have this state, up to `WITH_STATE_MAX`. Only for states with problems, which have an index. */
export async function countWithState(tx: Tx, of: { team_id: string; last_event: TroubleState }): Promise<number> {
  return (await numberWithState(tx, of))!.count
}

/** The latest events of these types, newest first. */
export async function listLatestOfTypes(
  tx: Tx,
  { team_id, types, limit }: { team_id: string; types: readonly StoredEvent['type'][]; limit: number },
): Promise<StoredEvent[]> {
  const lists = await Promise.all(types.map(type => eventsOfType(tx, { team_id, type, limit })))
  return lists
    .flat()
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, limit)
}

/** Oldest first. */
export async function listReceived(tx: Tx, team_id: string, ids: readonly string[]): Promise<ReceivedEmail[]> {
  const rows = await receivedById.all(tx, { team_id }, ids)
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Events of these emails, oldest first. */
export async function listEventsOf(tx: Tx, team_id: string, ids: readonly string[]): Promise<StoredEvent[]> {
  const rows = await eventsOf.all(tx, { team_id }, ids)
  return rows.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
}
