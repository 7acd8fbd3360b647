// GET /emails/metrics: all numbers equal those of a simple recount of the stored emails and events.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { type LedgerEmail, writeLedger } from '../../support/ledger.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let ledger: (LedgerEmail & { id: string })[]
/** Broadcast names by id, and a broadcast of another team. */
const broadcasts = new Map<string, string>()
let strange: string

const DAY_MS = 86_400_000
// in this range, daylight saving time ends in Berlin and begins on Lord Howe Island
const FROM = Date.parse('2026-09-25T00:00:00.000Z')
const DAYS = 40

/** A deterministic pseudorandom generator. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

function randomLedger(count: number): LedgerEmail[] {
  const random = chance(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const times = Array.from({ length: count }, () => FROM + Math.floor(random() * DAYS * DAY_MS)).toSorted()
  // include the boundaries of days
  times[0] = FROM
  times[1] = Date.parse('2026-10-24T22:00:00.000Z')
  times[2] = Date.parse('2026-10-24T21:59:59.999Z')
  return times.map(at_ms => {
    const types = pick([
      ['delivered'],
      ['delivery_delayed', 'delivered'],
      ['delivery_delayed', 'delivery_delayed', 'bounced'],
      ['delivered', 'bounced', 'bounced'],
      ['delivered', 'opened', 'opened', 'clicked', 'complained'],
      ['suppressed'],
      ['failed'],
      [],
    ])
    let event_ms = at_ms
    const events = types.map(type => {
      event_ms += Math.floor(random() ** 4 * 2 * DAY_MS)
      const at = new Date(event_ms).toISOString()
      return type === 'bounced'
        ? { type, at, bounce_class: pick(['permanent', 'transient', 'undetermined']) }
        : { type, at }
    })
    return { at: new Date(at_ms).toISOString(), domain: pick(['example.org', 'mail.example.com']), events }
  })
}

beforeAll(async () => {
  server = await startServer()
  await server.call('POST', '/emails', {
    body: { from: 'a@example.org', to: 'b@example.net', subject: 'S', text: 'T' },
  })
  for (const name of ['News', 'More news', 'No news'])
    broadcasts.set((await server.call('POST', '/broadcasts', { body: await aDraft(name) })).body.id, name)
  await server.database.unit(async tx =>
    tx.put(backdate, { team_id: await ownTeam(), at: new Date(FROM).toISOString() }),
  )
  const [one, other] = [...broadcasts.keys()] as [string, string]
  // most emails belong to no broadcast
  const emails = randomLedger(600).map((email, index) =>
    Object.assign(email, index % 5 === 1 && { broadcast_id: one }, index % 7 === 2 && { broadcast_id: other }),
  )
  const ids = await writeLedger(server.database, await ownTeam(), emails)
  ledger = emails.map((email, index) => Object.assign(email, { id: ids[index]! }))
  const { team_id, key } = await aTeam(server)
  strange = (await server.call('POST', '/broadcasts', { body: await aDraft('Strange', key), key })).body.id
  await writeLedger(
    server.database,
    team_id,
    randomLedger(50).map(email => Object.assign(email, { broadcast_id: strange })),
  )
})
afterAll(() => server.stop())

/** Sets the creation of broadcasts to the time of the emails. */
const backdate = statement<{ team_id: string; at: string }>((knex, place) =>
  knex('broadcasts').where('team_id', place('team_id')).update('created_at', place('at')),
)

async function aDraft(name: string, key = server.key): Promise<{ segment_id: string }> {
  const { body } = await server.call('POST', '/segments', { body: { name }, key })
  const draft = { name, segment_id: body.id as string, from: 'a@example.org', subject: name, text: 'T' }
  return draft
}

async function ownTeam(): Promise<string> {
  const line = server
    .logged()
    .split('\n')
    .find(each => each.includes('"sendEmail"') || each.includes('/emails'))!
  return JSON.parse(line).team_id
}

const metrics = async (query: Record<string, string>): Promise<{ status: number; body: Answer }> =>
  server.call('GET', `/emails/metrics?${new URLSearchParams(query)}`)

interface Answer {
  message: string
  start_date: string
  end_date: string
  metrics: string[]
  totals: Record<string, number>
  data?: (Record<string, number> & {
    period?: string
    domain_name?: string
    email_id?: string
    broadcast_id?: string
  })[]
}

