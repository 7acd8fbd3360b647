// The range and periods of a metrics request, and the rows of its response.
import { describe, expect, it } from 'vitest'
import { periodsOf, offsetSpans } from '../../../src/engagement/metrics/periods.ts'
import { type MetricsQuery, planMetrics } from '../../../src/engagement/metrics/rules.ts'
import { MetricsSum } from '../../../src/engagement/metrics/sums.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')

describe('rows', () => {
  it('are generated in chunks, so that ten thousand do not block other requests', () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const query: MetricsQuery = { start_date: '2025-01-01', granularity: 'hourly', dimensions: ['period'] }
    const plan = planMetrics(query, now, undefined)
    const pieces = [
      ...new MetricsSum(plan, { domains: undefined, broadcasts: undefined }).rows({
        domains: new Map(),
        broadcasts: new Map(),
      }),
    ]
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(500)
    const periods = pieces.flat().map(({ period }) => period!)
    expect(periods).toHaveLength(365 * 24 + 1)
    expect(periods).toEqual(periods.toSorted())
  })
})

describe('the range of metrics', () => {
  it.each([
    [{}, '2026-11-14T10:01:02.123Z', '2026-11-20T10:01:02.123Z', '2026-11-20T10:01:02.124Z'],
    [{ end_date: '2026-11-10' }, '2026-11-04T00:00:00.000Z', '2026-11-10T00:00:00.000Z', '2026-11-11T00:00:00.000Z'],
    [{ end_date: '2026-11-20' }, '2026-11-14T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-20T10:01:02.124Z'],
    [{ end_date: '2026-12-24' }, '2026-11-14T10:01:02.123Z', '2026-11-20T10:01:02.123Z', '2026-11-20T10:01:02.124Z'],
    [
      { start_date: '2026-11-01T08:00:00+02:00', end_date: '2026-11-01T09:30Z' },
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T09:30:00.000Z',
      '2026-11-01T09:30:00.001Z',
    ],
    [
      { start_date: '2026-11-01 08:00:00.5', end_date: '2026-11-01T08:00:01-0130' },
      '2026-11-01T08:00:00.500Z',
      '2026-11-01T09:30:01.000Z',
      '2026-11-01T09:30:01.001Z',
    ],
  ])('for %o starts and ends as specified', (query, start, end, until) => {
    const plan = planMetrics(query, NOW, undefined)
    expect([plan.start_date, plan.end_date, plan.range.until.toISOString()]).toEqual([start, end, until])
  })

  it('starts at the retention limit, except for broadcasts', () => {
    const keeps_from = new Date('2026-11-10T00:00:00.000Z')
    const query = { start_date: '2026-10-01' }
    expect(planMetrics(query, NOW, keeps_from).start_date).toBe('2026-11-10T00:00:00.000Z')
    expect(planMetrics({ ...query, broadcast_id: ['7'] }, NOW, keeps_from).start_date).toBe('2026-10-01T00:00:00.000Z')
  })

  it('is limited to ten thousand periods', () => {
    const hours = (count: number): string => new Date(NOW.getTime() - count * 3_600_000 + 1).toISOString()
    const hourly = (start_date: string) =>
      planMetrics({ start_date, granularity: 'hourly', dimensions: ['period'] }, NOW, undefined)
    expect(periodsOf(hourly(hours(10_000)).pieces, 'hourly').length).toBeLessThanOrEqual(10_001)
    expect(() => hourly(hours(10_001))).toThrow(/more than 10000;/)
    // without periods there is no limit
    expect(planMetrics({ start_date: hours(20_000), granularity: 'hourly' }, NOW, undefined).pieces).toEqual([])
  })
})

describe('the periods of a range', () => {
  const periods = (
    start: string,
    until: string,
    zone: string,
    granularity: 'hourly' | 'daily' | 'weekly' | 'monthly',
  ) => periodsOf(offsetSpans({ start: new Date(start), until: new Date(until) }, zone), granularity)

  it('omit the hour that a clock skips', () => {
    expect(periods('2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z', 'Europe/Berlin', 'hourly')).toEqual([
      '2026-03-29T01:00:00+01:00',
      '2026-03-29T03:00:00+02:00',
    ])
  })

  it('include days of 23 and 25 hours', () => {
    expect(periods('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'Europe/Berlin', 'daily')).toEqual(['2026-03-29'])
    expect(periods('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Europe/Berlin', 'daily')).toEqual(['2026-10-25'])
  })

  it('start weeks on Monday and months on the first', () => {
    expect(periods('2026-11-01T12:00:00Z', '2026-11-10T00:00:00Z', 'UTC', 'weekly')).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
    ])
    expect(periods('2026-01-31T23:30:00Z', '2026-02-28T00:00:00Z', 'Asia/Kathmandu', 'monthly')).toEqual(['2026-02-01'])
  })
})
