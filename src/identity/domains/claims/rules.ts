// Claims of domains that belong to another team: their lifetime, the record that proves ownership, and what blocks a transfer.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import type { DnsAnswer } from '../../../base/net/dns.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Domain } from '../store.ts'
import type { Claim } from './store.ts'

const DAY_MS = 24 * 3_600_000
const OPEN_FOR_MS = 7 * DAY_MS
const GRACE_MS = 3 * DAY_MS
const ACTIVE_MS = 7 * DAY_MS

export function newClaim(
  asked: InSchemas['ClaimDomain'],
  { now, ...made }: Pick<Claim, 'id' | 'team_id' | 'name' | 'domain_id' | 'token'> & { now: Date },
): Claim {
  return {
    ...made,
    region: asked.region,
    asked: { ...asked, name: made.name },
    status: 'pending',
    blocked_reason: null,
    failure_reason: null,
    turn: 0,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + OPEN_FOR_MS).toISOString(),
  }
}

const WAITING: readonly Claim['status'][] = ['pending', 'blocked']

/** Whether the claim can still succeed. */
export function isOpenClaim({ status, expires_at }: Claim, now: Date): boolean {
  return WAITING.includes(status) && now.getTime() < Date.parse(expires_at)
}

/** The claim with its current status: the job that expires it may be late. */
export function claimNow(claim: Claim, now: Date): Claim {
  const isLate = WAITING.includes(claim.status) && !isOpenClaim(claim, now)
  return isLate ? { ...claim, status: 'expired', blocked_reason: null } : claim
}

export function isSameClaim(claim: Claim, asked: InSchemas['ClaimDomain']): boolean {
  const words = (body: InSchemas['ClaimDomain']): string => JSON.stringify(Object.entries(body).toSorted())
  return words(claim.asked) === words({ ...asked, name: claim.name })
}

export function claimProof({ token }: Pick<Claim, 'token'>): string {
  return `resend-domain-verification=${token}`
}

export function claimResponse(claim: Claim): Schemas['DomainClaim'] {
  const { id, name, status, domain_id, region, blocked_reason, failure_reason, created_at, expires_at } = claim
  return {
    object: 'domain_claim',
    id,
    name,
    status,
    domain_id,
    region,
    record: { type: 'TXT', name, value: claimProof(claim), ttl: 'Auto' },
    blocked_reason,
    failure_reason,
    created_at,
    expires_at,
  }
}

export const notClaimableRefusal = (): Error => refusal('validation_error', 'Domain is not available to claim')

/** Why DNS does not prove the claim; `undefined` if it does. */
export function proofFault(claim: Pick<Claim, 'name' | 'token'>, said: DnsAnswer<'TXT'>): string | undefined {
  if ('trouble' in said) return `The DNS lookup failed: ${said.trouble}. It will be retried.`
  const value = claimProof(claim)
  const texts = 'found' in said ? said.found : []
  if (texts.some(text => text.trim() === value)) return undefined
  if (texts.some(text => text.includes(value)))
    return 'The value has extra characters around it, such as quotes. Enter it without them.'
  if (texts.some(text => text.includes('resend-domain-verification=')))
    return `The TXT record at ${claim.name} has the value of another claim. Enter the value of this claim.`
  return `No TXT record with this value at ${claim.name}.`
}

/** What blocks the transfer of a domain; `null` if nothing does. */
export function claimBlock(
  owner: Pick<Domain, 'verified_at' | 'used_at' | 'scheduled_until'>,
  now: Date,
): Claim['blocked_reason'] {
  const within = (at: string | null, ms: number): boolean => at !== null && now.getTime() - Date.parse(at) < ms
  if (within(owner.verified_at, GRACE_MS)) return 'grace_period'
  if (within(owner.used_at, ACTIVE_MS)) return 'recent_owner_activity'
  const until = owner.scheduled_until
  return until !== null && Date.parse(until) > now.getTime() ? 'pending_scheduled_emails' : null
}

const MINUTE_MS = 60_000

/** When DNS is checked again. */
export function nextClaimCheck(claim: Claim, now: Date): Date {
  const age_ms = now.getTime() - Date.parse(claim.created_at)
  const wait_ms = age_ms < 10 * MINUTE_MS ? MINUTE_MS : age_ms < 120 * MINUTE_MS ? 5 * MINUTE_MS : 60 * MINUTE_MS
  return new Date(Math.min(now.getTime() + wait_ms, Date.parse(claim.expires_at)))
}
