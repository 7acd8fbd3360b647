// Evaluates DNS responses, record by record, and derives the status of a domain.
import { describe, expect, it } from 'vitest'
import { judgeRecord, type RecordAnswer, type MisplacedAnswer } from '../../src/identity/domains/judge.ts'
import { relativeName, misplacedHosts } from '../../src/identity/domains/names.ts'
import { type ExpectedRecord, recordKey, expectedRecords } from '../../src/identity/domains/records.ts'
import { newDomain } from '../../src/identity/domains/rules.ts'
import type { RecordCheck, Domain, DomainKey } from '../../src/identity/domains/store.ts'
import {
  restartedChecks,
  updatedCheck,
  updatedKeys,
  nextCheck,
  domainVerdict,
} from '../../src/identity/domains/verdict.ts'

const KEY = `MIIB${'abcdefgh'.repeat(40)}`
const found = (...records: unknown[]): RecordAnswer => ({ found: records as string[], ttl_s: 60, authentic: false })
const NONE: RecordAnswer = { none: 'record', authentic: false }

const base = { host: 'send.mail.example.com', required: true }
const dkim: ExpectedRecord = {
  ...base,
  record: 'DKIM',
  type: 'TXT',
  host: 'lm1._domainkey.mail.example.com',
  value: `v=DKIM1; k=rsa; p=${KEY}`,
  key: { id: 'k', algorithm: 'rsa', state: 'new', public_key: KEY },
}
const ed25519: ExpectedRecord = { ...dkim, key: { ...dkim.key!, algorithm: 'ed25519', public_key: 'A'.repeat(44) } }
const spf: ExpectedRecord = { ...base, record: 'SPF', type: 'TXT', value: 'v=spf1 include:spf.relay.example ~all' }
const mx: ExpectedRecord = { ...base, record: 'SPF', type: 'MX', value: 'mx.sender.example', priority: 10 }
const receiving: ExpectedRecord = { ...mx, record: 'Receiving', host: 'mail.example.com' }
const cname: ExpectedRecord = { ...base, record: 'Tracking', type: 'CNAME', value: 'mx.sender.example' }
const dmarc: ExpectedRecord = { ...base, record: 'DMARC', type: 'TXT', value: 'v=DMARC1; p=none' }
const exchange = (priority: number, name: string): object => ({ priority, exchange: name })

