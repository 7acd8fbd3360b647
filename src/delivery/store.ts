import type { Tx } from '../store/database.ts'
import { type Page, PagedList, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'
import type { AttemptOutcome } from './sequel.ts'

/** One offer of an email to the next mail server, written down before the connection is used. */
export interface Attempt {
  email_id: string
  /** Counted from 1. */
  number: number
  phase: 'open' | 'handing' | 'done'
  outcome: AttemptOutcome | null
  /** What the server said to the message, or what broke. */
  detail: string | null
  started_at: string
  finished_at: string | null
}

/** A mail that went nowhere because there is no SMTP server to give it to. */
export interface CapturedMail {
  id: string
  team_id: string
  email_id: string
  message_id: string
  from: string
  /** Everybody it would have gone to, as they were given. */
  to: string[]
  subject: string
  created_at: string
  /** The message as it would have been sent. */
  raw: string
}

export type CapturedItem = Pick<CapturedMail, 'id' | 'email_id' | 'from' | 'to' | 'subject' | 'created_at'>

type CapturedRow = Omit<CapturedMail, 'to'> & { to: string }
type CapturedItemRow = Omit<CapturedItem, 'to'> & { to: string }

const last = statement<{ email_id: string }, Attempt>(
  (knex, place) => knex('email_attempts').select('*').where('email_id', place('email_id')).orderBy('number', 'desc'),
  'limit 1',
)

const all = statement<{ email_id: string }, Attempt>((knex, place) =>
  knex('email_attempts').select('*').where('email_id', place('email_id')).orderBy('number'),
)

const insert = statement<Pick<Attempt, 'email_id' | 'number' | 'started_at'>>((knex, place) =>
  knex('email_attempts').insert({
    email_id: place('email_id'),
    number: place('number'),
    phase: 'open',
    started_at: place('started_at'),
  }),
)

const answered = statement<{ email_id: string }, { count: number }>((knex, place) =>
  knex('email_attempts')
    .count({ count: '*' })
    .where('email_id', place('email_id'))
    .andWhere('outcome', '<>', 'interrupted'),
)

const handing = statement<{ email_id: string; number: number }>((knex, place) =>
  knex('email_attempts')
    .where({ email_id: place('email_id'), number: place('number') })
    .update({ phase: 'handing' }),
)

const end = statement<Pick<Attempt, 'email_id' | 'number' | 'outcome' | 'detail' | 'finished_at'>>((knex, place) =>
  knex('email_attempts')
    .where({ email_id: place('email_id'), number: place('number') })
    .update({
      phase: 'done',
      outcome: place('outcome'),
      detail: place('detail'),
      finished_at: place('finished_at'),
    }),
)

const ITEM = ['id', 'email_id', 'from', 'to', 'subject', 'created_at']

const captured = new PagedList<{ team_id: string }, CapturedItemRow>((knex, place) =>
  knex('captured_mail').select(ITEM).where('team_id', place('team_id')),
)

const capturedById = statement<{ team_id: string; id: string }, CapturedRow>((knex, place) =>
  knex('captured_mail')
    .select('*')
    .where({ id: place('id'), team_id: place('team_id') }),
)

const capturedByEmail = statement<{ team_id: string; email_id: string }, CapturedRow>(
  (knex, place) =>
    knex('captured_mail')
      .select('*')
      .where({ email_id: place('email_id'), team_id: place('team_id') })
      .orderBy('created_at', 'desc'),
  'limit 1',
)

interface CapturedBytes {
  email_id: string
  bytes: number
}

const capturedBytes = statement<{ team_id: string; id: string }, CapturedBytes>((knex, place) =>
  knex('captured_mail')
    .select('email_id', knex.raw('octet_length(raw) as bytes'))
    .where({ id: place('id'), team_id: place('team_id') }),
)

const capturedBytesByEmail = statement<{ team_id: string; email_id: string }, CapturedBytes>(
  (knex, place) =>
    knex('captured_mail')
      .select('email_id', knex.raw('octet_length(raw) as bytes'))
      .where({ email_id: place('email_id'), team_id: place('team_id') })
      .orderBy('created_at', 'desc'),
  'limit 1',
)

/** In one unit of work, which holds up all others; each may be megabytes long. */
const CLEARED_AT_ONCE = 20

const clearSome = statement<{ team_id: string; until: string }>((knex, place) => {
  const some = knex('captured_mail').select('id').where('team_id', place('team_id'))
  return knex('captured_mail')
    .whereIn('id', some.andWhere('created_at', '<=', place('until')).limit(CLEARED_AT_ONCE))
    .delete()
})

const insertRow = statement<CapturedRow>((knex, place) =>
  knex('captured_mail').insert({
    id: place('id'),
    team_id: place('team_id'),
    email_id: place('email_id'),
    message_id: place('message_id'),
    from: place('from'),
    to: place('to'),
    subject: place('subject'),
    created_at: place('created_at'),
    raw: place('raw'),
  }),
)

/** How many attempts there were that got as far as to somebody's answer, or to its absence. */
export async function countAnswered(tx: Tx, email_id: string): Promise<number> {
  return (await tx.get(answered, { email_id }))?.count ?? 0
}

export function findLastAttempt(tx: Tx, email_id: string): Promise<Attempt | undefined> {
  return tx.get(last, { email_id })
}

export function listAttempts(tx: Tx, email_id: string): Promise<Attempt[]> {
  return tx.all(all, { email_id })
}

export async function insertAttempt(tx: Tx, email_id: string, number: number, now: Date): Promise<void> {
  tx.put(insert, { email_id, number, started_at: now.toISOString() })
}

/** From here on it is not known whether the message was taken, until somebody says so. */
export async function saveHanding(tx: Tx, email_id: string, number: number): Promise<void> {
  tx.put(handing, { email_id, number })
}

export async function endAttempt(
  tx: Tx,
  { email_id, number }: Pick<Attempt, 'email_id' | 'number'>,
  outcome: AttemptOutcome,
  detail: string,
  now: Date,
): Promise<void> {
  tx.put(end, { email_id, number, outcome, detail, finished_at: now.toISOString() })
}

// ids are made in the order of time, so that the oldest come first without an index of their own
const oldestCaptured = statement<{ limit: number }, Pick<CapturedRow, 'id' | 'created_at'>>(
  knex => knex('captured_mail').select('id', 'created_at').orderBy('id'),
  'limit :limit',
)

const removeCaptured = statement<{ id: string }>((knex, place) =>
  knex('captured_mail').where('id', place('id')).delete(),
)

/** In one unit of work, which holds up all others; each is as large as a mail. */
const REMOVED_AT_ONCE = 25

/** Removes some of what was captured before that moment; whether more may be left. */
export async function removeOldCaptured(tx: Tx, before: Date): Promise<boolean> {
  const some = await tx.all(oldestCaptured, { limit: REMOVED_AT_ONCE })
  const old = some.filter(({ created_at }) => created_at < before.toISOString())
  for (const { id } of old) await tx.run(removeCaptured, { id })
  return old.length === REMOVED_AT_ONCE
}

export async function listCaptured(tx: Tx, team_id: string, query: PageQuery): Promise<Page<CapturedItem>> {
  const { rows, has_more } = await captured.page(tx, { team_id }, query)
  return { rows: rows.map(fromRow), has_more }
}

/** By its own id or by that of the email. */
export async function findCaptured(tx: Tx, team_id: string, id: string): Promise<CapturedMail | undefined> {
  const row =
    (await tx.get(capturedById, { team_id, id })) ?? (await tx.get(capturedByEmail, { team_id, email_id: id }))
  return row && fromRow(row)
}

/** How large the message is, and of which email it is; by its own id or by that of the email. */
export async function findCapturedBytes(tx: Tx, team_id: string, id: string): Promise<CapturedBytes | undefined> {
  return (await tx.get(capturedBytes, { team_id, id })) ?? tx.get(capturedBytesByEmail, { team_id, email_id: id })
}

/** Removes some of what a team's mail was captured until that moment; whether more may be left. */
export async function clearCaptured(tx: Tx, team_id: string, until: string): Promise<boolean> {
  return (await tx.run(clearSome, { team_id, until })) === CLEARED_AT_ONCE
}

export async function insertCaptured(tx: Tx, mail: CapturedMail): Promise<void> {
  tx.put(insertRow, { ...mail, to: JSON.stringify(mail.to) })
}

function fromRow<Row extends { to: string }>(row: Row): Omit<Row, 'to'> & { to: string[] } {
  return { ...row, to: JSON.parse(row.to) }
}
