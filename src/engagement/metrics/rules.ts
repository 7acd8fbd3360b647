// Checks a request for metrics and plans it: the range, the periods and the filters.
import type { InSchemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import { type Granularity, isZone, type OffsetSpan, offsetSpans, type TimeRange } from './periods.ts'

export type Metric = InSchemas['EmailMetric']
export type Dimension = InSchemas['EmailMetricsDimension']

export interface MetricsQuery {
  start_date?: string
  end_date?: string
  timezone?: string
  granularity?: Granularity
  metrics?: Metric[]
  dimensions?: Dimension[]
  domain_id?: string[]
  email_id?: string[]
  broadcast_id?: string[]
}

/** Rates, in percent. */
export const RATE_METRICS = [
  ...(['delivery_rate', 'open_rate', 'click_rate', 'bounce_rate', 'complaint_rate', 'unsubscribe_rate'] as const),
] as const

/** All metrics, in the order of the response. */
const METRICS: readonly Metric[] = [
  ...(['received', 'sent', 'delivered', 'delivery_delayed', 'failed', 'suppressed', 'bounced'] as const),
  ...(['bounced_transient', 'bounced_permanent', 'bounced_undetermined', 'opened', 'unique_opened'] as const),
  ...(['clicked', 'unique_clicked', 'complained', 'unsubscribed'] as const),
  ...RATE_METRICS,
]

/** The two metrics whose ratio is a rate. */
export const RATES: Partial<Record<Metric, { of: Metric; to: Metric }>> = {
  delivery_rate: { of: 'delivered', to: 'sent' },
  open_rate: { of: 'unique_opened', to: 'delivered' },
  click_rate: { of: 'unique_clicked', to: 'delivered' },
  bounce_rate: { of: 'bounced', to: 'sent' },
  complaint_rate: { of: 'complained', to: 'delivered' },
  unsubscribe_rate: { of: 'unsubscribed', to: 'delivered' },
}

export interface MetricsPlan {
  /** In the form of the response. */
  start_date: string
  end_date: string
  range: TimeRange
  granularity: Granularity
  metrics: readonly Metric[]
  dimensions: readonly Dimension[]
  /** The spans of the range that have one offset from UTC. */
  pieces: readonly OffsetSpan[]
  domain_ids: readonly string[] | undefined
  email_ids: readonly string[] | undefined
  broadcast_ids: readonly string[] | undefined
}

const DAY_MS = 86_400_000
const DAYS_BEFORE = 6
const PERIODS_MAX = 10_000
export const ROWS_MAX = 10_000
const SHORTEST_MS: Record<Granularity, number> = {
  hourly: 3_600_000,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 28 * DAY_MS,
}
// there are no older emails, and older times have unusual offsets from UTC
const EARLIEST = new Date('1980-01-01T00:00:00.000Z')

/** The plan of a request. `keeps_from`: older emails are deleted. */
export function planMetrics(query: MetricsQuery, now: Date, keeps_from: Date | undefined): MetricsPlan {
  refuseBoth(query)
  const dimensions = distinct(query.dimensions) ?? []
  const granularity = query.granularity ?? 'daily'
  const timezone = query.timezone || 'UTC'
  if (!isZone(timezone)) {
    throw invalid('timezone', `must be the IANA name of a time zone, such as \`Europe/Berlin\``, timezone)
  }
  const clamp_to = query.broadcast_id ? EARLIEST : (keeps_from ?? EARLIEST)
  const { start, end, until } = rangeOf(query, now, clamp_to)
  const asks_periods = dimensions.includes('period')
  if (asks_periods) refuseMany(until.getTime() - start.getTime(), granularity)
  return {
    start_date: start.toISOString(),
    end_date: end.toISOString(),
    range: { start, until },
    granularity,
    metrics: distinct(query.metrics) ?? METRICS,
    dimensions,
    pieces: asks_periods ? offsetSpans({ start, until }, timezone) : [],
    domain_ids: distinct(query.domain_id),
    email_ids: distinct(query.email_id),
    broadcast_ids: distinct(query.broadcast_id?.map(id => id.toLowerCase())),
  }
}

/** The distinct values of the list; an empty list counts as missing. */
function distinct<T>(list: readonly T[] | undefined): T[] | undefined {
  return list && list.length > 0 ? [...new Set(list)] : undefined
}

function refuseBoth({ dimensions = [], email_id = [], broadcast_id = [] }: MetricsQuery): void {
  const emails = dimensions.includes('email') || email_id.length > 0
  const broadcasts = dimensions.includes('broadcast') || broadcast_id.length > 0
  if (!emails || !broadcasts) return
  throw refusal(
    'validation_error',
    'The `broadcast` dimension and `broadcast_id` cannot be combined with the `email` dimension and `email_id`. Send two requests.',
  )
}

function refuseMany(length_ms: number, granularity: Granularity): void {
  const count = Math.ceil(length_ms / SHORTEST_MS[granularity])
  if (count <= PERIODS_MAX) return
  const words = `the range has ${count} periods, more than ${PERIODS_MAX}; use longer periods or a shorter range`
  throw invalid('granularity', words, granularity)
}

function rangeOf(
  { start_date, end_date }: MetricsQuery,
  now: Date,
  clamp_to: Date,
): { start: Date; end: Date; until: Date } {
  const after_now = new Date(now.getTime() + 1)
  const asked = end_date ? moment('end_date', end_date) : { at: now, is_day: false }
  const is_later = asked.at > now
  const end = is_later ? now : asked.at
  const until = new Date(Math.min(end.getTime() + (asked.is_day && !is_later ? DAY_MS : 1), after_now.getTime()))
  const start = start_date ? moment('start_date', start_date).at : new Date(end.getTime() - DAYS_BEFORE * DAY_MS)
  if (start > end) {
    const words = `must not be after \`end_date\`, which is ${end.toISOString()}`
    throw invalid('start_date', words, start_date ?? start.toISOString())
  }
  const clamped = start < clamp_to ? clamp_to : start
  return { start: clamped < end ? clamped : end, end, until }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** A time without an offset is in UTC. */
function moment(name: 'start_date' | 'end_date', given: string): { at: Date; is_day: boolean } {
  const match = MOMENT.exec(given.trim())
  const [, day, time, seconds = ':00', fraction = '0', offset = 'Z'] = match ?? []
  const at = day === undefined ? undefined : new Date(written(day, time, `${seconds}.${fraction.slice(0, 3)}`, offset))
  // 30 February becomes a day in March or an invalid date
  const is_real = at !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day
  if (!is_real || Number.isNaN(at.getTime())) {
    throw invalid(name, 'must be a date such as `2026-11-01` or a time such as `2026-11-01T08:00:00Z`', given)
  }
  return { at, is_day: time === undefined }
}

function written(day: string, time: string | undefined, seconds: string, offset: string): string {
  if (time === undefined) return `${day}T00:00:00Z`
  const sign = /^z$/i.test(offset) ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`
  return `${day}T${time}${seconds}${sign}`
}

function invalid(name: string, must: string, received: string): Error {
  return refusal('validation_error', `Invalid \`${name}\`: ${must}; received ${describeValue(received)}.`)
}
