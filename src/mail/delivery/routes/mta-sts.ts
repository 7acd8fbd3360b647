// MTA-STS (RFC 8461): a domain publishes over HTTPS which mail servers it has, and that their certificates are valid.

export type StsMode = 'enforce' | 'testing' | 'none'

export interface StsPolicy {
  mode: StsMode
  /** Host names, or a wildcard `*.` followed by one. */
  mx: string[]
  max_age_s: number
}

/** Maximum `max_age`, about a year (RFC 8461 3.2). */
const MAX_AGE_S_MAX = 31_557_600
const MX_MAX = 100

/** The id of the record at `_mta-sts.<domain>`; `undefined` if there is no record or more than one. */
export function parseStsId(texts: readonly string[]): string | undefined {
  const records = texts.filter(text => /^v=STSv1[\t ]*(?:;|$)/.test(text))
  if (records.length !== 1) return undefined
  return /;[\t ]*id[\t ]*=[\t ]*([a-zA-Z0-9]{1,32})[\t ]*(?:;|$)/.exec(records[0]!)?.[1]
}

/** Parses a fetched policy, or returns its fault. */
export function parseStsPolicy(text: string): StsPolicy | { fault: string } {
  const fields = text.split(/\r?\n/).flatMap(line => {
    const at = line.indexOf(':')
    return at === -1 ? [] : [{ name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }]
  })
  const first = (name: string): string | undefined => fields.find(field => field.name === name)?.value
  if (first('version') !== 'STSv1') return { fault: 'its version is not STSv1' }
  const mode = first('mode')
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none')
    return { fault: 'its mode must be enforce, testing or none' }
  const age = first('max_age') ?? ''
  if (!/^\d{1,10}$/.test(age)) return { fault: 'its max_age is not a number of seconds' }
  const mx = fields.filter(({ name }) => name === 'mx').map(({ value }) => value.toLowerCase().replace(/\.$/, ''))
  if (mode !== 'none' && mx.length === 0) return { fault: 'it contains no mail server' }
  return { mode, mx: mx.slice(0, MX_MAX), max_age_s: Math.min(Number(age), MAX_AGE_S_MAX) }
}

/** Whether a policy names a host. A wildcard matches exactly one label (RFC 8461 4.1). */
export function isNamedBy({ mx }: Pick<StsPolicy, 'mx'>, host: string): boolean {
  return mx.some(pattern =>
    pattern.startsWith('*.')
      ? host.slice(host.indexOf('.')) === pattern.slice(1) && host.includes('.')
      : pattern === host,
  )
}
