// What is kept of the ways that mail goes: what destinations have said lately, what is paused, policies and how
// encryption went. It is the server's, and no team's.
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { PausedScope } from './gates.ts'
import type { StsMode } from './mta-sts.ts'
import type { TlsResult } from './tls-results.ts'

const destinations = table('delivery_destinations', {
  name: text,
  concurrency: number,
  rests_until: nullable(text),
  failures: number,
  code: nullable(number),
  reply_text: nullable(text),
  host: nullable(text),
  tls: nullable(text),
  delivered_at: nullable(text),
  replied_at: text,
  updated_at: text,
})

const pauses = table('delivery_pauses', {
  id: uuid,
  scope: oneOf<PausedScope>(),
  name: text,
  reason: nullable(text),
  created_at: text,
})

const policies = table('mta_sts_policies', {
  domain: text,
  policy_id: text,
  mode: oneOf<StsMode>(),
  mx: json<string[]>(),
  expires_at: text,
})

const reports = table('tls_reports', {
  day: text,
  destination: text,
  policy: oneOf<TlsResult['policy']>(),
  result: text,
  sessions: number,
})

export type DestinationRecord = RecordOf<typeof destinations>
export type Pause = RecordOf<typeof pauses>
export type StoredPolicy = RecordOf<typeof policies>
export type TlsCount = RecordOf<typeof reports>

const saveDestinationRow = destinations.upsert(
  ['name'],
  [
    'concurrency',
    'rests_until',
    'failures',
    'code',
    'reply_text',
    'host',
    'tls',
    'delivered_at',
    'replied_at',
    'updated_at',
  ],
)
const changed = destinations.query<{ since: string; limit: number }>(
  ({ rows, param }) => rows.where('updated_at', '>=', param('since')).orderBy('updated_at'),
  'limit :limit',
)
const behind = destinations.query<{ after: string; limit: number }>(
  ({ rows, param }) => rows.where('name', '>', param('after')).orderBy('name'),
  'limit :limit',
)
const removeStale = partlyRemoved<{ before: string }>(destinations.name, ['name'], (rows, param) =>
  rows.where('updated_at', '<', param('before')),
)

/** Pauses are made by hand. */
export const PAUSES_MAX = 1000

const allPauses = pauses.query<{ limit: number }>(({ rows }) => rows.orderBy('id', 'desc'), 'limit :limit')
const pauseBy = pauses.find('scope', 'name')
const insertPauseRow = pauses.insertIfNew('scope', 'name')
const removePauseRow = pauses.remove('id')

const policyOf = policies.find('domain')
const savePolicyRow = policies.upsert(['domain'], ['policy_id', 'mode', 'mx', 'expires_at'])
const removeExpiredPolicies = partlyRemoved<{ now: string }>(policies.name, ['domain'], (rows, param) =>
  rows.where('expires_at', '<', param('now')),
)

const countRow = reports.write<TlsCount>(({ rows, params, knex }) =>
  rows
    .insert(params('day', 'destination', 'policy', 'result', 'sessions'))
    .onConflict(['day', 'destination', 'policy', 'result'])
    .merge({ sessions: knex.raw('?? + excluded.??', ['tls_reports.sessions', 'sessions']) }),
)
const ofDay = reports.query<{ day: string; after: string; limit: number }>(
  ({ rows, param }) =>
    rows
      .where('day', param('day'))
      .andWhere('destination', '>', param('after'))
      .orderBy(['destination', 'policy', 'result']),
  'limit :limit',
)
const removeOldCounts = partlyRemoved<{ before: string }>(
  reports.name,
  ['day', 'destination', 'policy', 'result'],
  (rows, param) => rows.where('day', '<', param('before')),
)

export function saveDestination(tx: Tx, destination: DestinationRecord): void {
  tx.put(saveDestinationRow, destination)
}

/** What has changed since that moment, the oldest change first. */
export function listChangedDestinations(tx: Tx, since: string, limit: number): Promise<DestinationRecord[]> {
  return tx.all(changed, { since, limit })
}

/** By their names, those behind `after`. */
export function listDestinationsAfter(tx: Tx, after: string, limit: number): Promise<DestinationRecord[]> {
  return tx.all(behind, { after, limit })
}

/** Newest first. */
export function listPauses(tx: Tx): Promise<Pause[]> {
  return tx.all(allPauses, { limit: PAUSES_MAX })
}

export function findPause(tx: Tx, scope: PausedScope, name: string): Promise<Pause | undefined> {
  return tx.get(pauseBy, { scope, name })
}

/** Unless it is paused already. */
export function insertPause(tx: Tx, pause: Pause): void {
  tx.put(insertPauseRow, pause)
}

/** Whether there was one. */
export async function removePause(tx: Tx, id: string): Promise<boolean> {
  return (await tx.run(removePauseRow, { id })) > 0
}

export function findPolicy(tx: Tx, domain: string): Promise<StoredPolicy | undefined> {
  return tx.get(policyOf, { domain })
}

export function savePolicy(tx: Tx, policy: StoredPolicy): void {
  tx.put(savePolicyRow, policy)
}

export function addTlsCount(tx: Tx, count: TlsCount): void {
  tx.put(countRow, count)
}

/** Of one day, by destination, those behind `after`. */
export function listTlsCounts(tx: Tx, day: string, after: string, limit: number): Promise<TlsCount[]> {
  return tx.all(ofDay, { day, after, limit })
}

/** What was last heard so long ago says nothing any more. */
const STALE_DAYS = 30
/** Of what is counted of encryption. */
const COUNTED_DAYS = 90
const DAY_MS = 86_400_000

/** Removes some of what is of no more use; whether more may be left. */
export async function removeOldRoutes(tx: Tx, now: Date): Promise<boolean> {
  const before = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString()
  const more = [
    await removePart(tx, removeStale, { before: before(STALE_DAYS) }),
    await removePart(tx, removeExpiredPolicies, { now: now.toISOString() }),
    await removePart(tx, removeOldCounts, { before: before(COUNTED_DAYS).slice(0, 10) }),
  ]
  return more.includes(true)
}
