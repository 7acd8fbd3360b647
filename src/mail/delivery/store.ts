// Tables of delivery attempts and of captured email.
import { json, nullable, number, oneOf, text, uuid } from '../../base/store/column.ts'
import type { TimedTx, Tx } from '../../base/store/database.ts'
import { acrossTeams, statement } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'
import type { AttemptOutcome } from './after-attempt.ts'

const attempts = table('email_attempts', {
  email_id: uuid,
  team_id: uuid,
  /** Counted from 1. */
  number,
  phase: oneOf<'open' | 'handing' | 'done'>(),
  outcome: nullable(oneOf<AttemptOutcome>()),
  /** The server's reply to the message, or the connection error. */
  detail: nullable(text),
  started_at: text,
  finished_at: nullable(text),
  /** The recipients' domain, or `several`. */
  destination: nullable(text),
  /** The mail server that the email was offered to. */
  host: nullable(text),
  /** TLS protocol and cipher; empty if unencrypted; `null` without a connection. */
  tls: nullable(text),
  /** The SMTP reply code. */
  code: nullable(number),
  /** When the next attempt is due. */
  next_at: nullable(text),
  /**
   * Index of the recipient that the email was last handed over for, if each recipient gets it separately; `null` for all
   * recipients together.
   */
  recipient: nullable(number),
})

const captured = table('captured_mail', {
  id: uuid,
  team_id: uuid,
  email_id: uuid,
  message_id: text,
  from: text,
  /** All addresses that it would have been sent to, as given. */
  to: json<string[]>(),
  subject: text,
  created_at: text,
  /** The message as it would have been sent. */
  raw: text,
})

const items = captured.only('id', 'email_id', 'from', 'to', 'subject', 'created_at')

/** One offer of an email to the next mail server, recorded before the connection is used. */
export type Attempt = RecordOf<typeof attempts>
type OneAttempt = Pick<Attempt, 'team_id' | 'email_id' | 'number'>
/** An email that was stored instead of sent, because no SMTP server is configured. */
export type CapturedMail = RecordOf<typeof captured>
export type CapturedItem = RecordOf<typeof items>

export const findLastAttempt = attempts.query<OfEmail>(
  ({ rows, params }) => rows.where(params('team_id', 'email_id')).orderBy('number', 'desc'),
  'limit 1',
).one

const lastTo = attempts.query<OfEmail & { destination: string }>(
  ({ rows, params }) => rows.where(params('team_id', 'email_id', 'destination')).orderBy('number', 'desc'),
  'limit 1',
)

export const listAttempts = attempts.query<OfEmail>(({ rows, params }) =>
  rows.where(params('team_id', 'email_id')).orderBy('number'),
).all

const latestAttempts = attempts.query<OfEmail & { limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'email_id')).orderBy('number', 'desc'),
  'limit :limit',
)

/** Counts the attempts that reached a server: they got a reply or waited for one. */
const answered = statement<OfEmail, { count: number }>((knex, param) =>
  knex(attempts.name)
    .count({ count: '*' })
    .where({ team_id: param('team_id'), email_id: param('email_id') })
    .andWhere('outcome', '<>', 'interrupted'),
)

const answeredTo = statement<OfEmail & { destination: string }, { count: number }>((knex, param) =>
  knex(attempts.name)
    .count({ count: '*' })
    .where({ team_id: param('team_id'), email_id: param('email_id'), destination: param('destination') })
    .andWhere('outcome', '<>', 'interrupted'),
)

const ONE_ATTEMPT = ['team_id', 'email_id', 'number'] as const

const insert = attempts.insert()
/** Until an outcome is recorded, it is unknown whether the message was accepted, by this recipient or by all (`null`). */
export const markHandover = attempts.update({ by: [...ONE_ATTEMPT], to: { phase: 'handing' }, set: ['recipient'] }).put
const end = attempts.update({
  by: [...ONE_ATTEMPT],
  to: { phase: 'done' },
  set: ['outcome', 'detail', 'finished_at', 'host', 'tls', 'code', 'next_at'],
})

/** Newest first. */
export const listCaptured = items.list('team_id').page
const capturedById = captured.find('team_id', 'id')

const capturedByEmail = captured.query<OfEmail>(
  ({ rows, params }) => rows.where(params('team_id', 'email_id')).orderBy('created_at', 'desc'),
  'limit 1',
)

interface OfEmail {
  team_id: string
  email_id: string
}

interface CapturedBytes {
  email_id: string
  bytes: number
}

const BYTES = 'octet_length(raw) as bytes'
const ofEmail = captured.only('email_id')

const capturedBytes = ofEmail.query<{ team_id: string; id: string }, CapturedBytes>(({ rows, params, knex }) =>
  rows.select(knex.raw(BYTES)).where(params('team_id', 'id')),
)

const capturedBytesByEmail = ofEmail.query<OfEmail, CapturedBytes>(
  ({ rows, params, knex }) =>
    rows.select(knex.raw(BYTES)).where(params('team_id', 'email_id')).orderBy('created_at', 'desc'),
  'limit 1',
)

/** Rows removed in one transaction, which blocks all others on SQLite; each can have megabytes. */
const CLEARED_AT_ONCE = 20

const clearable = captured.only('id').query<{ team_id: string; until: string; limit: number }>(
  // oldest first: rows to keep follow all rows to remove
  ({ rows, param, params }) => rows.where(params('team_id')).andWhere('created_at', '<=', param('until')).orderBy('id'),
  'limit :limit',
)

export const insertCaptured = captured.insert().put

