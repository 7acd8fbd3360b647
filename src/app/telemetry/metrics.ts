// The Prometheus metrics in OpenTelemetry form. Metrics that any Node process has are omitted.
import { type HrTime, ValueType } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
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

export function metricOf(family: Family, since: HrTime, until: HrTime): MetricData {
  const { name, help } = family
  const common = {
    descriptor: { name: plainName(name), description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const pointOf = <Value>(labels: Sample['labels'], value: Value): DataPoint<Value> => {
    return { startTime: since, endTime: until, attributes: { ...labels }, value }
  }
  if (family.type === 'histogram') {
    const dataPoints = family.samples.map(({ labels, value: { bounds, counts, ...sums } }) =>
      pointOf(labels, { buckets: { boundaries: [...bounds], counts: [...counts] }, ...sums }),
    )
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }
  }
  const dataPoints = family.samples.map(({ labels, value }) => pointOf(labels, value))
  if (family.type === 'gauge') return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
  return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
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
