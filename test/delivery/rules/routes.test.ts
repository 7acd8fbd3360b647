// Routing: which relay, mail server and address an email is sent to, and at what rate.
import { describe, expect, it } from 'vitest'
import { Gates } from '../../../src/mail/delivery/routes/gates.ts'
import { alternateAddresses, HOSTS_MAX, orderMailHosts } from '../../../src/mail/delivery/routes/mail-hosts.ts'
import { isNamedBy, parseStsId, parseStsPolicy } from '../../../src/mail/delivery/routes/mta-sts.ts'
import {
  CONCURRENCY_FIRST,
  CONCURRENCY_MAX,
  INITIAL_PACE,
  updatedPace,
  smtpOutcomeOf,
} from '../../../src/mail/delivery/routes/pace.ts'
import { type MailRoute, orderRelays, matchingRelays } from '../../../src/mail/delivery/routes/relays.ts'
import { type RelayRule, parseRelays } from '../../../src/base/net/relays.ts'

const CONNECTIONS = 5
const names = (relays: readonly RelayRule[]): string[] => relays.map(({ name }) => name)
/** Repeats the given numbers from 0 to 1. */
function chances(...given: number[]): () => number {
  let index = 0
  return () => given[index++ % given.length]!
}

describe('the relays for an email', () => {
  const rules = parseRelays(
    `any=smtp://a other=smtp://b eu=smtp://c;domains=gmx.de,*.web.de own=smtp://d;senders=big.example
     both=smtp://e;domains=gmx.de;senders=big.example`,
    CONNECTIONS,
  )

  it.each([
    ['small.example', 'gmail.com', ['any', 'other']],
    ['small.example', 'gmx.de', ['eu']],
    ['small.example', 'mail.web.de', ['eu']],
    ['small.example', 'a.mail.web.de', ['eu']],
    ['small.example', 'web.de', ['any', 'other']],
    ['small.example', 'notgmx.de', ['any', 'other']],
    ['big.example', 'gmail.com', ['own']],
    ['big.example', 'gmx.de', ['both']],
  ])('from %s to %s are %j', (from_domain, to_domain, expected) => {
    expect(names(matchingRelays(rules, { from_domain, to_domain }))).toEqual(expected)
  })

  it('are empty when all relays are for other emails', () => {
    const only = rules.filter(({ domains }) => domains.length > 0)
    expect(matchingRelays(only, { from_domain: 'a.example', to_domain: 'gmail.com' })).toEqual([])
  })

  it('are ordered by weighted choice, then standby relays, then unreachable ones', () => {
    const some = parseRelays(
      'a=smtp://a;weight=3 b=smtp://b;weight=1 c=smtp://c;weight=0 d=smtp://d;weight=9',
      CONNECTIONS,
    )
    const isDown = (name: string): boolean => name === 'd'
    const first: Record<string, number> = {}
    for (let draw = 0; draw < 400; draw++) {
      const order = names(orderRelays(some, isDown, chances((draw + 0.5) / 400, 0)))
      expect(order.slice(2)).toEqual(['c', 'd'])
      first[order[0]!] = (first[order[0]!] ?? 0) + 1
    }
    expect(first).toEqual({ a: 300, b: 100 })
    expect(names(orderRelays(some, () => true, chances(0)))).toEqual(['a', 'b', 'd', 'c'])
  })
})

describe('a relay with a limit of emails per minute', () => {
  const at = { now_ms: 0 }
  const relays = parseRelays('one=smtp://a;per_minute=120 two=smtp://b;per_minute=60;domains=b.example', CONNECTIONS)
  const [one] = relays as [RelayRule]
  const gatesAt = (now_ms: number): Gates => {
    at.now_ms = now_ms
    return new Gates(
      relays,
      () => false,
      () => at.now_ms,
    )
  }
  const way = (mail: string): MailRoute => ({ from_domain: 'a.example', to_domain: 'x.example', mail })
  const held = { name: 'by:one', reason: 'The relay one is at the limit of emails per minute' }

  it('reserves one slot per email, also for repeated requests, and none over the limit', () => {
    const gates = gatesAt(0)
    for (const mail of ['1', '2', '1', '2']) expect(gates.waitReasonOf(way(mail), [one])).toBeUndefined()
    expect(gates.waitReasonOf(way('3'), [one])).toEqual(held)
    expect([gates.mayClaim('by:one', 0), gates.mayUse('one'), gates.mayUse('one', '2')]).toEqual([false, false, true])
    expect(gates.mayUse('two')).toBe(true)
  })

  it('reassigns the slot of a released email, but not of a sent one', () => {
    const gates = gatesAt(0)
    for (const mail of ['1', '2']) gates.waitReasonOf(way(mail), [one])
    gates.release('1')
    expect(gates.waitReasonOf(way('3'), [one])).toBeUndefined()
    gates.use(one, '2')
    gates.use(one, '3')
    expect(gates.waitReasonOf(way('4'), [one])).toEqual(held)
    at.now_ms = 499
    expect(gates.waitReasonOf(way('4'), [one])).toEqual(held)
    at.now_ms = 500
    expect(gates.waitReasonOf(way('4'), [one])).toBeUndefined()
    // at most one second of capacity accumulates while idle
    gates.release('4')
    at.now_ms = 3_600_000
    expect(['5', '6', '7'].map(mail => gates.waitReasonOf(way(mail), [one])?.name)).toEqual([
      undefined,
      undefined,
      'by:one',
    ])
  })

  it('allows more recipients of a sent email and compensates before the next email', () => {
    const gates = gatesAt(0)
    expect(gates.waitReasonOf(way('1'), [one])).toBeUndefined()
    for (let recipient = 0; recipient < 6; recipient++) {
      expect(gates.mayUse('one', '1', recipient > 0)).toBe(true)
      gates.use(one, '1')
    }
    at.now_ms = 2499
    expect(gates.waitReasonOf(way('2'), [one])).toEqual(held)
    at.now_ms = 2500
    expect(gates.waitReasonOf(way('2'), [one])).toBeUndefined()
    gates.setPauses([{ scope: 'relay', name: 'one' }])
    expect(gates.mayUse('one', '1', true)).toBe(false)
  })
})

