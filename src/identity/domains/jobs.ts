// Checks the records of a domain in DNS and saves the outcome.
import type { Dns } from '../../base/net/dns.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import type { Tx } from '../../base/store/database.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { guardName, recordDomainChange } from './actions.ts'
import { type RecordJudgement, judgeRecord, type MisplacedAnswer } from './judge.ts'
import { createDomainKeys } from './keys/actions.ts'
import { misplacedHosts } from './names.ts'
import {
  dmarcRecordOf,
  type DomainSettings,
  allRecordsOf,
  type ExpectedRecord,
  recordKey,
  expectedRecords,
} from './records.ts'
import * as store from './store.ts'
import type { Domain, DomainKey } from './store.ts'
import { updatedCheck, updatedKeys, nextCheck, domainVerdict } from './verdict.ts'

export interface DomainChecks {
  dns: Pick<Dns, 'query'>
  settings: DomainSettings
}

type Job = Work<'check_domain'>

/** Time limit for all DNS queries of one check. */
const LIMIT_MS = 30_000

/** The job `check_domain`. `chance` returns numbers from 0 to 1. */
export function checkDomain(
  { dns, settings }: DomainChecks,
  chance: () => number = Math.random,
): (work: Job) => Promise<void> {
  return async work => {
    const { team_id, domain_id, turn } = work.payload
    const before = await work.read(tx => find(tx, team_id, domain_id))
    if (!before || before.domain.turn !== turn) return
    const { domain } = before
    // a domain has no keys if the server stopped between adding it and creating them
    const keys = before.keys.length > 0 ? before.keys : await createDomainKeys({ unit: work.write }, domain, work.now())
    const said = await queryAll(dns, domain, expectedRecords(domain, keys, settings))
    await work.finish(async tx => {
      const current = await find(tx, team_id, domain_id)
      // the domain was removed, or a newer check was started
      if (!current || current.domain.turn !== turn) return
      const next = await saveChecks(tx, current, { said, settings, now: work.now(), chance: chance() })
      if (next) await enqueue(tx, 'check_domain', work.payload, work.now(), next)
    })
  }
}

interface DomainWithKeys {
  domain: Domain
  keys: DomainKey[]
}

async function find(tx: Tx, team_id: string, id: string): Promise<DomainWithKeys | undefined> {
  const [domain, keys] = await Promise.all([
    store.findDomain(tx, { team_id, id }),
    store.listDomainKeys(tx, { team_id, domain_id: id }),
  ])
  return domain && { domain, keys }
}

/**
 * Queries all records in parallel, so that a slow name server delays only its own records. Returns the outcomes by record id.
 */
async function queryAll(
  dns: Pick<Dns, 'query'>,
  domain: Domain,
  records: readonly ExpectedRecord[],
): Promise<Map<string, RecordJudgement>> {
  const questions = { dns, name: domain.name, ending: AbortSignal.timeout(LIMIT_MS) }
  const said = await Promise.all([...records.map(record => queryRecord(questions, record)), queryPolicy(questions)])
  return new Map([...records, dmarcRecordOf(domain)].map((record, index) => [recordKey(record), said[index]!]))
}

/** The queries of one domain's check. */
interface RecordQueries {
  dns: Pick<Dns, 'query'>
  name: string
  ending: AbortSignal
}

async function queryRecord({ dns, name, ending }: RecordQueries, expected: ExpectedRecord): Promise<RecordJudgement> {
  // the record leads nowhere, whatever DNS returns
  if (expected.fault !== undefined) return { outcome: 'wrong', found: [], problem: expected.fault }
  try {
    const first = judgeRecord(expected, await dns.query(expected.type, expected.host, ending))
    if (first.outcome !== 'missing') return first
    const slips = misplacedHosts(expected.host, name).map(async ({ host, slip }): Promise<MisplacedAnswer> => ({
      host,
      slip,
      said: await dns.query(expected.type, host, ending),
    }))
    return judgeRecord(expected, { none: 'record', authentic: false }, await Promise.all(slips))
  } catch (error) {
    if (ending.aborted) return judgeRecord(expected, { trouble: `no response within ${LIMIT_MS / 1000} seconds` })
    throw error
  }
}

/** The domain's own policy takes precedence over that of its registrable domain (RFC 7489 6.6.3). */
async function queryPolicy(questions: RecordQueries): Promise<RecordJudgement> {
  const expected = dmarcRecordOf(questions)
  const own = { ...expected, host: `_dmarc.${questions.name}` }
  const first = await queryRecord(questions, own)
  return first.outcome === 'missing' && own.host !== expected.host ? queryRecord(questions, expected) : first
}

interface CheckResult {
  said: ReadonlyMap<string, RecordJudgement>
  settings: DomainSettings
  now: Date
  chance: number
}

/** Saves the outcome of a check. Returns when to check again, if at all. */
async function saveChecks(
  tx: Tx,
  { domain: before, keys }: DomainWithKeys,
  { said, settings, now, chance }: CheckResult,
): Promise<Date | undefined> {
  const checked: Domain = {
    ...before,
    checked_at: now.toISOString(),
    checks: Object.fromEntries(
      [...allRecordsOf(before, keys, settings), dmarcRecordOf(before)].flatMap(record => {
        const id = recordKey(record)
        const [was, is] = [before.checks[id], said.get(id)]
        // a record that was not queried keeps its outcome, because it may be required again
        if (!is) return was ? [[id, was]] : []
        return [[id, updatedCheck(was, is, { now, asked_at: before.asked_at! })]]
      }),
    ),
  }
  const keys_after = updatedKeys(checked, keys, now)
  const records = expectedRecords(checked, keys_after, settings)
  let verdict = domainVerdict(checked, records)
  const isFound = verdict.may_send || (!checked.sending && verdict.status === 'verified')
  const isFirst = isFound && before.verified_at === null
  if (isFirst && !(await holdVerified(tx, checked, now))) verdict = { ...verdict, status: 'failed', may_send: false }
  const domain = {
    ...checked,
    ...verdict,
    ...(isFirst && verdict.status !== 'failed' && { verified_at: now.toISOString() }),
  }
  store.saveDomain(tx, domain)
  store.saveDomainKeys(tx, keys, keys_after)
  const changes = changesOf(before, domain, 'status')
  if (domain.status !== before.status) await recordDomainChange({ tx, now }, 'domain.updated', domain, changes)
  return nextCheck(domain, records, { now, chance })
}

/** Of several teams that added a name, the first to verify it owns it. Returns whether this team does. */
async function holdVerified(tx: Tx, domain: Domain, now: Date): Promise<boolean> {
  guardName(tx, domain.name)
  const holder = await store.findHolder(tx, { name: domain.name })
  if (holder && holder.team_id !== domain.team_id && holder.was_verified) return false
  store.saveNameHolder(tx, domain, { was_verified: true, now })
  return true
}