describe('a record', () => {
  it.each<[string, ExpectedRecord, RecordAnswer, RegExp | null]>([
    ['DKIM as it should be', dkim, found(`v=DKIM1; k=rsa; p=${KEY}`), null],
    ['DKIM without its version and kind', dkim, found(`p=${KEY}`), null],
    ['DKIM with spaces in it', dkim, found(`v=DKIM1; k=rsa;  p=${KEY.slice(0, 100)} ${KEY.slice(100)} ;`), null],
    ['DKIM with flags', dkim, found(`v=DKIM1; t=s; h=sha1:sha256; p=${KEY}`), null],
    ['DKIM of another kind', dkim, found(`v=DKIM1; k=ed25519; p=${KEY}`), /has k=ed25519, but must have k=rsa/],
    ['Ed25519 without its kind', ed25519, found(`v=DKIM1; p=${'A'.repeat(44)}`), /has k=rsa, but must have k=ed25519/],
    ['DKIM in quotes', dkim, found(`"v=DKIM1; k=rsa; p=${KEY}"`), /quotes around it/],
    ['DKIM in curly quotes', dkim, found(`“v=DKIM1; k=rsa; p=${KEY}”`), /quotes around it/],
    ['DKIM twice', dkim, found(`p=${KEY}`, `p=${KEY}`), /2 TXT records .* Keep only one/],
    ['DKIM cut off', dkim, found(`v=DKIM1; p=${KEY.slice(0, 240)}`), /truncated after 240 of 324 characters/],
    ['DKIM with a slip', dkim, found(`p=${KEY.slice(0, 50)}X${KEY.slice(51)}`), /differs at character 51 \("X/],
    ['DKIM of somebody else', dkim, found('p=AAAA'), /contains another key/],
    ['DKIM revoked', dkim, found('v=DKIM1; p='), /revoked/],
    ['DKIM without a key', dkim, found('v=DKIM1; k=rsa'), /no p=/],
    ['DKIM for another hash', dkim, found(`v=DKIM1; h=sha1; p=${KEY}`), /h= without sha256/],
    ['a wildcard in its place', dkim, found('v=spf1 -all'), /No TXT record at lm1/],
    ['no DKIM', dkim, NONE, /No TXT record at lm1\._domainkey\.mail\.example\.com/],
    ['SPF as it should be', spf, found('v=spf1 include:spf.relay.example ~all'), null],
    ['SPF among other TXT records', spf, found('google-site-verification=x', spf.value), null],
    ['SPF with more in it', spf, found('v=spf1 ip4:192.0.2.1 +include:spf.relay.example -all'), null],
    ['SPF written large', spf, found('V=SPF1 INCLUDE:spf.relay.example ~ALL'), null],
    ['SPF without an end', spf, found('v=spf1 include:spf.relay.example'), null],
    ['two SPF records', spf, found(spf.value, 'v=spf1 mx -all'), /two SPF records/],
    ['SPF without us', spf, found('v=spf1 mx -all'), /does not contain include:spf\.relay\.example/],
    ['SPF with us behind its end', spf, found('v=spf1 -all include:spf.relay.example'), /after -all/],
    ['SPF for everybody', spf, found('v=spf1 include:spf.relay.example +all'), /allows any server to send/],
    ['SPF in quotes', spf, found(`"${spf.value}"`), /quotes around it/],
    ['other TXT records without SPF', spf, found('hello'), /No TXT record/],
    ['MX as it should be', mx, found(exchange(10, 'mx.sender.example')), null],
    ['MX with another number', mx, found(exchange(0, 'mx.sender.example')), null],
    ['MX of another', mx, found(exchange(10, 'mx.other.example')), /is mx\.other\.example, but must be mx\.sender/],
    ['MX with its zone behind it', mx, found(exchange(10, 'mx.sender.example.example.com')), /with a trailing dot/],
    ['MX behind another', mx, found(exchange(5, 'a.example'), exchange(10, 'mx.sender.example')), /a\.example first/],
    ['MX in addition to another', mx, found(exchange(10, 'mx.sender.example'), exchange(20, 'a.example')), /Keep only/],
    [
      'MX for receiving before another',
      receiving,
      found(exchange(1, 'mx.sender.example'), exchange(9, 'b.example')),
      null,
    ],
    ['CNAME as it should be', cname, found('mx.sender.example'), null],
    ['CNAME to another', cname, found('a.example'), /points to a\.example, but must point to mx\.sender/],
    ['DMARC of any policy', dmarc, found('v=DMARC1; p=reject; rua=mailto:a@example.com'), null],
    ['two DMARC records', dmarc, found('v=DMARC1; p=none', 'v=DMARC1; p=reject'), /two DMARC records/],
    ['DMARC without a policy', dmarc, found('v=DMARC1; rua=mailto:a@example.com'), /must contain p=none/],
    ['no DMARC', dmarc, NONE, /No TXT record/],
  ])('%s', (_, expected, said, problem) => {
    const { outcome, problem: words } = judgeRecord(expected, said)
    if (problem === null) expect([outcome, words]).toEqual(['right', null])
    else expect(words).toMatch(problem)
    expect(outcome === 'right').toBe(problem === null)
  })

  it('is not missing if no name server answered', () => {
    expect(judgeRecord(spf, { trouble: 'the DNS server responded with SERVFAIL' })).toEqual({
      outcome: 'unknown',
      found: [],
      problem: 'The DNS lookup failed: the DNS server responded with SERVFAIL. It will be retried.',
    })
  })

  it('that was entered with a typical mistake is found at that name', () => {
    const slips = misplacedHosts(dkim.host, 'mail.example.com')
    expect(slips.map(({ host }) => host)).toEqual([
      'lm1._domainkey.mail.example.com.example.com',
      'lm1._domainkey.example.com',
    ])
    const at = (index: number): MisplacedAnswer[] =>
      slips.map(({ host, slip }, place) => ({ host, slip, said: place === index ? found(`p=${KEY}`) : NONE }))
    expect(judgeRecord(dkim, NONE, at(0)).problem).toMatch(
      /record is at lm1\._domainkey\.mail\.example\.com\.example\.com\. Enter its name without the domain/,
    )
    expect(judgeRecord(dkim, NONE, at(1)).problem).toMatch(/is at lm1\._domainkey\.example\.com, but must be at/)
  })

  it('truncates long values that were found', () => {
    const many = judgeRecord(spf, found(...Array.from({ length: 50 }, () => `v=spf1 ${'x'.repeat(5000)}`)))
    expect(many.found).toHaveLength(5)
    expect(many.found[0]!.length).toBeLessThan(610)
  })
})

describe('relativeName', () => {
  it.each([
    ['send.example.com', 'example.com', 'send'],
    ['send.mail.example.com', 'mail.example.com', 'send.mail'],
    ['send.a.example.co.uk', 'a.example.co.uk', 'send.a'],
    ['example.com', 'example.com', 'example.com'],
    ['_dmarc.example.com', 'mail.example.com', '_dmarc'],
  ])('of %s in %s is %s', (host, domain, name) => expect(relativeName(host, domain)).toBe(name))
})

const NOW = new Date('2026-11-02T08:00:00.000Z')
const after = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000)
const SETTINGS = { mail_host: 'mx.sender.example', spf_include: undefined, takes_bounces: true }
const check = (status: RecordCheck['status'], gone_since: string | null = null): RecordCheck => ({
  status,
  found: [],
  problem: null,
  gone_since,
})
const said = (outcome: 'right' | 'wrong' | 'missing' | 'unknown') => ({ outcome, found: [], problem: null })

describe('a check', () => {
  const asked_at = NOW.toISOString()

  it.each([
    [undefined, 'right', 0, 'verified'],
    [undefined, 'missing', 0, 'pending'],
    ['pending', 'wrong', 71, 'pending'],
    ['pending', 'wrong', 72, 'failed'],
    ['pending', 'unknown', 72, 'failed'],
    ['failed', 'right', 80, 'verified'],
    ['verified', 'missing', 500, 'temporary_failure'],
    ['verified', 'unknown', 500, 'verified'],
    ['temporary_failure', 'right', 500, 'verified'],
  ] as const)('that was %s and is %s after %d hours becomes %s', (was, outcome, hours, is) => {
    const before = was && check(was)
    expect(updatedCheck(before, said(outcome), { now: after(hours), asked_at }).status).toBe(is)
  })

  it('fails 72 hours after its record was removed', () => {
    const gone = updatedCheck(check('verified'), said('missing'), { now: after(500), asked_at })
    expect(gone).toMatchObject({ status: 'temporary_failure', gone_since: after(500).toISOString() })
    expect(updatedCheck(gone, said('missing'), { now: after(571), asked_at }).status).toBe('temporary_failure')
    expect(updatedCheck(gone, said('unknown'), { now: after(572), asked_at }).status).toBe('temporary_failure')
    expect(updatedCheck(gone, said('missing'), { now: after(572), asked_at }).status).toBe('failed')
    expect(updatedCheck(gone, said('right'), { now: after(572), asked_at })).toMatchObject({
      status: 'verified',
      gone_since: null,
    })
  })

  it('starts again when a failed check is requested', () => {
    const { a, b } = restartedChecks({ checks: { a: check('failed'), b: check('verified') } })
    expect([a!.status, b!.status]).toEqual(['pending', 'verified'])
  })
})

const key = (algorithm: 'rsa' | 'ed25519', state: DomainKey['state'], more: Partial<DomainKey> = {}): DomainKey => ({
  id: `${algorithm} ${state}`,
  team_id: 't',
  domain_id: 'd',
  selector: `${state}-${algorithm}`,
  algorithm,
  public_key: 'AAAA',
  sealed: '',
  state,
  created_at: NOW.toISOString(),
  retired_at: null,
  ...more,
})

function domainWith(statuses: Record<string, RecordCheck['status']>, keys: DomainKey[], more: object = {}): Domain {
  const body = { name: 'example.com', region: 'us-east-1', custom_return_path: 'send' } as const
  const made = newDomain({ ...body, open_tracking: false, click_tracking: false }, { id: 'd', team_id: 't', now: NOW })
  const domain = { ...made, asked_at: NOW.toISOString(), ...more }
  const records = expectedRecords(domain, keys, SETTINGS)
  const status = (record: ExpectedRecord): RecordCheck['status'] | undefined =>
    statuses[`${record.record} ${record.host}`] ??
    statuses[`${record.record} ${record.type}`] ??
    statuses[record.record]
  const checks = records.flatMap(record =>
    status(record) ? [[recordKey(record), check(status(record)!)] as const] : [],
  )
  return { ...domain, checks: Object.fromEntries(checks) }
}

describe('a domain', () => {
  const keys = [key('rsa', 'new'), key('ed25519', 'new')]
  const both = { sending: true, receiving: true }

  it.each<[Record<string, RecordCheck['status']>, object, Domain['status'], boolean]>([
    [{}, { asked_at: null }, 'not_started', false],
    [{}, {}, 'pending', false],
    [{ DKIM: 'verified', SPF: 'verified' }, {}, 'verified', true],
    [{ DKIM: 'verified', SPF: 'pending' }, {}, 'pending', false],
    [{ DKIM: 'verified', 'SPF MX': 'verified', 'SPF TXT': 'failed' }, {}, 'failed', false],
    [{ DKIM: 'verified', SPF: 'temporary_failure' }, {}, 'verified', true],
    [{ DKIM: 'verified', SPF: 'verified' }, both, 'partially_verified', true],
    [{ DKIM: 'verified', SPF: 'verified', Receiving: 'failed' }, both, 'partially_failed', true],
    [{ DKIM: 'failed', SPF: 'failed', Receiving: 'verified' }, both, 'partially_failed', false],
    [{ DKIM: 'failed', SPF: 'failed', Receiving: 'failed' }, both, 'failed', false],
    [{ Receiving: 'verified' }, { sending: false, receiving: true }, 'verified', false],
    // a key of the other type is recommended
    [
      { 'DKIM new-rsa._domainkey.example.com': 'verified', 'DKIM TXT': 'pending', SPF: 'verified' },
      {},
      'verified',
      true,
    ],
  ])('with %j %j is %s', (statuses, more, status, may_send) => {
    const domain = domainWith(statuses, keys, more)
    expect(domainVerdict(domain, expectedRecords(domain, keys, SETTINGS))).toMatchObject({ status, may_send })
  })

  const CLOSED = { ...SETTINGS, takes_bounces: false }

  it.each<
    [string, Record<string, RecordCheck['status']>, typeof SETTINGS, object, [Domain['status'], boolean, boolean]]
  >([
    [
      'requires no return path while bounces are not received',
      { DKIM: 'verified' },
      CLOSED,
      {},
      ['verified', true, false],
    ],
    ['needs its key all the same', { SPF: 'verified' }, CLOSED, {}, ['pending', false, true]],
    ['requires a return path if bounces are received', { DKIM: 'verified' }, SETTINGS, {}, ['pending', false, false]],
    [
      'that was verified continues to send when bounces start to be received',
      { DKIM: 'verified' },
      SETTINGS,
      { verified_at: NOW.toISOString() },
      ['pending', true, false],
    ],
    [
      'that was verified continues to send while its return path is not found',
      { DKIM: 'verified', SPF: 'failed' },
      SETTINGS,
      { verified_at: NOW.toISOString() },
      ['failed', true, false],
    ],
    [
      'has bounces come here when both records lead here',
      { DKIM: 'verified', 'SPF MX': 'verified', 'SPF TXT': 'pending' },
      SETTINGS,
      {},
      ['pending', false, false],
    ],
  ])('%s', (_, statuses, settings, more, [status, may_send, bounces_here]) => {
    const domain = domainWith(statuses, keys, more)
    expect(domainVerdict(domain, expectedRecords(domain, keys, settings))).toEqual({ status, may_send, bounces_here })
  })

  it('stops sending when its return path records are removed', () => {
    const gone_since = NOW.toISOString()
    const domain = domainWith({ DKIM: 'verified' }, keys, { verified_at: gone_since })
    const records = expectedRecords(domain, keys, SETTINGS)
    const lost = records
      .filter(({ record }) => record === 'SPF')
      .map(each => [recordKey(each), check('failed', gone_since)])
    const checks = { ...domain.checks, ...Object.fromEntries(lost) }
    expect(domainVerdict({ ...domain, checks }, records)).toEqual({
      status: 'failed',
      may_send: false,
      bounces_here: false,
    })
  })

  it('without an active key cannot send', () => {
    const domain = domainWith({ SPF: 'verified' }, [])
    expect(domainVerdict(domain, expectedRecords(domain, [], SETTINGS)).may_send).toBe(false)
  })

  it.each([
    [{ DKIM: 'pending' }, 0, 1 / 60],
    [{ DKIM: 'pending' }, 0.5, 5 / 60],
    [{ DKIM: 'pending' }, 5, 1],
    [{ DKIM: 'verified', SPF: 'verified' }, 5, 12],
    [{ DKIM: 'temporary_failure', SPF: 'verified' }, 500, 1],
  ] as const)(
    'with %j, %d hours after the check was requested, is checked again in %d hours',
    (statuses, hours, again) => {
      const one = [key('rsa', 'new')]
      const domain = domainWith({ SPF: 'verified', ...statuses }, one)
      const next = nextCheck(domain, expectedRecords(domain, one, SETTINGS), { now: after(hours), chance: 0 })!
      expect((next.getTime() - after(hours).getTime()) / 3_600_000).toBeCloseTo(again)
      const late = nextCheck(domain, expectedRecords(domain, one, SETTINGS), { now: after(hours), chance: 1 })!
      expect((late.getTime() - after(hours).getTime()) / 3_600_000).toBeCloseTo(again * 1.1)
    },
  )

  it('that failed is not checked again', () => {
    const one = [key('rsa', 'new')]
    const domain = domainWith({ DKIM: 'failed', SPF: 'failed' }, one)
    expect(nextCheck(domain, expectedRecords(domain, one, SETTINGS), { now: NOW, chance: 0 })).toBeUndefined()
  })
})

describe('the keys of a domain', () => {
  it('are used as soon as they are found, for each type separately', () => {
    const keys = [key('rsa', 'new'), key('ed25519', 'new')]
    const domain = domainWith({ 'DKIM new-rsa._domainkey.example.com': 'verified', 'DKIM TXT': 'pending' }, keys)
    expect(updatedKeys(domain, keys, NOW).map(({ state }) => state)).toEqual(['active', 'new'])
  })

  it('retire when a newer key is found, and are deleted 7 days later', () => {
    const keys = [key('rsa', 'active'), key('ed25519', 'active'), key('rsa', 'new'), key('ed25519', 'new')]
    const waiting = domainWith({ 'DKIM active-rsa._domainkey.example.com': 'verified' }, keys)
    expect(updatedKeys(waiting, keys, NOW)).toEqual(keys)
    const domain = domainWith({ 'DKIM new-rsa._domainkey.example.com': 'verified' }, keys)
    const next = updatedKeys(domain, keys, NOW)
    expect(next.map(({ state }) => state)).toEqual(['retiring', 'active', 'active', 'new'])
    expect(updatedKeys(domain, next, after(7 * 24 - 1))).toHaveLength(4)
    expect(updatedKeys(domain, next, after(7 * 24)).map(({ id, state }) => [id, state])).toEqual([
      ['ed25519 active', 'active'],
      ['rsa new', 'active'],
      ['ed25519 new', 'new'],
    ])
  })

  it('that are new are not required if other keys are in use', () => {
    const keys = [key('rsa', 'active'), key('rsa', 'new')]
    const domain = domainWith({}, keys)
    const required = expectedRecords(domain, keys, SETTINGS).filter(({ record }) => record === 'DKIM')
    expect(required.map(each => each.required)).toEqual([true, false])
  })
})
