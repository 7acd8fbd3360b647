// The Prometheus metrics in OpenTelemetry form. Metrics that any Node process has are omitted.
import { type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Metrics } from '../metrics/actions.ts'
import type { Family, Sample } from '../metrics/exposition.ts'

export function metricProducer(metrics: Pick<Metrics, 'families'>, resource: Resource): MetricProducer {
  const since = hrTime(performance.timeOrigin)
  return {
    async collect() {
      const families = await metrics.families()
      const until = hrTime(performance.timeOrigin + performance.now())
      const data = families.filter(isOurs).map(family => metricOf(family, since, until))
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'lettermill' }, metrics: data }] },
        errors: [],
      }
    },
  }
}

const isOurs = ({ name, samples }: Family): boolean => name.startsWith('lettermill_') && samples.length > 0

const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)]

export function metricOf({ name, type, help, samples }: Family, since: HrTime, until: HrTime): MetricData {
  const common = {
    descriptor: { name: plainName(name), description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const pointOf = <Value>(labels: Sample['labels'], value: Value): DataPoint<Value> => {
    return { startTime: since, endTime: until, attributes: { ...labels }, value }
  }
  const points = (): DataPoint<number>[] => samples.map(({ labels, value }) => pointOf(labels, value))
  if (type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }
  if (type === 'counter')
    return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
  const dataPoints = histogramsIn(samples).map(({ labels, value }) => pointOf(labels, value))
  return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
}

/** Strips the unit and `_total` from a Prometheus name: OpenTelemetry stores them as unit and kind. */
const plainName = (name: string): string =>
  name
    .replace(/^lettermill_/, 'lettermill.')
    .replace(/_total$/, '')
    .replace(/_(?:seconds|bytes)$/, '')

function unitOf(name: string): string {
  if (/_seconds(?:_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : '1'
}

/** One histogram for each set of labels. Buckets are cumulative in Prometheus, but not in OpenTelemetry. */
function histogramsIn(samples: readonly Sample[]): { labels: Record<string, string>; value: Histogram }[] {
  const withoutBound = ({ labels = {} }: Sample): Record<string, string> => {
    const { le: _, ...rest } = labels
    return rest
  }
  return [...Map.groupBy(samples, sample => JSON.stringify(withoutBound(sample))).values()].map(all => {
    const buckets = all.filter(({ suffix }) => suffix === '_bucket')
    const cumulative = buckets.map(({ value }) => value)
    const valueOf = (suffix: Sample['suffix']): number => all.find(each => each.suffix === suffix)!.value
    const value = {
      buckets: {
        boundaries: buckets.slice(0, -1).map(({ labels }) => Number(labels!.le)),
        counts: cumulative.map((count, index) => count - (cumulative[index - 1] ?? 0)),
      },
      sum: valueOf('_sum'),
      count: valueOf('_count'),
    }
    return { labels: withoutBound(all[0]!), value }
  })
}
