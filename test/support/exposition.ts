// Parses the Prometheus text format 0.0.4 strictly: whatever a scraper could reject or misread is an error.

export interface Series {
  /** The name with the suffix for the parts of a histogram. */
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  help: string
  series: Series[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (NaN|[+-]Inf|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
)
const HEAD = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\[\\\\n])+)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`)

export function readExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end')
  const families = new Map<string, Family>()
  const known = new Set<string>()
  let name = ''
  const lines = text.slice(0, -1).split('\n')
  for (const [index, line] of lines.entries()) {
    const wrong = (what: string): Error => new Error(`Line ${index + 1} ${what}: ${line}`)
    const head = HEAD.exec(line)
    if (head) {
      const type = TYPE.exec(lines[index + 1] ?? '')
      if (type?.[1] !== head[1]) throw wrong('is not followed by the type')
      if (families.has(head[1]!)) throw wrong('begins a family again')
      name = head[1]!
      families.set(name, { type: type![2]!, help: head[2]!, series: [] })
    } else if (!TYPE.test(line)) {
      const series = seriesOf(line)
      const family = families.get(name)
      if (!series || !family) throw wrong('is no sample')
      if (!names(name, family.type).includes(series.name)) throw wrong(`does not belong to ${name}`)
      const id = JSON.stringify([series.name, Object.entries(series.labels).toSorted()])
      if (known.has(id)) throw wrong('is there twice')
      known.add(id)
      family.series.push(series)
    } else if (!lines[index - 1]?.startsWith(`# HELP ${TYPE.exec(line)![1]!} `)) throw wrong('has no help before it')
  }
  for (const [each, family] of families) check(each, family)
  return families
}

function names(name: string, type: string): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
}

function seriesOf(line: string): Series | undefined {
  const [, name, list, text] = SAMPLE.exec(line) ?? []
  if (name === undefined) return undefined
  const pairs = [...(list ?? '').matchAll(/([a-zA-Z0-9_]+)="((?:[^"\\]|\\.)*)"/g)]
  const labels = pairs.map(([, key, value]) => [key!, JSON.parse(`"${value!}"`) as string] as const)
  if (new Set(labels.map(([key]) => key)).size < labels.length) return undefined
  return { name, labels: Object.fromEntries(labels), value: text === '+Inf' ? Infinity : Number(text) }
}

function check(name: string, { type, series }: Family): void {
  if (series.length === 0) throw new Error(`${name} has no sample`)
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} is named like no ${type}`)
  if (type !== 'gauge' && series.some(({ value }) => !(value >= 0))) throw new Error(`${name} counts backwards`)
  if (type === 'histogram') checkHistogram(name, series)
}

/** Checks that each label set has its buckets in order up to +Inf, and its sum and count. */
function checkHistogram(name: string, series: Series[]): void {
  const groups = Map.groupBy(series, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  for (const [labels, all] of groups) {
    const buckets = all.filter(each => each.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels: { le } }) => (le === '+Inf' ? Infinity : Number(le)))
    const rising = (list: number[]): boolean => list.every((each, index) => index === 0 || each >= list[index - 1]!)
    const counts = buckets.map(({ value }) => value)
    const count = all.find(each => each.name === `${name}_count`)?.value
    const sum = all.find(each => each.name === `${name}_sum`)?.value
    const whole = bounds.at(-1) === Infinity && counts.at(-1) === count && sum !== undefined
    if (!whole || !rising(bounds) || !rising(counts) || new Set(bounds).size < bounds.length) {
      throw new Error(`${name}${labels} is no histogram`)
    }
  }
}

/** The value of one series; throws if it is missing. */
export function valueOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const family = families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''))
  const wanted = JSON.stringify(Object.entries(labels).toSorted())
  const found = family?.series.find(
    series => series.name === name && JSON.stringify(Object.entries(series.labels).toSorted()) === wanted,
  )
  if (!found) throw new Error(`There is no ${name}${wanted}`)
  return found.value
}
