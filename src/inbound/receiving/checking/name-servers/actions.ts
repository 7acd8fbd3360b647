// DNS lookups of the checks, with a cache. While name servers do not answer at all, each email waits only briefly for them, so
// that many emails still appear in the list soon. The first answer ends that mode.
import { withCache } from '../../../../base/net/dns-cache.ts'
import { type Dns, type DnsAnswer, dnsClient, type DnsKind } from '../../../../base/net/dns.ts'

/** After this many consecutive emails without an answer in time, the next ones wait only `SILENT_WAIT_MS`. */
const SILENT_FROM = 5
const SILENT_WAIT_MS = 250

const KINDS = new Set(['A', 'AAAA', 'CNAME', 'TXT', 'MX', 'NS'])

/** The lookups of one email. */
interface NameServerQueries {
  ask(name: string, type: string): Promise<DnsAnswer<DnsKind>>
  end(): void
}

export class NameServers {
  readonly #dns: Pick<Dns, 'query'>
  #late_in_a_row = 0

  constructor(servers: readonly string[], client: Pick<Dns, 'query'> = dnsClient({ servers })) {
    this.#dns = withCache({
      query: async (kind, name, signal) => {
        const answer = await client.query(kind, name, signal)
        if (!('trouble' in answer)) this.#late_in_a_row = 0
        return answer
      },
    })
  }

  /** Starts the lookups of one email, which share this time limit. */
  askFor(limit_ms: number): NameServerQueries {
    const until_ms = performance.now() + (this.#late_in_a_row < SILENT_FROM ? limit_ms : SILENT_WAIT_MS)
    let isLate = false
    const ask: NameServerQueries['ask'] = async (name, type) => {
      // the SPF mechanism `ptr` is slow and deprecated (RFC 7208 5.5), so PTR finds nothing
      if (!KINDS.has(type)) return { none: 'record', authentic: false }
      const answer = await inTime(this.#dns.query(type as DnsKind, name), until_ms)
      if (answer === undefined) isLate = true
      return answer ?? { trouble: 'no response from a DNS server in time' }
    }
    return {
      ask,
      end: () => {
        if (isLate) this.#late_in_a_row++
      },
    }
  }
}

async function inTime<Answer>(answer: Promise<Answer>, until_ms: number): Promise<Answer | undefined> {
  const left_ms = until_ms - performance.now()
  if (left_ms <= 0) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, left_ms, undefined)
  })
  const first = await Promise.race([answer, late])
  clearTimeout(timer)
  return first
}