describe('the mail servers of a domain', () => {
  const mx = (...found: [number, string][]) => ({
    found: found.map(([priority, exchange]) => ({ priority, exchange })),
    ttl_s: 60,
    authentic: true,
  })
  const hostsOf = (answer: Parameters<typeof orderMailHosts>[1], chance = chances(0.5)) =>
    orderMailHosts('example.net', answer, ['mail.ours.example'], chance)

  it('are ordered by preference, and randomly for equal preference', () => {
    const answer = mx([20, 'c.example'], [10, 'a.example'], [10, 'b.example'])
    expect(hostsOf(answer, chances(0, 0.1, 0.9))).toMatchObject({ hosts: ['a.example', 'b.example', 'c.example'] })
    expect(hostsOf(answer, chances(0, 0.9, 0.1))).toMatchObject({ hosts: ['b.example', 'a.example', 'c.example'] })
  })

  it('are the domain itself without an MX record, and refused for an unknown domain', () => {
    const none = { none: 'record', authentic: true } as const
    expect(hostsOf(none)).toEqual({ hosts: ['example.net'], authentic: true, implicit: true })
    expect(hostsOf({ none: 'name', authentic: false })).toMatchObject({
      refused: 'The domain example.net does not exist',
    })
  })

  it('are permanently refused for a null MX and delayed while the lookup fails', () => {
    expect(hostsOf(mx([0, '.']))).toEqual({
      refused: 'The domain example.net does not accept email (null MX)',
      code: '5.1.10',
    })
    expect(hostsOf(mx([0, '.'], [10, 'a.example']))).toMatchObject({ hosts: ['a.example'] })
    expect(hostsOf({ trouble: 'the DNS server responded with SERVFAIL' })).toEqual({
      delay: 'The lookup of the mail servers of example.net failed: the DNS server responded with SERVFAIL',
    })
  })

  it('exclude this server and less preferred ones, which prevents mail loops', () => {
    const answer = mx([10, 'a.example'], [20, 'mail.ours.example'], [20, 'b.example'], [30, 'c.example'])
    expect(hostsOf(answer)).toMatchObject({ hosts: ['a.example'] })
    expect(hostsOf(mx([10, 'mail.ours.example'], [10, 'b.example']))).toMatchObject({ code: '5.4.6' })
  })

  it('are limited in number, without duplicates', () => {
    const many = mx(...Array.from({ length: 50 }, (_, index): [number, string] => [index, `h${index}.example`]))
    expect(hostsOf(many)).toMatchObject({ hosts: Array.from({ length: HOSTS_MAX }, (_, index) => `h${index}.example`) })
    expect(hostsOf(mx([1, 'a.example'], [2, 'a.example']))).toMatchObject({ hosts: ['a.example'] })
  })

  it.each([
    [
      ['192.0.2.1', '2001:db8::1'],
      ['2001:db8::1', '192.0.2.1'],
    ],
    [
      ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
      ['2001:db8::1', '192.0.2.1', '192.0.2.2'],
    ],
    [
      ['2001:db8::1', '2001:db8::2', '192.0.2.1'],
      ['2001:db8::1', '192.0.2.1', '2001:db8::2'],
    ],
    [[], []],
  ])('with the addresses %j are tried in the order %j', (addresses, order) => {
    expect(alternateAddresses(addresses)).toEqual(order)
  })
})