interface Fact {
  metric: string
  at: string
  email: LedgerEmail & { id: string }
}

/** A list of all counted facts. */
function facts(): Fact[] {
  return ledger.flatMap(email => {
    const all: Fact[] = [{ metric: 'received', at: email.at, email }]
    const seen = new Set<string>()
    const once = (metric: string, at: string, name = metric): void => {
      if (!seen.has(metric)) all.push({ metric: name, at, email })
      seen.add(metric)
    }
    for (const { type, at, bounce_class } of email.events ?? []) {
      if (['delivered', 'delivery_delayed', 'bounced'].includes(type)) once('sent', at)
      if (type === 'opened' || type === 'clicked') {
        all.push({ metric: type, at, email })
        once(`unique_${type}`, at)
        continue
      }
      if (type === 'bounced' && !seen.has('bounced')) all.push({ metric: `bounced_${bounce_class}`, at, email })
      once(type, at)
    }
    return all
  })
}

const localDay = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(at))

function countedBy(some: Fact[], keyOf: (fact: Fact) => string): Record<string, Record<string, number>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const fact of some) {
    const of = (counts[keyOf(fact)] ??= {})
    of[fact.metric] = (of[fact.metric] ?? 0) + 1
  }
  return counts
}

const between = (start: string, until: string): Fact[] => facts().filter(({ at }) => at >= start && at < until)
const RANGE = { start_date: '2026-09-25', end_date: '2026-11-05' }
const inRange = (): Fact[] => between('2026-09-25T00:00:00.000Z', '2026-11-06T00:00:00.000Z')
/** Omits rates and zeros. */
const countsOf = (row: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => typeof value === 'number' && value > 0 && !name.endsWith('_rate')),
  )

