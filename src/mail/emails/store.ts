// Stores emails. An email is a row that never changes. The state of its delivery is another row, written when there is
// something to record.
import { json, nullable, oneOf, withDefault, text, uuid } from '../../base/store/column.ts'
import type { TimedTx, Tx } from '../../base/store/database.ts'
import type { MailOrigin, MailVersion } from '../../base/store/signals/signal.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import { ROWS_PER_READ } from '../../base/store/scan.ts'
import type { EmailEvent, RecipientState, SettledRecipients } from './events.ts'
import { type Email, isFinalEvent, LARGE_CONTENT_BYTES, type LastEvent } from './rules.ts'

/** The run or broadcast that caused an email; absent for a request. */
export type Origin = MailOrigin

/** An email with the state of its delivery. */
export interface EmailInDelivery extends Email {
  settled: SettledRecipients
  recipients: RecipientState[]
  origin?: Origin | undefined
  version?: MailVersion | null
}

/** An email as responses show it: without headers, which are only for the mail server. */
export interface EmailDetails extends Omit<Email, 'headers' | 'template_id'> {
  recipients: RecipientState[]
  /** The kind of its origin; `null`: a request. */
  origin_kind: 'broadcast' | 'automation_run' | null
  version?: MailVersion | null
}

/** An email in a list, without its content. */
export type ListedEmail = Omit<
  EmailDetails,
  'html' | 'text' | 'tags' | 'recipients' | 'origin_kind' | 'broadcast_id' | 'contact_id' | 'version'
>

/** The fields of a scheduled email that canceling, rescheduling and its signal need. */
export interface ScheduledEmail extends Pick<
  Email,
  'id' | 'message_id' | 'from' | 'to' | 'subject' | 'tags' | 'headers' | 'template_id' | 'created_at' | 'last_event'
> {
  scheduled_at: string | null
  origin: Origin | undefined
}

const emails = table('emails', {
  id: uuid,
  team_id: uuid,
  message_id: text,
  from: text,
  to: json<string[]>(),
  cc: json<string[]>(),
  bcc: json<string[]>(),
  reply_to: json<string[]>(),
  subject: text,
  tags: json<Email['tags']>(),
  created_at: text,
  origin_kind: nullable(oneOf<Origin['kind']>()),
  origin_id: nullable(uuid),
  headers: json<Email['headers']>(),
  html: nullable(text),
  text: nullable(text),
  broadcast_id: nullable(uuid),
  contact_id: nullable(uuid),
  template_id: nullable(uuid),
  version: nullable(oneOf<MailVersion>()),
})

/** The row is missing before the first attempt, unless the email is scheduled or has a topic. */
const states = table('email_states', {
  email_id: uuid,
  team_id: uuid,
  last_event: oneOf<LastEvent>(),
  settled: json<SettledRecipients>(),
  recipients: json<RecipientState[]>(),
  scheduled_at: nullable(text),
  topic_id: nullable(uuid),
})

const history = table(
  'email_events',
  {
    id: uuid,
    email_id: uuid,
    team_id: uuid,
    type: oneOf<EmailEvent['type']>(),
    detail: json<EmailEvent['detail']>(),
    created_at: text,
  },
  // a separate column, because it is used for counts
  { bounce: ({ detail }) => ('bounce' in detail ? detail.bounce : null) },
)

const whole = emails.leftJoin(
  states,
  { team_id: 'team_id', email_id: 'id' },
  {
    last_event: withDefault(states.columns.last_event, () => 'queued' as const),
    settled: withDefault(states.columns.settled, () => ({})),
    // also missing in rows that are older than the column
    recipients: withDefault(states.columns.recipients, () => []),
    scheduled_at: states.columns.scheduled_at,
    topic_id: states.columns.topic_id,
  },
)

const LISTED = [
  ...(['id', 'team_id', 'message_id', 'from', 'to', 'cc', 'bcc', 'reply_to'] as const),
  ...(['subject', 'scheduled_at', 'topic_id', 'created_at', 'last_event'] as const),
] as const
/** Tables for searches and for the recording of visits. */
export const STORED_EMAILS = { emails, states, whole, history, listed: LISTED }

const shown = whole.only(
  ...LISTED,
  ...(['tags', 'html', 'text', 'recipients', 'origin_kind', 'broadcast_id', 'contact_id', 'version'] as const),
)

export const listEmailRecords = whole.only(...LISTED).list('team_id').page
/** As stored: an email of a broadcast has no content of its own. */
export const findEmailDetails = shown.find('team_id', 'id').one
const scheduled = whole.only(
  ...(['id', 'message_id', 'from', 'to', 'subject', 'tags', 'headers', 'template_id'] as const),
  ...(['created_at', 'last_event', 'scheduled_at', 'origin_kind', 'origin_id', 'version'] as const),
)
const scheduledById = scheduled.find('team_id', 'id')
/** The states of these emails, if they exist. */
export const listEmailStates = whole.only('id', 'last_event', 'recipients').findAny('id', 'team_id').all
const wholeById = whole.find('team_id', 'id')
const teamById = acrossTeams('for jobs created before jobs stored their team', emails.only('team_id').find('id'))

