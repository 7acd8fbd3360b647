// Checks the records of a domain in DNS and saves the outcome.
import type { Dns } from '../../base/net/dns.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import type { Tx } from '../../base/store/database.ts'
import { changesOf } from '../../base/store/signals/changes.ts'
import { guardName, recordChange } from './actions.ts'
import { type Judged, judged, type Slipped } from './judge.ts'
import { giveKeys } from './keys/actions.ts'
import { slipsOf } from './names.ts'
import {
  dmarcRecordOf,
  type DomainSettings,
  everyRecordOf,
  type ExpectedRecord,
  idOfRecord,
  recordsOf,
} from './records.ts'
import * as store from './store.ts'
import type { Domain, DomainKey } from './store.ts'
import { checkAfter, keysAfter, nextLook, verdictOf } from './verdict.ts'

export interface DomainChecks {
  dns: Pick<Dns, 'ask'>
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
    const keys = before.keys.length > 0 ? before.keys : await giveKeys({ unit: work.look }, domain, work.now())
    const said = await askAll(dns, domain, recordsOf(domain, keys, settings))
    await work.finish(async tx => {
      const current = await find(tx, team_id, domain_id)
      // the domain was removed, or a newer check was started
      if (!current || current.domain.turn !== turn) return
      const next = await writeDown(tx, current, { said, settings, now: work.now(), chance: chance() })
      if (next) await enqueue(tx, 'check_domain', work.payload, work.now(), next)
    })
  }
}

interface Found {
  domain: Domain
  keys: DomainKey[]
}

async function find(tx: Tx, team_id: string, id: string): Promise<Found | undefined> {
  const [domain, keys] = await Promise.all([
    store.findDomain(tx, { team_id, id }),
    store.listKeys(tx, { team_id, domain_id: id }),
  ])
  return domain && { domain, keys }
}

/**
 * Queries all records in parallel, so that a slow name server delays only its own records. Returns the outcomes by record id.
 */
async function askAll(
  dns: Pick<Dns, 'ask'>,
  domain: Domain,
  records: readonly ExpectedRecord[],
): Promise<Map<string, Judged>> {
  const questions = { dns, name: domain.name, ending: AbortSignal.timeout(LIMIT_MS) }
  const said = await Promise.all([...records.map(record => ask(questions, record)), askPolicy(questions)])
  return new Map([...records, dmarcRecordOf(domain)].map((record, index) => [idOfRecord(record), said[index]!]))
}

/** The queries of one domain's check. */
interface Questions {
  dns: Pick<Dns, 'ask'>
  name: string
  ending: AbortSignal
}

async function ask({ dns, name, ending }: Questions, expected: ExpectedRecord): Promise<Judged> {
  // the record leads nowhere, whatever DNS returns
  if (expected.fault !== undefined) return { outcome: 'wrong', found: [], problem: expected.fault }
  try {
    const first = judged(expected, await dns.ask(expected.type, expected.host, ending))
    if (first.outcome !== 'missing') return first
    const slips = slipsOf(expected.host, name).map(async ({ host, slip }): Promise<Slipped> => ({
      host,
      slip,
      said: await dns.ask(expected.type, host, ending),
    }))
    return judged(expected, { none: 'record', authentic: false }, await Promise.all(slips))
  } catch (error) {
    if (ending.aborted) return judged(expected, { trouble: `no response within ${LIMIT_MS / 1000} seconds` })
    throw error
  }
}

/** The domain's own policy takes precedence over that of its registrable domain (RFC 7489 6.6.3). */
async function askPolicy(questions: Questions): Promise<Judged> {
  const expected = dmarcRecordOf(questions)
  const own = { ...expected, host: `_dmarc.${questions.name}` }
  const first = await ask(questions, own)
  return first.outcome === 'missing' && own.host !== expected.host ? ask(questions, expected) : first
}

interface Told {
  said: ReadonlyMap<string, Judged>
  settings: DomainSettings
  now: Date
  chance: number
}

/** Saves the outcome of a check. Returns when to check again, if at all. */
async function writeDown(
  tx: Tx,
  { domain: before, keys }: Found,
  { said, settings, now, chance }: Told,
): Promise<Date | undefined> {
  const checked: Domain = {
    ...before,
    checked_at: now.toISOString(),
    checks: Object.fromEntries(
      [...everyRecordOf(before, keys, settings), dmarcRecordOf(before)].flatMap(record => {
        const id = idOfRecord(record)
        const [was, is] = [before.checks[id], said.get(id)]
        // a record that was not queried keeps its outcome, because it may be required again
        if (!is) return was ? [[id, was]] : []
        return [[id, checkAfter(was, is, { now, asked_at: before.asked_at! })]]
      }),
    ),
  }
  const keys_after = keysAfter(checked, keys, now)
  const records = recordsOf(checked, keys_after, settings)
  let verdict = verdictOf(checked, records)
  const isFound = verdict.may_send || (!checked.sending && verdict.status === 'verified')
  const isFirst = isFound && before.verified_at === null
  if (isFirst && !(await holdVerified(tx, checked, now))) verdict = { ...verdict, status: 'failed', may_send: false }
  const domain = {
    ...checked,
    ...verdict,
    ...(isFirst && verdict.status !== 'failed' && { verified_at: now.toISOString() }),
  }
  store.saveDomain(tx, domain)
  store.saveKeys(tx, keys, keys_after)
  const changes = changesOf(before, domain, 'status')
  if (domain.status !== before.status) await recordChange({ tx, now }, 'domain.updated', domain, changes)
  return nextLook(domain, records, { now, chance })
}

/** Of several teams that added a name, the first to verify it owns it. Returns whether this team does. */
async function holdVerified(tx: Tx, domain: Domain, now: Date): Promise<boolean> {
  guardName(tx, domain.name)
  const holder = await store.findHolder(tx, { name: domain.name })
  if (holder && holder.team_id !== domain.team_id && holder.was_verified) return false
  store.holdName(tx, domain, { was_verified: true, now })
  return true
}
