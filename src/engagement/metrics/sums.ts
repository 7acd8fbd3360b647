// Sums the counts, in total and by the dimensions of the request, and builds the response.
import type { Schemas } from '../../../generated/api.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Tally } from '../facts/rules.ts'
import { periodOf, periodsOf } from './periods.ts'
import { type Dimension, type Metric, type MetricsPlan, RATE_METRICS, RATES, ROWS_MAX } from './rules.ts'

/** The events of one type, or the accepted emails, within one minute. */
export interface CountedEvents {
  type: string
  /** In UTC, for example `2026-11-20T10:01`. */
  minute: string
  /** With a closing bracket after it. */
  domain: string | null
  email_id: string | null
  broadcast_id: string | null
  bounce: string | null
  /** The number of all events. */
  events: number
  /** The number of events that are the first of their type for their email. */
  firsts: number
  /** The number of events that are the first contact with a mail server about their email. */
  sents: number
}

export type BroadcastCounts = Schemas['BroadcastCounts']

type Sums = Partial<Record<Metric, number>>

interface Row {
  key: string
  period: string | undefined
  /** The start of the period. */
  at_ms: number
  domain: string | undefined
  email_id: string | undefined
  broadcast_id: string | undefined
  sums: Sums
}

/** Metrics that count only the first event of the same name for each email. */
const ONCE = new Set<string>([
  'received',
  'delivered',
  'delivery_delayed',
  'failed',
  'suppressed',
  'bounced',
  'complained',
  'unsubscribed',
])
const TRACKED: Record<string, Metric> = { opened: 'unique_opened', clicked: 'unique_clicked' }
/** The events that show that a mail server was contacted about an email. */
const HANDED_ON = ['delivered', 'delivery_delayed', 'bounced']

/** The types of events that these metrics need. */
export function typesFor(metrics: readonly Metric[]): string[] {
  const types = new Set<string>()
  for (const metric of metrics) {
    const rate = RATES[metric]
    for (const type of rate ? [...typesOf(rate.of), ...typesOf(rate.to)] : typesOf(metric)) types.add(type)
  }
  return [...types]
}

function typesOf(metric: Metric): string[] {
  if (metric === 'sent') return HANDED_ON
  return [metric.replace(/^unique_/, '').replace(/^bounced_.*/, 'bounced')]
}

/** Rows that are built at a time, because each is an object with all metrics. */
const ROWS_AT_ONCE = 500

/** The data that rows are completed with. */
interface RowNames {
  /** The ids of the team's domains, by name. */
  domains: ReadonlyMap<string, string>
  /** The names of broadcasts, by id. */
  broadcasts: ReadonlyMap<string, string>
}

/** The filters; `undefined`: everything counts. */
export interface MetricsFilter {
  /** The sending domains, by name. */
  domains: ReadonlySet<string> | undefined
  /** The broadcasts, by id. */
  broadcasts: ReadonlySet<string> | undefined
}

export class MetricsSum {
  readonly #plan: MetricsPlan
  readonly #totals: Sums = {}
  readonly #rows = new Map<string, Row>()
  readonly #only: MetricsFilter

  constructor(plan: MetricsPlan, only: MetricsFilter) {
    this.#plan = plan
    this.#only = only
    if (!this.#listsPeriods()) return
    for (const period of periodsOf(plan.pieces, plan.granularity)) this.#rowOf({ period })
  }

  /** Whether the only dimension is the period; then all periods are listed, even those without events. */
  #listsPeriods(): boolean {
    return this.#plan.dimensions.every(dimension => dimension === 'period')
  }