// computed from the length alone, without reading the content
const CONTENT_BYTES = 'coalesce(octet_length(??), 0) + coalesce(octet_length(??), 0)'

/** An email whose own content is small. The content of a broadcast is stored elsewhere. */
export const findSmallEmailDetails = shown.query<OneEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'id')).whereRaw(`${CONTENT_BYTES} <= ${LARGE_CONTENT_BYTES}`, ['html', 'text']),
).one

/** The size of an email's own content. */
export const measureContent = emails
  .only('broadcast_id', 'version')
  .query<OneEmail, { bytes: number }>(({ rows, params, knex }) =>
    rows.select(knex.raw(`${CONTENT_BYTES} as bytes`, ['html', 'text'])).where(params('team_id', 'id')),
  ).one

const insert = emails.insert()
const insertState = states.insert()
// optimistic lock: if the state of the recipients has changed since this decision, the decision is repeated
const saveState = states.write<RecordOf<typeof states> & { before: string }>(({ rows, param, knex }) =>
  rows
    .insert(Object.fromEntries(states.names.map(name => [name, param(name)])))
    .onConflict(states.conflict(knex, 'email_id'))
    .merge(['last_event', 'settled', 'recipients'])
    .whereRaw("coalesce(??, '[]') = ?", [`${states.name}.recipients`, param('before')]),
)
const ofScheduled = { by: ['team_id', 'email_id'], where: { last_event: 'scheduled' } } as const
const cancel = states.update({ ...ofScheduled, by: [...ofScheduled.by], to: { last_event: 'canceled' } })
const reschedule = states.update({ ...ofScheduled, by: [...ofScheduled.by], set: ['scheduled_at'] })
/** Only if the scheduled time is still the one that was read. */
const release = states.update({
  by: ['team_id', 'email_id', 'scheduled_at'],
  where: { last_event: 'scheduled' },
  to: { last_event: 'queued' },
})
const insertEvent = history.insert()

const emailEvents = history.only('id', 'type', 'detail', 'created_at')

/** Events of an email after it was queued, oldest first. */
export const listEmailEvents = emailEvents.query<{ team_id: string; email_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).orderBy(['created_at', 'id']),
).all

const latestEvents = emailEvents.query<{ team_id: string; email_id: string; limit: number }>(
  ({ rows, params }) =>
    rows.where(params('team_id', 'email_id')).orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
  'limit :limit',
).all

// ids are chronological, so ordering by id needs no index on `created_at`
const oldest = acrossTeams(
  'a sweep',
  whole
    .only('id', 'team_id', 'created_at', 'last_event')
    .query<{ after_id: string; limit: number }>(
      ({ rows, param }) => rows.where('id', '>', param('after_id')).orderBy('id'),
      'limit :limit',
    ),
)

const inMonth = acrossTeams(
  'a sweep',
  whole
    .only('id', 'last_event')
    .query<{ after_id: string; until_id: string; limit: number }>(
      ({ rows, param }) =>
        rows.where('id', '>', param('after_id')).andWhere('id', '<', param('until_id')).orderBy('id'),
      'limit :limit',
    ),
)

const remove = emails.remove('team_id', 'id')
const removeState = states.remove('team_id', 'email_id')
const removeEvents = history.remove('team_id', 'email_id')

interface OneEmail {
  team_id: string
  id: string
}

/**
 * Maximum emails removed in one transaction, which blocks all others on SQLite; each with its content, events and attempts.
 */
const REMOVED_AT_ONCE = 25

/**
 * Removes some finished emails created before that moment, starting after the id `after`. Returns the id to continue after, if
 * more may remain. `removeRest` removes the data that other modules store about an email.
 */
export async function removeOldEmails(
  tx: Tx,
  before: Date,
  after: string,
  removeRest: (tx: Tx, email: { team_id: string; email_id: string }) => void,
): Promise<string | undefined> {
  const some = await tx.all(oldest, { after_id: after, limit: REMOVED_AT_ONCE })
  const old = some.filter(({ created_at }) => created_at < before.toISOString())
  for (const { id, team_id, last_event } of old) {
    if (!isFinalEvent(last_event)) continue
    // explicitly, because tables of this size have no cascading foreign keys
    removeRest(tx, { team_id, email_id: id })
    for (const part of [removeState, removeEvents]) tx.put(part, { team_id, email_id: id })
    tx.put(remove, { team_id, id })
  }
  return old.length === REMOVED_AT_ONCE ? old.at(-1)!.id : undefined
}

