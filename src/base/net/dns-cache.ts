// A cache of DNS answers. An answer is cached for its TTL, but at most a few minutes, so a thousand emails to one
// domain cost one query. Simultaneous queries for one name share one answer.
import { BoundedMap } from '../limits/bounded-map.ts'
import type { Dns, DnsAnswer, DnsKind } from './dns.ts'

const CACHED_MAX = 20_000
/** The minimum time, so that a record with a TTL of 0 is not queried for each email. */
const LEAST_MS = 2_000
const MOST_MS = 300_000
/** How long a missing record or a failed query is cached. */
const NOTHING_MS = 10_000
const LIMIT_MS = 10_000

interface CachedAnswer {
  answer: Promise<DnsAnswer<DnsKind>>
  until_ms: number
}

export function withCache(dns: Pick<Dns, 'query'>): Pick<Dns, 'query'> {
  const kept = new BoundedMap<string, CachedAnswer>(CACHED_MAX)
  const ask = async <Kind extends DnsKind>(kind: Kind, name: string): Promise<DnsAnswer<Kind>> => {
    const key = `${kind} ${name}`
    const known = kept.get(key)
    if (known && known.until_ms > performance.now()) return known.answer as Promise<DnsAnswer<Kind>>
    const asked: CachedAnswer = { answer: queryInTime(dns, kind, name), until_ms: Infinity }
    kept.set(key, asked)
    const answer = await asked.answer
    asked.until_ms = performance.now() + goodFor(answer)
    return answer as DnsAnswer<Kind>
  }
  return { query: ask }
}

async function queryInTime(dns: Pick<Dns, 'query'>, kind: DnsKind, name: string): Promise<DnsAnswer<DnsKind>> {
  try {
    return await dns.query(kind, name, AbortSignal.timeout(LIMIT_MS))
  } catch {
    return { trouble: `no response from a DNS server within ${LIMIT_MS / 1000} seconds` }
  }
}

function goodFor(answer: DnsAnswer<DnsKind>): number {
  return 'found' in answer ? Math.min(Math.max(answer.ttl_s * 1000, LEAST_MS), MOST_MS) : NOTHING_MS
}