  readonly add = (counted: readonly CountedEvents[]): void => {
    for (const each of counted) {
      if (!this.#isAskedFor(each)) continue
      addTo(this.#totals, each)
      if (this.#plan.dimensions.length > 0) this.#addToRow(each)
    }
  }

  #isAskedFor(each: CountedEvents): boolean {
    const { domains, broadcasts } = this.#only
    if (domains && !domains.has(nameOf(each))) return false
    return !broadcasts || broadcasts.has(each.broadcast_id ?? '')
  }

  #addToRow(each: CountedEvents): void {
    const { dimensions, pieces, granularity } = this.#plan
    const by = (dimension: Dimension): boolean => dimensions.includes(dimension)
    const period = by('period') ? periodOf(Date.parse(`${each.minute}:00.000Z`), pieces, granularity) : undefined
    const domain = by('domain') ? nameOf(each) : undefined
    const email_id = by('email') ? (each.email_id ?? undefined) : undefined
    const broadcast_id = by('broadcast') ? (each.broadcast_id ?? undefined) : undefined
    // most emails do not belong to a broadcast
    if (by('broadcast') && broadcast_id === undefined) return
    addTo(this.#rowOf({ period, domain, email_id, broadcast_id }).sums, each)
  }

  #rowOf({ period, domain, email_id, broadcast_id }: Partial<Omit<Row, 'sums'>>): Row {
    const key = `${period} ${domain} ${email_id} ${broadcast_id}`
    const known = this.#rows.get(key)
    if (known) return known
    if (this.#rows.size === ROWS_MAX) throw tooMany()
    const row = { key, period, at_ms: Date.parse(period ?? ''), domain, email_id, broadcast_id, sums: {} }
    this.#rows.set(key, row)
    return row
  }

  /** The broadcasts that have rows. */
  broadcasts(): string[] {
    return [...new Set([...this.#rows.values()].flatMap(({ broadcast_id = [] }) => broadcast_id))]
  }

  /** The response without its rows. */
  answer(): Schemas['EmailMetrics'] {
    const { start_date, end_date, metrics, dimensions, granularity } = this.#plan
    return {
      object: 'metrics',
      start_date,
      end_date,
      metrics: [...metrics],
      dimensions: [...dimensions],
      granularity,
      totals: shownSums(this.#totals, metrics),
    }
  }

  /** The rows by the dimensions, some at a time, because there can be ten thousand. */
  *rows(known: RowNames): Generator<Schemas['EmailMetricsRow'][]> {
    const all = [...this.#rows.values()]
    const counting = this.#listsPeriods() ? all : all.filter(row => this.#counts(row))
    const rows = counting.toSorted(inOrder)
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      yield rows.slice(at, at + ROWS_AT_ONCE).map(row => this.#shownRow(row, known))
  }

  #counts({ sums }: Row): boolean {
    return this.#plan.metrics.some(metric => valueOf(sums, metric) > 0)
  }

  #shownRow({ period, domain, email_id, broadcast_id, sums }: Row, known: RowNames): Schemas['EmailMetricsRow'] {
    const row: Schemas['EmailMetricsRow'] = shownSums(sums, this.#plan.metrics)
    const domain_id = known.domains.get(domain ?? '')
    const broadcast_name = known.broadcasts.get(broadcast_id ?? '')
    return Object.assign(
      {},
      period !== undefined && { period },
      domain_id !== undefined && { domain_id },
      domain !== undefined && { domain_name: domain },
      email_id !== undefined && { email_id },
      broadcast_id !== undefined && { broadcast_id },
      broadcast_name !== undefined && { broadcast_name },
      row,
    )
  }
}

/** Sorts by time, then by name: when clocks are set back, two hours have the same name. */
function inOrder(one: Row, other: Row): number {
  const between_ms = one.at_ms - other.at_ms
  if (between_ms !== 0 && !Number.isNaN(between_ms)) return between_ms
  return one.key < other.key ? -1 : 1
}

const nameOf = ({ domain }: CountedEvents): string => (domain ?? '').replace(/>$/, '')

function addTo(sums: Sums, { type, bounce, events, firsts, sents }: CountedEvents): void {
  const plus = (metric: Metric, count: number): void => void (sums[metric] = (sums[metric] ?? 0) + count)
  if (ONCE.has(type)) plus(type as Metric, firsts)
  else plus(type as Metric, events)
  const unique = TRACKED[type]
  if (unique) plus(unique, firsts)
  if (bounce !== null) plus(`bounced_${bounce}` as Metric, firsts)
  plus('sent', sents)
}

/** The results of a broadcast, with rates. */
export function broadcastCounts(tally: Tally): BroadcastCounts {
  return { ...tally, ...shownSums(tally, RATE_METRICS) }
}

function shownSums<Shown extends Metric>(sums: Sums, metrics: readonly Shown[]): Record<Shown, number> {
  return Object.fromEntries(metrics.map(metric => [metric, valueOf(sums, metric)])) as Record<Shown, number>
}

/** The value of a metric; rates have two decimals. */
function valueOf(sums: Sums, metric: Metric): number {
  const rate = RATES[metric]
  if (!rate) return sums[metric] ?? 0
  const of = sums[rate.of] ?? 0
  const to = sums[rate.to] ?? 0
  return to === 0 ? 0 : Math.round((of / to) * 10_000) / 100
}

function tooMany(): Error {
  return refusal(
    'validation_error',
    `Invalid \`dimensions\`: the result has more than ${ROWS_MAX} rows. Use a shorter range or longer periods, or filter by emails or domains.`,
  )
}
