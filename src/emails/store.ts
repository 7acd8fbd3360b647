// An email is a row that never changes. What delivering it has come to is another, made when there is something to say.
import { randomUUIDv7 } from 'node:crypto'
import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { type Page, PagedList, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { EmailEvent, NewEvent, RecipientState, Settled } from './events.ts'
import type { ListedEmail, ShownEmail } from './present.ts'
import { type Email, isOver, LARGE_CONTENT_BYTES, type LastEvent } from './rules.ts'

/** What made the server send an email, when it was not a request. */
export interface Origin {
  kind: 'broadcast' | 'automation_run'
  id: string
}

/** An email with what delivering it has come to so far. */
export interface UnderDelivery extends Email {
  settled: Settled
  recipients: RecipientState[]
  origin?: Origin | undefined
}

interface EmailRow {
  id: string
  team_id: string
  message_id: string
  from: string
  to: string
  cc: string
  bcc: string
  reply_to: string
  subject: string
  tags: string
  scheduled_at: string | null
  created_at: string
  origin_kind: Origin['kind'] | null
  origin_id: string | null
  headers: string
  html: string | null
  text: string | null
}

/** There is no such row before the first attempt to deliver an email. */
interface StateRow {
  email_id: string
  last_event: LastEvent
  settled: string
  /** `null`: written before there was such a column. */
  recipients: string | null
}

interface EventRow {
  id: string
  email_id: string
  team_id: string
  type: EmailEvent['type']
  detail: string
  created_at: string
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

type ListedRow = Omit<EmailRow, 'tags' | 'origin_kind' | 'origin_id' | 'headers' | 'html' | 'text'> &
  Nullable<Pick<StateRow, 'last_event'>>

type ShownRow = ListedRow & Pick<EmailRow, 'tags' | 'html' | 'text'> & Pick<StateRow, 'recipients'>

type WholeRow = ShownRow & Pick<EmailRow, 'headers' | 'origin_kind' | 'origin_id'> & Nullable<Pick<StateRow, 'settled'>>

const LISTED = 'id team_id message_id from to cc bcc reply_to subject scheduled_at created_at last_event'.split(' ')
const SHOWN = [...LISTED, 'tags', 'html', 'text', 'recipients']
const WHOLE = [...SHOWN, 'headers', 'settled', 'origin_kind', 'origin_id']

const list = new PagedList<{ team_id: string }, ListedRow>((knex, place) =>
  knex('emails').leftJoin('email_states', 'email_id', 'id').select(LISTED).where('team_id', place('team_id')),
)

const shownById = statement<{ id: string }, ShownRow>((knex, place) =>
  knex('emails').leftJoin('email_states', 'email_id', 'id').select(SHOWN).where('id', place('id')),
)

// known without reading it
const CONTENT_BYTES = 'coalesce(octet_length(??), 0) + coalesce(octet_length(??), 0)'

const smallById = statement<{ id: string }, ShownRow>((knex, place) =>
  knex('emails')
    .leftJoin('email_states', 'email_id', 'id')
    .select(SHOWN)
    .where('id', place('id'))
    .whereRaw(`${CONTENT_BYTES} <= ${LARGE_CONTENT_BYTES}`, ['html', 'text']),
)

const bytesById = statement<{ id: string }, { team_id: string; bytes: number }>((knex, place) =>
  knex('emails')
    .select('team_id', knex.raw(`${CONTENT_BYTES} as bytes`, ['html', 'text']))
    .where('id', place('id')),
)

const wholeById = statement<{ id: string }, WholeRow>((knex, place) =>
  knex('emails').leftJoin('email_states', 'email_id', 'id').select(WHOLE).where('id', place('id')),
)

const states = new AnyOf<
  { team_id: string },
  Pick<EmailRow, 'id'> & Nullable<Pick<StateRow, 'last_event' | 'recipients'>>
>((knex, place, ids) =>
  knex('emails')
    .leftJoin('email_states', 'email_id', 'id')
    .select('id', 'last_event', 'recipients')
    .where('team_id', place('team_id'))
    .whereIn('id', ids),
)

const insert = statement<EmailRow>((knex, place) =>
  knex('emails').insert({
    id: place('id'),
    team_id: place('team_id'),
    message_id: place('message_id'),
    from: place('from'),
    to: place('to'),
    cc: place('cc'),
    bcc: place('bcc'),
    reply_to: place('reply_to'),
    subject: place('subject'),
    tags: place('tags'),
    scheduled_at: place('scheduled_at'),
    created_at: place('created_at'),
    origin_kind: place('origin_kind'),
    origin_id: place('origin_id'),
    headers: place('headers'),
    html: place('html'),
    text: place('text'),
  }),
)

const saveState = statement<StateRow>((knex, place) =>
  knex('email_states')
    .insert({
      email_id: place('email_id'),
      last_event: place('last_event'),
      settled: place('settled'),
      recipients: place('recipients'),
    })
    .onConflict('email_id')
    .merge(['last_event', 'settled', 'recipients']),
)

const insertEvent = statement<EventRow>((knex, place) =>
  knex('email_events').insert({
    id: place('id'),
    email_id: place('email_id'),
    team_id: place('team_id'),
    type: place('type'),
    detail: place('detail'),
    created_at: place('created_at'),
  }),
)

const events = statement<{ email_id: string }, EventRow>((knex, place) =>
  knex('email_events').select('*').where('email_id', place('email_id')).orderBy(['created_at', 'id']),
)

// ids are made in the order of time, so that the oldest come first without an index of their own
const oldest = statement<
  { after: string; limit: number },
  Pick<EmailRow, 'id' | 'created_at'> & Nullable<Pick<StateRow, 'last_event'>>
>(
  (knex, place) =>
    knex('emails')
      .leftJoin('email_states', 'email_id', 'id')
      .select('id', 'created_at', 'last_event')
      .where('id', '>', place('after'))
      .orderBy('id'),
  'limit :limit',
)

const remove = statement<{ id: string }>((knex, place) => knex('emails').where('id', place('id')).delete())

/** In one unit of work, which holds up all others; each with its content, events and attempts. */
const REMOVED_AT_ONCE = 25

/**
 * Removes some emails from before that moment that are over, looking from the one behind `after`; behind which one to go
 * on, if more may be left.
 */
export async function removeOldEmails(tx: Tx, before: Date, after: string): Promise<string | undefined> {
  const some = await tx.all(oldest, { after, limit: REMOVED_AT_ONCE })
  const old = some.filter(({ created_at }) => created_at < before.toISOString())
  for (const { id, last_event } of old) if (isOver(last_event ?? 'queued')) tx.put(remove, { id })
  return old.length === REMOVED_AT_ONCE ? old.at(-1)!.id : undefined
}

export async function listEmails(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ListedEmail>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  return { rows: rows.map(fromListedRow), has_more }
}

export async function findEmail(tx: Tx, team_id: string, id: string): Promise<ShownEmail | undefined> {
  const row = await tx.get(shownById, { id })
  return row?.team_id === team_id ? fromShownRow(row) : undefined
}

/** One whose content is small. */
export async function findSmallEmail(tx: Tx, team_id: string, id: string): Promise<ShownEmail | undefined> {
  const row = await tx.get(smallById, { id })
  return row?.team_id === team_id ? fromShownRow(row) : undefined
}

/** How large the content of an email is. */
export async function findContentBytes(tx: Tx, team_id: string, id: string): Promise<number | undefined> {
  const row = await tx.get(bytesById, { id })
  return row?.team_id === team_id ? row.bytes : undefined
}

/** How these emails stand, as far as they are there. */
export async function listStates(
  tx: Tx,
  team_id: string,
  ids: string[],
): Promise<{ id: string; last_event: LastEvent; recipients: RecipientState[] }[]> {
  const rows = await states.all(tx, { team_id }, ids)
  return rows.map(({ id, last_event, recipients }) => {
    return { id, last_event: last_event ?? 'queued', recipients: recipients === null ? [] : JSON.parse(recipients) }
  })
}

/** Of whatever team: for work that a team's own request left behind. */
export async function findUnderDelivery(tx: Tx, id: string): Promise<UnderDelivery | undefined> {
  const row = await tx.get(wholeById, { id })
  return row && fromRow(row)
}

export async function insertEmail(tx: Tx, email: Email, origin: Origin | undefined): Promise<void> {
  tx.put(insert, toRow(email, origin))
}

/** What delivering an email has come to. */
export interface DeliveryState {
  last_event: LastEvent
  settled: Settled
  recipients: RecipientState[]
}

export async function saveDelivery(tx: Tx, email_id: string, state: DeliveryState): Promise<void> {
  const { last_event, settled, recipients } = state
  tx.put(saveState, {
    email_id,
    last_event,
    settled: JSON.stringify(settled),
    recipients: JSON.stringify(recipients),
  })
}

export async function insertEmailEvent(tx: Tx, email: Email, { type, detail }: NewEvent, now: Date): Promise<void> {
  const { id: email_id, team_id } = email
  const created_at = now.toISOString()
  tx.put(insertEvent, { id: randomUUIDv7(), email_id, team_id, type, detail: JSON.stringify(detail), created_at })
}

/** What happened to an email after it was queued, oldest first. */
export async function listEmailEvents(tx: Tx, email_id: string): Promise<EmailEvent[]> {
  const rows = await tx.all(events, { email_id })
  return rows.map(({ type, detail, created_at }) => ({ type, detail: JSON.parse(detail), created_at }))
}

function toRow(email: Email, origin: Origin | undefined): EmailRow {
  return {
    ...email,
    to: JSON.stringify(email.to),
    cc: JSON.stringify(email.cc),
    bcc: JSON.stringify(email.bcc),
    reply_to: JSON.stringify(email.reply_to),
    tags: JSON.stringify(email.tags),
    headers: JSON.stringify(email.headers),
    origin_kind: origin?.kind ?? null,
    origin_id: origin?.id ?? null,
  }
}

function fromRow(row: WholeRow): UnderDelivery {
  const settled = row.settled === null ? {} : JSON.parse(row.settled)
  return { ...fromShownRow(row), headers: JSON.parse(row.headers), settled, origin: originOf(row) }
}

function originOf({ origin_kind, origin_id }: WholeRow): Origin | undefined {
  return origin_kind === null || origin_id === null ? undefined : { kind: origin_kind, id: origin_id }
}

/** Written out, like what is presented of it: putting objects together by spreading takes as long as reading the row. */
function fromShownRow(row: ShownRow): ShownEmail {
  return {
    id: row.id,
    team_id: row.team_id,
    message_id: row.message_id,
    from: row.from,
    to: parsedList(row.to),
    cc: parsedList(row.cc),
    bcc: parsedList(row.bcc),
    reply_to: parsedList(row.reply_to),
    subject: row.subject,
    last_event: row.last_event ?? 'queued',
    scheduled_at: row.scheduled_at,
    created_at: row.created_at,
    html: row.html,
    text: row.text,
    tags: parsedList<Email['tags'][number]>(row.tags),
    recipients: row.recipients === null ? [] : parsedList<RecipientState>(row.recipients),
  }
}

/** Most lists are empty. */
function parsedList<Item = string>(json: string): Item[] {
  return json === '[]' ? [] : JSON.parse(json)
}

function fromListedRow(row: ListedRow): ListedEmail {
  return {
    id: row.id,
    team_id: row.team_id,
    message_id: row.message_id,
    from: row.from,
    to: parsedList(row.to),
    cc: parsedList(row.cc),
    bcc: parsedList(row.bcc),
    reply_to: parsedList(row.reply_to),
    subject: row.subject,
    last_event: row.last_event ?? 'queued',
    scheduled_at: row.scheduled_at,
    created_at: row.created_at,
  }
}
