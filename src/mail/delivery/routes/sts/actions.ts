// The MTA-STS policy of a domain (RFC 8461): its id is looked up in DNS, and the policy is fetched when the id is new and
// stored for its `max_age`. A stored policy remains in force if the id or the new policy cannot be fetched; otherwise an
// attacker who blocks both could disable it.
import { BoundedMap } from '../../../../base/limits/bounded-map.ts'
import type { Dns } from '../../../../base/net/dns.ts'
import type { HttpClient } from '../../../../base/net/http-client.ts'
import type { Database } from '../../../../base/store/database.ts'
import { type StsPolicy, parseStsId, parseStsPolicy } from '../mta-sts.ts'
import { findPolicy, savePolicy, type StoredPolicy } from '../store.ts'

interface StsParts {
  database: Database
  dns: Pick<Dns, 'query'>
  http: Pick<HttpClient, 'send'>
  now: () => Date
  /** The port that policies are fetched from, if not 443. */
  port?: number | undefined
}

/** The policy in force for a domain, and the fault of a newer one, if any. */
export interface StsFinding {
  policy: Pick<StsPolicy, 'mode' | 'mx'> | undefined
  fault: { result: 'sts-policy-fetch-error' | 'sts-policy-invalid'; words: string } | undefined
}

const NOTHING: StsFinding = { policy: undefined, fault: undefined }

/** How long a finding is used without another lookup. */
const CHECKED_MS = 60_000
/** How long a failed fetch is not repeated, so that it does not happen for each email (RFC 8461 3.3). */
const FAILED_MS = 300_000
const CACHED_MAX = 20_000
const FETCH_MS = 15_000

export class StsPolicies {
  readonly #parts: StsParts
  readonly #found = new BoundedMap<string, { finding: Promise<StsFinding>; until_ms: number }>(CACHED_MAX)

  constructor(parts: StsParts) {
    this.#parts = parts
  }

  findFor(domain: string): Promise<StsFinding> {
    const known = this.#found.get(domain)
    if (known && known.until_ms > performance.now()) return known.finding
    const looked = { finding: this.#lookUp(domain), until_ms: Infinity }
    this.#found.set(domain, looked)
    looked.finding.then(
      ({ fault }) => (looked.until_ms = performance.now() + (fault ? FAILED_MS : CHECKED_MS)),
      () => (looked.until_ms = 0),
    )
    return looked.finding
  }

  async #lookUp(domain: string): Promise<StsFinding> {
    const { database, dns, now } = this.#parts
    const [answer, stored] = await Promise.all([
      dns.query('TXT', `_mta-sts.${domain}`),
      database.read(tx => findPolicy(tx, { domain })),
    ])
    const valid = stored && stored.expires_at > now().toISOString() ? stored : undefined
    const id = 'found' in answer ? parseStsId(answer.found) : undefined
    if (id === undefined || valid?.policy_id === id) return valid ? { policy: valid, fault: undefined } : NOTHING
    const fetched = await this.#fetch(domain)
    if ('result' in fetched) return { policy: valid, fault: fetched }
    await this.#cache(domain, id, fetched)
    return { policy: fetched, fault: undefined }
  }

  /** Fetches a policy over HTTPS with a valid certificate. Redirects are not followed (RFC 8461 3.3). */
  async #fetch(domain: string): Promise<StsPolicy | NonNullable<StsFinding['fault']>> {
    const { http, port } = this.#parts
    const host = `mta-sts.${domain}${port === undefined ? '' : `:${port}`}`
    const url = `https://${host}/.well-known/mta-sts.txt`
    const exchange = await http.send({ method: 'GET', url, headers: {}, body: undefined, limit_ms: FETCH_MS })
    const failed = (words: string) => ({ result: 'sts-policy-fetch-error' as const, words })
    if ('refused' in exchange) return failed(exchange.refused)
    if ('broken' in exchange) return failed(exchange.broken)
    const { status, body, truncated } = exchange.answer
    if (status !== 200) return failed(`the server returned ${status}`)
    const policy = truncated ? { fault: 'the response is too large' } : parseStsPolicy(body.toString())
    return 'fault' in policy ? { result: 'sts-policy-invalid', words: policy.fault } : policy
  }

  async #cache(domain: string, policy_id: string, { mode, mx, max_age_s }: StsPolicy): Promise<void> {
    const { database, now } = this.#parts
    const expires_at = new Date(now().getTime() + max_age_s * 1000).toISOString()
    const policy: StoredPolicy = { domain, policy_id, mode, mx, expires_at }
    await database.unit(async tx => savePolicy(tx, policy), 'queue')
  }
}
