// Derives from DNS answers the status of each record and of the domain, the state of its keys, and the time of the next check.
import { dkimRecords, type ExpectedRecord, recordKey, isPresent, recordStatus } from './records.ts'
import type { RecordCheck, Domain, DomainKey } from './store.ts'
import type { RecordJudgement } from './judge.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long a missing record is checked, and how long a record that disappeared still counts as present. */
const WINDOW_MS = 72 * HOUR_MS
/**
 * How long the record of an old key is required: delivery of an email that it signed is attempted for 5 days, and the email may
 * be read a little later.
 */
export const RETIRING_MS = 7 * 24 * HOUR_MS

/** The status of a record after a check. */
export function updatedCheck(
  before: RecordCheck | undefined,
  said: RecordJudgement,
  { now, asked_at }: { now: Date; asked_at: string },
): RecordCheck {
  const was = before?.status ?? 'not_started'
  const { found, problem } = said
  const since = before?.gone_since ?? null
  if (said.outcome === 'right') return { status: 'verified', found, problem, gone_since: null }
  const isLate = (from: string): boolean => now.getTime() - Date.parse(from) >= WINDOW_MS
  if (isPresent(was)) {
    // a missing answer does not mean that the record was removed
    if (said.outcome === 'unknown') return { status: was, found: before!.found, problem, gone_since: since }
    const gone_since = since ?? now.toISOString()
    return { status: isLate(gone_since) ? 'failed' : 'temporary_failure', found, problem, gone_since }
  }
  return { status: isLate(asked_at) ? 'failed' : 'pending', found, problem, gone_since: null }
}

/** Failed records become pending when a new round of checks starts. */
export function restartedChecks({ checks }: Pick<Domain, 'checks'>): Record<string, RecordCheck> {
  return Object.fromEntries(
    Object.entries(checks).map(([id, check]) => [
      id,
      check.status === 'failed' ? { ...check, status: 'pending' as const, gone_since: null } : check,
    ]),
  )
}

/** The status of a domain, from its required records for sending and its record for receiving, if these are enabled. */
export function domainVerdict(
  domain: Domain,
  records: readonly ExpectedRecord[],
): Pick<Domain, 'status' | 'may_send' | 'bounces_here'> {
  const { checks, sending, receiving, verified_at } = domain
  const required = records.filter(each => each.required)
  const returnPath = records.filter(({ record }) => record === 'SPF')
  const isFound = (record: ExpectedRecord): boolean => isPresent(recordStatus(domain, record))
  // records that became required after the domain was verified, because the server started to receive bounces, do not stop it
  // from sending, even if they are never found
  const isNew = (record: ExpectedRecord): boolean =>
    verified_at !== null && !isFound(record) && (checks[recordKey(record)]?.gone_since ?? null) === null
  const needed = required.filter(each => each.record !== 'SPF' || !isNew(each))
  const groups = [
    ...(sending ? [forSending(domain, required)] : []),
    ...(receiving ? [together(domain, required, ['Receiving'])] : []),
  ]
  return {
    status: ofGroups(groups),
    may_send: sending && forSending(domain, needed) === 'verified',
    bounces_here: returnPath.length > 0 && returnPath.every(isFound),
  }
}

/**
 * Whether email to a domain is accepted. A domain that only receives is verified by its MX record. That record proves that
 * email may be sent here, but not for which team, so the first team to hold the name receives it.
 */
export function acceptsMail(domain: Domain, { was_verified }: { was_verified: boolean }): boolean {
  const { receiving, is_placeholder, status, name } = domain
  if (!receiving || is_placeholder || !(was_verified || status === 'verified')) return false
  return isPresent(recordStatus(domain, { record: 'Receiving', type: 'MX', host: name }))
}

function forSending(domain: Domain, required: readonly ExpectedRecord[]): GroupStatus {
  // without a key yet, it is still to be created
  if (!required.some(({ record }) => record === 'DKIM')) return 'pending'
  return together(domain, required, ['DKIM', 'SPF'])
}

type GroupStatus = 'not_started' | 'pending' | 'verified' | 'failed'

function together(
  domain: Domain,
  required: readonly ExpectedRecord[],
  kinds: readonly ExpectedRecord['record'][],
): GroupStatus {
  const statuses = required.filter(({ record }) => kinds.includes(record)).map(record => recordStatus(domain, record))
  if (statuses.every(isPresent)) return 'verified'
  if (statuses.includes('failed')) return 'failed'
  return statuses.every(each => each === 'not_started') ? 'not_started' : 'pending'
}

function ofGroups(groups: readonly GroupStatus[]): Domain['status'] {
  const [first] = groups
  if (groups.every(each => each === first)) return first!
  if (!groups.includes('verified')) return 'pending'
  return groups.includes('failed') ? 'partially_failed' : 'partially_verified'
}

/** The keys after a check: a new key that was found becomes active, and the key that it replaces retires. */
export function updatedKeys(domain: Domain, keys: readonly DomainKey[], now: Date): DomainKey[] {
  const isFound = (key: DomainKey): boolean =>
    dkimRecords(domain.name, [key]).some(record => domain.checks[recordKey(record)]?.status === 'verified')
  const arrived = keys.filter(key => key.state === 'new' && isFound(key))
  return keys.flatMap(key => {
    if (arrived.includes(key)) return { ...key, state: 'active' as const }
    const isReplaced = arrived.some(({ algorithm }) => algorithm === key.algorithm)
    if (key.state === 'active' && isReplaced)
      return { ...key, state: 'retiring' as const, retired_at: now.toISOString() }
    return isOver(key, now) ? [] : key
  })
}

function isOver({ state, retired_at }: DomainKey, now: Date): boolean {
  return state === 'retiring' && retired_at !== null && now.getTime() - Date.parse(retired_at) >= RETIRING_MS
}

/** When to check again; `undefined` means only on request. `chance` (0 to 1) distributes the checks of domains over time. */
export function nextCheck(
  domain: Domain,
  records: readonly ExpectedRecord[],
  { now, chance }: { now: Date; chance: number },
): Date | undefined {
  const statuses = records.map(record => recordStatus(domain, record))
  const waits_ms = [
    ...(statuses.includes('pending') ? [pendingWait(now.getTime() - Date.parse(domain.asked_at!))] : []),
    ...(statuses.includes('temporary_failure') ? [HOUR_MS] : []),
    ...(statuses.includes('verified') ? [12 * HOUR_MS] : []),
  ]
  if (waits_ms.length === 0) return undefined
  return new Date(now.getTime() + Math.min(...waits_ms) * (1 + chance / 10))
}

/** Frequent at the beginning, while a person waits for the result. */
function pendingWait(waited_ms: number): number {
  if (waited_ms < 10 * MINUTE_MS) return MINUTE_MS
  return waited_ms < 2 * HOUR_MS ? 5 * MINUTE_MS : HOUR_MS
}
