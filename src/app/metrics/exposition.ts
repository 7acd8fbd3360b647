// Metrics, and the text format 0.0.4 of Prometheus for them.

export const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface Sample<Value = number> {
  labels?: Readonly<Record<string, string>>
  value: Value
}

export interface Distribution {
  /** Upper bounds of the buckets, ascending. */
  bounds: readonly number[]
  /** Has one more count than there are bounds: the last is for all larger values. */
  counts: readonly number[]
  sum: number
  count: number
}

/** All samples of one metric name. */
export type Family = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; samples: readonly Sample[] }
  | { type: 'histogram'; samples: readonly Sample<Distribution>[] }
)

/** Leaves out families without a sample. */
export function exposition(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('')
}

function familyText(family: Family): string {
  const { name, type, help } = family
  const lines =
    family.type === 'histogram'
      ? family.samples.flatMap(sample => histogramLines(name, sample))
      : family.samples.map(({ labels, value }) => line(name, labels, value))
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

/** In this format each bucket includes the smaller ones. */
function histogramLines(name: string, { labels, value }: Sample<Distribution>): string[] {
  const { bounds, counts, sum, count } = value
  let included = 0
  const buckets = [...bounds, Infinity].map((bound, index) => {
    included += counts[index]!
    return line(`${name}_bucket`, { ...labels, le: valueText(bound) }, included)
  })
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)]
}

function line(name: string, labels: Sample['labels'], value: number): string {
  return `${name}${labelText(labels)} ${valueText(value)}`
}

function labelText(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function valueText(value: number): string {
  if (value === Infinity) return '+Inf'
  return value === -Infinity ? '-Inf' : String(value)
}
