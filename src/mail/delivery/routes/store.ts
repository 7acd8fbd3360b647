// Stored state of routes: replies of destinations, pauses, MTA-STS policies and counts of TLS results. It belongs to the
// server, not to a team.
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
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

export const saveDestination = destinations.upsert(
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
).put
/** Destinations changed since that moment, oldest change first. */
export const listChangedDestinations = destinations.query<{ since: string; limit: number }>(
  ({ rows, param }) => rows.where('updated_at', '>=', param('since')).orderBy('updated_at'),
  'limit :limit',
).all
/** Destinations after `after`, ordered by name. */
export const listDestinationsAfter = destinations.query<{ after: string; limit: number }>(
  ({ rows, param }) => rows.where('name', '>', param('after')).orderBy('name'),
  'limit :limit',
).all
const removeStale = destinations.removeSome<never, { before: string }>({
  key: ['name'],
  where: ({ rows, param }) => rows.where('updated_at', '<', param('before')),
}).more

/** No more are read, because pauses are created manually. */
const PAUSES_MAX = 1000

const allPauses = pauses.query<{ limit: number }>(({ rows }) => rows.orderBy('id', 'desc'), 'limit :limit')
export const findPause = pauses.find('scope', 'name').one
/** Does nothing if the same pause exists. */
export const insertPause = pauses.insertIfNew('scope', 'name').put
/** Removes a pause. Returns whether it existed. */
export const removePause = pauses.remove('id').did

export const findPolicy = policies.find('domain').one
export const savePolicy = policies.upsert(['domain'], ['policy_id', 'mode', 'mx', 'expires_at']).put
const removeExpiredPolicies = policies.removeSome<never, { now: string }>({
  key: ['domain'],
  where: ({ rows, param }) => rows.where('expires_at', '<', param('now')),
}).more

export const addTlsCount = reports.write<TlsCount>(({ rows, params, knex }) =>
  rows
    .insert(params('day', 'destination', 'policy', 'result', 'sessions'))
    .onConflict(['day', 'destination', 'policy', 'result'])
    .merge({ sessions: knex.raw('?? + excluded.??', ['tls_reports.sessions', 'sessions']) }),
).put
/** Counts of one day, by destination, starting after `after`. */
export const listTlsCounts = reports.query<{ day: string; after: string; limit: number }>(
  ({ rows, param }) =>
    rows
      .where('day', param('day'))
      .andWhere('destination', '>', param('after'))
      .orderBy(['destination', 'policy', 'result']),
  'limit :limit',
).all
const removeOldCounts = reports.removeSome<never, { before: string }>({
  key: ['day', 'destination', 'policy', 'result'],
  where: ({ rows, param }) => rows.where('day', '<', param('before')),
}).more

/** Newest first. */
export function listPauses(tx: Tx): Promise<Pause[]> {
  return tx.all(allPauses, { limit: PAUSES_MAX })
}

/** Days after which a destination's last reply is outdated. */
const STALE_DAYS = 30
/** Days for which counts of TLS results are kept. */
const COUNTED_DAYS = 90
const DAY_MS = 86_400_000

/** Removes some outdated rows. Returns whether more may remain. */
export async function removeOldRoutes(tx: Tx, now: Date): Promise<boolean> {
  const before = (days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString()
  const more = [
    await removeStale(tx, { before: before(STALE_DAYS) }),
    await removeExpiredPolicies(tx, { now: now.toISOString() }),
    await removeOldCounts(tx, { before: before(COUNTED_DAYS).slice(0, 10) }),
  ]
  return more.includes(true)
}