describe('MTA-STS', () => {
  it.each([
    [['v=STSv1; id=20160831085700Z;'], '20160831085700Z'],
    [['v=STSv1;id=a'], 'a'],
    [['v=spf1 -all', 'v=STSv1; id=b; ext=1'], 'b'],
    [['v=STSv1; id=a;', 'v=STSv1; id=b;'], undefined],
    [['v=STSv2; id=a;'], undefined],
    [['v=STSv1; id=;'], undefined],
    [[`v=STSv1; id=${'a'.repeat(33)};`], undefined],
    [[], undefined],
  ])('parses %j to the id %s', (texts, id) => {
    expect(parseStsId(texts)).toBe(id)
  })

  it('parses a policy with any line ending', () => {
    const lines = [
      'version: STSv1',
      'mode: enforce',
      'mx: Mail.Example.com',
      'mx:*.example.net',
      'max_age: 604800',
      'x: y',
    ]
    const policy = { mode: 'enforce', mx: ['mail.example.com', '*.example.net'], max_age_s: 604_800 }
    for (const end of ['\n', '\r\n']) expect(parseStsPolicy(lines.join(end) + end)).toEqual(policy)
    expect(parseStsPolicy('version: STSv1\nmode: none\nmax_age: 99999999999')).toMatchObject({
      fault: expect.any(String),
    })
    expect(parseStsPolicy('version: STSv1\nmode: none\nmax_age: 9999999999')).toMatchObject({ max_age_s: 31_557_600 })
  })

  it.each([
    ['', 'its version is not STSv1'],
    ['version: STSv1\nmode: maybe\nmax_age: 1\nmx: a', 'its mode must be enforce, testing or none'],
    ['version: STSv1\nmode: enforce\nmax_age: soon\nmx: a', 'its max_age is not a number of seconds'],
    ['version: STSv1\nmode: enforce\nmax_age: 1', 'it contains no mail server'],
  ])('rejects the policy %j: %s', (text, fault) => {
    expect(parseStsPolicy(text)).toEqual({ fault })
  })

  it.each([
    ['mail.example.com', true],
    ['a.example.net', true],
    ['a.b.example.net', false],
    ['example.net', false],
    ['other.example.com', false],
    ['evil-example.net', false],
  ])('matches %s with the policy: %s', (host, is_named) => {
    expect(isNamedBy({ mx: ['mail.example.com', '*.example.net'] }, host)).toBe(is_named)
  })
})

describe('the rate of a destination', () => {
  const taken = { accepted: true, reached: true }
  const refused = { accepted: false, reached: true }

  it.each([
    [250, '250 ok', taken, 'taken'],
    [421, '421 4.7.0 Try again later, closing connection', refused, 'later'],
    [421, '421 anything', refused, 'later'],
    [450, '450 4.2.1 The user you are trying to contact is receiving mail at a rate that', refused, 'later'],
    [451, '451 4.7.500 Server busy. Please try again later', refused, 'later'],
    [452, '452 4.3.1 Insufficient system storage', refused, 'later'],
    [451, '451 4.7.1 Greylisted, try again later', refused, 'other'],
    [450, '450 4.2.0 Recipient address rejected: Graylisting in action', refused, 'other'],
    [452, '452 4.2.2 Mailbox full', refused, 'other'],
    [550, '550 5.1.1 No such user, too many of those', refused, 'other'],
    [null, 'The connection could not be opened', { accepted: false, reached: false }, 'away'],
    [null, 'The connection was closed', refused, 'other'],
  ])('classifies %s %s (%j) as %s', (code, reply_text, how, told) => {
    expect(smtpOutcomeOf(code, reply_text, how)).toBe(told)
  })

  it('is halved and paused on deferral, longer each time, but not for emails already in progress', () => {
    let pace = updatedPace(INITIAL_PACE, 'later', 1000, 0.5)
    expect(pace).toEqual({ concurrency: CONCURRENCY_FIRST / 2, rests_until_ms: 6000, failures: 1, taken: 0 })
    expect(updatedPace(pace, 'later', 2000, 0.5)).toBe(pace)
    pace = updatedPace(pace, 'away', 6000, 0.5)
    expect(pace).toMatchObject({ concurrency: 2, rests_until_ms: 16_000, failures: 2 })
    for (let again = 0; again < 20; again++) pace = updatedPace(pace, 'away', pace.rests_until_ms, 0.5)
    const last = pace.rests_until_ms
    expect(updatedPace(pace, 'away', last, 0.5)).toMatchObject({ concurrency: 1, rests_until_ms: last + 120_000 })
    expect(updatedPace(pace, 'other', last, 0.5)).toBe(pace)
  })

  it('increases concurrency by one per round of accepted emails, up to a maximum', () => {
    let pace = updatedPace({ ...INITIAL_PACE, concurrency: 2 }, 'taken', 0, 0.5)
    expect(pace).toMatchObject({ concurrency: 2, taken: 1 })
    pace = updatedPace(pace, 'taken', 0, 0.5)
    expect(pace).toMatchObject({ concurrency: 3, taken: 0 })
    for (let again = 0; again < 1000; again++) pace = updatedPace(pace, 'taken', 0, 0.5)
    expect(pace.concurrency).toBe(CONCURRENCY_MAX)
  })
})