/**
 * The last attempt and the count of answered ones, of this part if the email has parts. `newest`: the email's last
 * attempt.
 */
export async function findAttemptHistory(
  tx: Tx,
  { team_id, email_id, domains, destination }: OfEmail & { domains?: readonly string[]; destination?: string },
  newest: Attempt | undefined,
): Promise<{ last: Attempt | undefined; answered: number }> {
  if (!newest) return { last: undefined, answered: 0 }
  if (domains === undefined || destination === undefined)
    return { last: newest, answered: (await tx.get(answered, { team_id, email_id }))?.count ?? 0 }
  const part = { team_id, email_id, destination }
  return { last: await tx.get(lastTo, part), answered: (await tx.get(answeredTo, part))?.count ?? 0 }
}

/** The latest attempts, oldest first. */
export async function listLatestAttempts(tx: Tx, of: OfEmail, limit: number): Promise<Attempt[]> {
  return (await tx.all(latestAttempts, { ...of, limit })).toReversed()
}

export async function insertAttempt(
  tx: Tx,
  { team_id, email_id, number, destination }: OneAttempt & Pick<Attempt, 'destination'>,
  now: Date,
): Promise<void> {
  const attempt = { team_id, email_id, number, destination, started_at: now.toISOString() }
  const nothing = { outcome: null, detail: null, finished_at: null, host: null, tls: null, code: null, next_at: null }
  tx.put(insert, { ...attempt, ...nothing, recipient: null, phase: 'open' })
}

/** The outcome of an attempt. */
export interface AttemptEnd {
  outcome: AttemptOutcome
  detail: string
  host?: string | undefined
  tls?: string | null | undefined
  code?: number | null
  next?: Date | undefined
}

export async function endAttempt(
  { tx, now }: TimedTx,
  { team_id, email_id, number }: OneAttempt,
  { outcome, detail, host, tls, code = null, next }: AttemptEnd,
): Promise<void> {
  const facts = { outcome, detail, host: host ?? null, tls: tls === undefined ? null : (tls ?? ''), code }
  const next_at = next?.toISOString() ?? null
  tx.put(end, { team_id, email_id, number, ...facts, next_at, finished_at: now.toISOString() })
}

// ids are chronological, so ordering by id needs no index on `created_at`
const oldestCaptured = acrossTeams(
  'a sweep',
  captured
    .only('id', 'team_id', 'created_at')
    .query<{ limit: number }>(({ rows }) => rows.orderBy('id'), 'limit :limit'),
)

const removeCaptured = captured.remove('team_id', 'id')

/** Rows removed in one transaction, which blocks all others on SQLite; each contains a whole message. */
const REMOVED_AT_ONCE = 25

/** Removes some email captured before that moment. Returns whether more may remain. */
export async function removeOldCaptured(tx: Tx, before: Date): Promise<boolean> {
  const some = await tx.all(oldestCaptured, { limit: REMOVED_AT_ONCE })
  const old = some.filter(({ created_at }) => created_at < before.toISOString())
  for (const { id, team_id } of old) tx.put(removeCaptured, { team_id, id })
  return old.length === REMOVED_AT_ONCE
}

const removeAttempts = attempts.remove('team_id', 'email_id')
const removeCapturedOf = captured.remove('team_id', 'email_id')

/** Removes the data that delivery stores about an email. */
export function removeDelivery(tx: Tx, email: { team_id: string; email_id: string }): void {
  tx.put(removeAttempts, email)
  tx.put(removeCapturedOf, email)
}

const eraseAttempts = attempts.update({
  by: ['team_id', 'email_id'],
  to: { detail: null, destination: null, host: null },
})
const endOpen = attempts.update({
  by: ['team_id', 'email_id'],
  where: { phase: 'open' },
  to: { phase: 'done', outcome: 'interrupted' },
})
const endHanding = attempts.update({
  by: ['team_id', 'email_id'],
  where: { phase: 'handing' },
  to: { phase: 'done', outcome: 'unknown' },
})

/**
 * Erases addresses and replies from attempts, and preserves their count. Open attempts are ended here, because their job is
 * dropped.
 */
export function eraseDelivery(tx: Tx, { team_id, email_id }: OfEmail): void {
  for (const part of [endOpen, endHanding, eraseAttempts, removeCapturedOf]) tx.put(part, { team_id, email_id })
}

/** Removes email captured for emails with smaller ids. */
export const removeCapturedUntilEmail = acrossTeams(
  'a sweep',
  captured.removeSome<never, { until_id: string }>({
    key: ['id'],
    where: ({ rows, param }) => rows.where('email_id', '<', param('until_id')),
  }),
).more

/** Finds it by its own id or by the email's. */
export async function findCaptured(tx: Tx, team_id: string, id: string): Promise<CapturedMail | undefined> {
  return (await tx.get(capturedById, { team_id, id })) ?? tx.get(capturedByEmail, { team_id, email_id: id })
}

/** The size of the message, and the id of its email. Accepts its own id or the email's. */
export async function findCapturedBytes(tx: Tx, team_id: string, id: string): Promise<CapturedBytes | undefined> {
  return (await tx.get(capturedBytes, { team_id, id })) ?? tx.get(capturedBytesByEmail, { team_id, email_id: id })
}

/** Removes some email of a team captured until that moment. Returns whether more may remain. */
export async function removeCapturedUntil(tx: Tx, team_id: string, until: string): Promise<boolean> {
  const some = await tx.all(clearable, { team_id, until, limit: CLEARED_AT_ONCE })
  for (const { id } of some) tx.put(removeCaptured, { team_id, id })
  return some.length === CLEARED_AT_ONCE
}
