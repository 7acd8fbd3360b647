// Emails and their events, written as if they were created in the past, with ids of that time.
import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'

export interface LedgerEmail {
  at: string
  domain?: string
  to?: string[]
  subject?: string
  /** The kind of each event, with its time and the bounce class. */
  events?: { type: string; at: string; bounce_class?: string }[]
  last_event?: string
  tags?: { name: string; value: string }[]
  origin_id?: string
  /** The kind of the origin if `origin_id` is set; the default is an automation. */
  origin_kind?: 'broadcast' | 'automation_run'
  broadcast_id?: string
}

const EMAIL = [
  'id',
  'team_id',
  'message_id',
  'from',
  'to',
  'subject',
  'tags',
  'created_at',
  'origin_id',
  'origin_kind',
  'broadcast_id',
]
const EVENT = ['id', 'email_id', 'team_id', 'type', 'detail', 'bounce', 'created_at']
const STATE = ['email_id', 'team_id', 'last_event', 'settled', 'recipients']

type Row = Record<string, unknown>

const inserting = (name: string, columns: string[], fixed: Row = {}) =>
  statement<Row>((knex, param) =>
    // under another name, because a field called id must be a UUID
    knex(name).insert({
      ...Object.fromEntries(columns.map(column => [column, param(column === 'message_id' ? 'message' : column)])),
      ...fixed,
    }),
  )
const FIXED = { cc: '[]', bcc: '[]', reply_to: '[]', headers: '{}', html: '<p>Hello</p>' }
const email = inserting('emails', EMAIL, FIXED)
const event = inserting('email_events', EVENT)
const state = inserting('email_states', STATE)

let count = 0

/** An id as it is generated at that time; later ids are greater. */
export function idAt(at: string): string {
  const time = Date.parse(at).toString(16).padStart(12, '0')
  count = (count + 1) % 0xfff
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

/** The ids of the emails. */
export async function writeLedger(
  database: Database,
  team_id: string,
  ledger: readonly LedgerEmail[],
): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < ledger.length; from += 500) {
    const some = ledger.slice(from, from + 500).map(each => ({ id: idAt(each.at), each }))
    await database.unit(async tx => {
      for (const { id, each } of some) writeOne(tx, team_id, id, each)
    })
    ids.push(...some.map(({ id }) => id))
  }
  return ids
}

function writeOne(tx: Tx, team_id: string, id: string, each: LedgerEmail): void {
  const { at, domain = 'example.org', events = [], last_event, origin_id = null, broadcast_id = null } = each
  const { to = ['grace@example.net'], subject = 'Invoice 7', tags = [] } = each
  tx.put(email, {
    id,
    team_id,
    message: `<${id}@${domain}>`,
    from: `Ada <ada@${domain}>`,
    to: JSON.stringify(to),
    subject,
    tags: JSON.stringify(tags),
    created_at: at,
    origin_id,
    origin_kind: origin_id === null ? null : (each.origin_kind ?? 'automation_run'),
    broadcast_id,
  })
  for (const { type, at: created_at, bounce_class } of events) {
    const detail = { recipients: to, code: null, words: '', attempt: 1 }
    const written = { type, detail: JSON.stringify(detail), bounce: bounce_class ?? null, created_at }
    tx.put(event, { id: idAt(created_at), email_id: id, team_id, ...written })
  }
  if (last_event) tx.put(state, { email_id: id, team_id, last_event, settled: '{}', recipients: '[]' })
}