/**
 * Checks some of the emails between two ids. Returns the first unfinished one, if any, and the last id up to which all are
 * finished. Neither: there are no more emails.
 */
export async function findUnfinished(
  tx: Tx,
  between: { after_id: string; until_id: string },
): Promise<{ unended_id: string | undefined; last_id: string | undefined }> {
  const some = await tx.all(inMonth, { ...between, limit: ROWS_PER_READ })
  const unended = some.findIndex(({ last_event }) => !isFinalEvent(last_event))
  return { unended_id: some[unended]?.id, last_id: unended === -1 ? some.at(-1)?.id : some[unended - 1]?.id }
}

/** The fields needed to reschedule or cancel an email. */
export async function findScheduled(tx: Tx, team_id: string, id: string): Promise<ScheduledEmail | undefined> {
  const row = await tx.get(scheduledById, { team_id, id })
  return row && withOrigin(row)
}

export async function findTeamOfEmail(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.get(teamById, { id }))?.team_id
}

export async function findEmailInDelivery(tx: Tx, team_id: string, id: string): Promise<EmailInDelivery | undefined> {
  const row = await tx.get(wholeById, { team_id, id })
  return row && withOrigin(row)
}

interface OriginColumns {
  origin_kind: Origin['kind'] | null
  origin_id: string | null
  version: MailVersion | null
}

function withOrigin<Row extends OriginColumns>(
  row: Row,
): Omit<Row, keyof OriginColumns> & { origin: Origin | undefined; version?: MailVersion } {
  const { origin_kind: _kind, origin_id: _id, version, ...email } = row
  return { ...email, origin: mailOriginOf(row), ...(version && { version }) }
}

export function mailOriginOf({ origin_kind: kind, origin_id: id, version }: OriginColumns): Origin | undefined {
  return kind === null || id === null ? undefined : { kind, id, ...(version && { version }) }
}

export async function insertEmail(tx: Tx, email: Email, origin: Origin | undefined): Promise<void> {
  const { kind = null, id: origin_id = null, version = null } = origin ?? {}
  tx.put(insert, { ...email, origin_kind: kind, origin_id, version })
  const { id: email_id, team_id, last_event, scheduled_at, topic_id } = email
  if (scheduled_at === null && topic_id === null) return
  tx.put(insertState, { email_id, team_id, last_event, scheduled_at, topic_id, settled: {}, recipients: [] })
}

/** Cancels a scheduled email. Of several concurrent requests one succeeds; the others get the error of `otherwise`. */
export function saveCanceled(tx: Tx, { team_id, id }: OneEmail, otherwise: () => Error): void {
  tx.must(cancel, { team_id, email_id: id }, otherwise)
}

export function saveRescheduled(
  tx: Tx,
  { team_id, id, scheduled_at }: OneEmail & { scheduled_at: string },
  otherwise: () => Error,
): void {
  tx.must(reschedule, { team_id, email_id: id, scheduled_at }, otherwise)
}

/** Queues a scheduled email, because it is due. */
export function saveReleased(tx: Tx, { team_id, id, scheduled_at }: Email, otherwise: () => Error): void {
  tx.must(release, { team_id, email_id: id, scheduled_at }, otherwise)
}

/** The state of an email's delivery. */
interface DeliveryState {
  last_event: LastEvent
  settled: SettledRecipients
  recipients: RecipientState[]
}

/** Another transaction changed the state of the email's recipients since it was read: read the email again. */
export class DeliveryConflict extends Error {}

/** Stores the state. `before`: the recipients as read; if they have changed, the transaction fails with `DeliveryConflict`. */
export async function saveDelivery(
  tx: Tx,
  { team_id, id: email_id, scheduled_at, topic_id, recipients: before }: Email & Pick<DeliveryState, 'recipients'>,
  { last_event, settled, recipients }: DeliveryState,
): Promise<void> {
  const about = { email_id, team_id, scheduled_at, topic_id }
  const state = { ...about, last_event, settled, recipients, before: JSON.stringify(before) }
  tx.must(saveState, state, () => new DeliveryConflict())
}

export async function insertEmailEvent(
  { tx, now }: TimedTx,
  email: OneEmail,
  { type, detail }: Pick<EmailEvent, 'type' | 'detail'>,
): Promise<string> {
  const { id: email_id, team_id } = email
  const id = tx.newId('email_events')
  tx.put(insertEvent, { id, email_id, team_id, type, detail, created_at: now.toISOString() })
  return id
}

/** The latest events, oldest first. */
export async function listLatestEvents(tx: Tx, of: Parameters<typeof latestEvents>[1]): Promise<EmailEvent[]> {
  return (await latestEvents(tx, of)).toReversed()
}