describe('getEmailMetrics', () => {
  it('returns the same totals as a recount', async () => {
    const { status, body } = await metrics(RANGE)
    expect(status).toBe(200)
    expect(countsOf(body.totals)).toEqual(countedBy(inRange(), () => 'all').all)
    expect(body.data).toBeUndefined()
    expect(body.metrics).toHaveLength(22)
    expect(body.start_date).toBe('2026-09-25T00:00:00.000Z')
    expect(body.end_date).toBe('2026-11-05T00:00:00.000Z')
    const { bounced, bounced_permanent, bounced_transient, bounced_undetermined, delivered, sent } = body.totals
    expect(bounced).toBe(bounced_permanent! + bounced_transient! + bounced_undetermined!)
    expect(body.totals.delivery_rate).toBe(Math.round((delivered! / sent!) * 10_000) / 100)
    expect(sent).toBeGreaterThanOrEqual(delivered!)
  })

  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Kiritimati'])(
    'counts days in the time zone %s',
    async timezone => {
      const { body } = await metrics({ ...RANGE, timezone, dimensions: 'period' })
      const expected = countedBy(inRange(), ({ at }) => localDay(at, timezone))
      const periods = body.data!.map(({ period }) => period!)
      expect(periods).toEqual(periods.toSorted())
      expect(new Set(periods).size).toBe(periods.length)
      for (const { period, ...row } of body.data!)
        expect([period, countsOf(row)]).toEqual([period, expected[period!] ?? {}])
      expect(periods).toEqual(expect.arrayContaining(Object.keys(expected)))
    },
  )

  it('distinguishes the two hours that a clock repeats when it is set back', async () => {
    const query = { start_date: '2026-10-25T00:00:00Z', end_date: '2026-10-25T02:59:59Z', timezone: 'Europe/Berlin' }
    const { body } = await metrics({ ...query, granularity: 'hourly', dimensions: 'period', metrics: 'received' })
    expect(body.data!.map(({ period }) => period)).toEqual([
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ])
  })

  it('counts by week and month', async () => {
    const weekly = await metrics({ ...RANGE, granularity: 'weekly', dimensions: 'period', metrics: 'received' })
    const monday = (at: string): string => {
      const day = Date.parse(`${at.slice(0, 10)}T00:00:00Z`)
      return new Date(day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
    }
    const received = inRange().filter(({ metric }) => metric === 'received')
    const counted = Object.entries(countedBy(received, ({ at }) => monday(at)))
    expect(weekly.body.data!.filter(row => row.received! > 0)).toEqual(
      counted
        .map(([period, { received: count }]) => ({ period, received: count }))
        .toSorted((a, b) => (a.period < b.period ? -1 : 1)),
    )
    const monthly = await metrics({ ...RANGE, granularity: 'monthly', dimensions: 'period', metrics: 'received' })
    expect(monthly.body.data!.map(({ period }) => period)).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
  })

  it('counts by domain and day, and by email', async () => {
    const { body } = await metrics({ ...RANGE, dimensions: 'period,domain' })
    const expected = countedBy(inRange(), ({ at, email }) => `${at.slice(0, 10)} ${email.domain}`)
    const rows = Object.fromEntries(body.data!.map(row => [`${row.period} ${row.domain_name}`, countsOf(row)]))
    expect(rows).toEqual(expected)
    const emails = await metrics({ ...RANGE, dimensions: 'email' })
    const byEmail = Object.fromEntries(emails.body.data!.map(row => [row.email_id, countsOf(row)]))
    expect(byEmail).toEqual(countedBy(inRange(), ({ email }) => email.id))
  })

  it('counts by domain of the team, and only the given domains', async () => {
    const { body: domain } = await server.call('POST', '/domains', { body: { name: 'mail.example.com' } })
    const { body } = await metrics({ ...RANGE, dimensions: 'domain', domain_id: domain.id })
    const expected = countedBy(inRange(), ({ email }) => email.domain!)['mail.example.com']!
    expect(countsOf(body.totals)).toEqual(expected)
    expect(body.data).toMatchObject([{ domain_id: domain.id, domain_name: 'mail.example.com', ...expected }])
  })

  it('counts only the given emails', async () => {
    const some = ledger.filter((_, index) => index % 97 === 3).map(({ id }) => id)
    const { body } = await metrics({ ...RANGE, email_id: some.join(',') })
    expect(countsOf(body.totals)).toEqual(
      countedBy(
        inRange().filter(({ email }) => some.includes(email.id)),
        () => 'all',
      ).all,
    )
  })

  it('accepts lists separated by commas, repeated and mixed', async () => {
    const { body } = await server.call(
      'GET',
      '/emails/metrics?metrics=sent,delivered&metrics=bounced&metrics=sent&dimensions=period&dimensions=domain',
    )
    expect(body.metrics).toEqual(['sent', 'delivered', 'bounced'])
    expect(body.dimensions).toEqual(['period', 'domain'])
    expect(Object.keys(body.totals)).toEqual(['sent', 'delivered', 'bounced'])
  })

  it('defaults to the last seven days', async () => {
    const { body } = await metrics({ dimensions: 'period' })
    expect(Date.parse(body.end_date) - Date.parse(body.start_date)).toBe(6 * DAY_MS)
    expect(body.data).toHaveLength(7)
    expect(body.totals).toMatchObject({ received: 1 })
  })

  it('limits the end to the current time', async () => {
    const { body } = await metrics({ end_date: '2199-01-01' })
    expect(Math.abs(Date.parse(body.end_date) - Date.now())).toBeLessThan(60_000)
  })

  it('counts a single day', async () => {
    const { body } = await metrics({ start_date: '2026-10-10', end_date: '2026-10-10', dimensions: 'period' })
    expect(body.data!.map(({ period }) => period)).toEqual(['2026-10-10'])
    const expected = countedBy(between('2026-10-10T00:00:00.000Z', '2026-10-11T00:00:00.000Z'), () => 'all').all
    expect(countsOf(body.totals)).toEqual(expected)
  })

  it('counts by broadcast, and by broadcast, domain and day', async () => {
    const { body } = await metrics({ ...RANGE, dimensions: 'broadcast' })
    const ofSome = inRange().filter(({ email }) => email.broadcast_id !== undefined)
    const expected = countedBy(ofSome, ({ email }) => email.broadcast_id!)
    expect(Object.fromEntries(body.data!.map(row => [row.broadcast_id, countsOf(row)]))).toEqual(expected)
    expect(Object.keys(expected)).toHaveLength(2)
    for (const row of body.data!) expect(row).toMatchObject({ broadcast_name: broadcasts.get(row.broadcast_id!) })
    expect(countsOf(body.totals)).toEqual(countedBy(inRange(), () => 'all').all)
    const parts = await metrics({ ...RANGE, dimensions: 'broadcast,period,domain' })
    const rows = parts.body.data!.map(row => [`${row.broadcast_id} ${row.period} ${row.domain_name}`, countsOf(row)])
    expect(Object.fromEntries(rows)).toEqual(
      countedBy(ofSome, ({ at, email }) => `${email.broadcast_id} ${at.slice(0, 10)} ${email.domain}`),
    )
  })

  it('counts only the given broadcasts', async () => {
    const [one, , none] = [...broadcasts.keys()] as [string, string, string]
    const some = inRange().filter(({ email }) => email.broadcast_id === one)
    const { body } = await metrics({ ...RANGE, broadcast_id: `${one.toUpperCase()},${none}`, dimensions: 'period' })
    expect(countsOf(body.totals)).toEqual(countedBy(some, () => 'all').all)
    const byDay = countedBy(some, ({ at }) => at.slice(0, 10))
    expect(body.data!.filter(row => row.received! > 0).map(({ period }) => period)).toEqual(
      Object.keys(byDay)
        .filter(day => byDay[day]!.received)
        .toSorted(),
    )
    for (const { period, ...row } of body.data!) expect(countsOf(row)).toEqual(byDay[period!] ?? {})
    expect((await metrics({ ...RANGE, broadcast_id: one })).body.totals).toEqual(body.totals)
  })

  it('returns zero for broadcasts of other teams and for unknown broadcasts and domains', async () => {
    const id = crypto.randomUUID()
    for (const broadcast_id of [id, strange, [...broadcasts.keys()].at(-1)!]) {
      const { body } = await metrics({ ...RANGE, broadcast_id, dimensions: 'broadcast' })
      expect([body.totals.received, body.data]).toEqual([0, []])
    }
    expect((await metrics({ ...RANGE, domain_id: id })).body.totals).toMatchObject({ received: 0, delivered: 0 })
  })

  it.each([
    [{ start_date: 'yesterday' }, /Invalid `start_date`.*received "yesterday"/],
    [{ start_date: '2026-02-30' }, /Invalid `start_date`/],
    [{ end_date: '2026-13-01' }, /Invalid `end_date`/],
    [{ start_date: '2026-11-03', end_date: '2026-11-02' }, /Invalid `start_date`: must not be after `end_date`/],
    [{ timezone: 'Mars/Phobos' }, /Invalid `timezone`/],
    [{ timezone: '+02:00' }, /Invalid `timezone`/],
    [{ granularity: 'yearly' }, /Invalid `granularity`/],
    [{ metrics: 'sent,loved' }, /Invalid `metrics\[1\]` parameter: must be one of received/],
    [{ dimensions: 'weather' }, /Invalid `dimensions\[0\]`/],
    [{ email_id: 'seven' }, /Invalid `email_id\[0\]`/],
    [{ dimensions: 'email,broadcast' }, /cannot be combined/],
    [{ dimensions: 'broadcast', email_id: '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11' }, /cannot be combined/],
    [{ dimensions: 'period', granularity: 'hourly', start_date: '2020-01-01' }, /more than 10000;/],
    [{ email_id: Array.from({ length: 101 }, () => crypto.randomUUID()).join(',') }, /Invalid `email_id`/],
  ])('rejects %o', async (query, message) => {
    const { status, body } = await metrics(query)
    expect(status).toBe(422)
    expect(body).toMatchObject({ name: 'validation_error', message: expect.stringMatching(message) })
  })

  it('counts only the emails of the team', async () => {
    const { key } = await aTeam(server, 'A third team')
    const { body } = await server.call('GET', `/emails/metrics?${new URLSearchParams(RANGE)}`, { key })
    expect(countsOf(body.totals)).toEqual({})
  })

  it('counts the emails of a sent broadcast', async () => {
    const draft = await aDraft('Sent news')
    const { segment_id } = draft
    for (const email of ['ada@example.net', 'grace@example.net'])
      await server.call('POST', '/contacts', { body: { email, segments: [{ id: segment_id }] } })
    const { body } = await server.call('POST', '/broadcasts', { body: { ...draft, send: true } })
    const asked = { broadcast_id: body.id, dimensions: 'broadcast', metrics: 'received,delivered' }
    const seen = async (): Promise<unknown> => (await metrics(asked)).body.data
    const row = { broadcast_id: body.id, broadcast_name: 'Sent news', received: 2, delivered: 2 }
    await expect.poll(seen).toEqual([row])
  })
})
