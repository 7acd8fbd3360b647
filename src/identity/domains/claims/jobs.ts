// Looks up the record of a claim in DNS, and transfers the domain when the record exists and nothing blocks the transfer.
import type { Dns } from '../../../base/net/dns.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import type { Tx } from '../../../base/store/database.ts'
import { guardName, recordDomainChange } from '../actions.ts'
import * as domains from '../store.ts'
import { claimBlock, claimNow, isOpenClaim, nextClaimCheck, proofFault } from './rules.ts'
import * as store from './store.ts'
import type { Claim } from './store.ts'

type Job = Work<'check_claim'>

export function checkClaim(dns: Pick<Dns, 'query'>): (work: Job) => Promise<void> {
  return async work => {
    const { team_id, claim_id, turn } = work.payload
    const claim = await work.read(tx => store.findClaim(tx, { team_id, id: claim_id }))
    if (!claim || claim.turn !== turn || !isOpenClaim(claim, work.now())) return expire(work, claim)
    const fault = proofFault(claim, await dns.query('TXT', claim.name))
    await work.finish(async tx => {
      const now = work.now()
      const current = await store.findClaim(tx, { team_id, id: claim_id })
      // meanwhile the claim was canceled or a newer check was started
      if (!current || current.turn !== turn || !isOpenClaim(current, now)) return
      const after = fault === undefined ? await changeHands(tx, current, now) : { ...current, failure_reason: fault }
      store.saveClaim(tx, after)
      if (isOpenClaim(after, now)) await enqueue(tx, 'check_claim', work.payload, now, nextClaimCheck(after, now))
    })
  }
}

async function expire(work: Job, claim: Claim | undefined): Promise<void> {
  await work.finish(async tx => {
    const current = claim && (await store.findClaim(tx, claim))
    const after = current && claimNow(current, work.now())
    if (after && after !== current) store.saveClaim(tx, after)
  })
}

/** Transfers the domain unless the transfer is blocked. Returns the claim with its new status. */
async function changeHands(tx: Tx, claim: Claim, now: Date): Promise<Claim> {
  const { team_id, name, domain_id } = claim
  guardName(tx, name)
  const [holder, placeholder] = await Promise.all([
    domains.findHolder(tx, { name }),
    domains.findDomain(tx, { team_id, id: domain_id }),
  ])
  if (!placeholder) return { ...claim, status: 'failed', failure_reason: 'The domain was removed.' }
  const owned = holder && (await domains.findDomain(tx, { team_id: holder.team_id, id: holder.domain_id }))
  if (owned) {
    const blocked_reason = claimBlock(owned, now)
    if (blocked_reason) return { ...claim, status: 'blocked', blocked_reason, failure_reason: null }
    await recordDomainChange({ tx, now }, 'domain.deleted', owned)
    domains.removeDomain(tx, owned)
  }
  const domain = { ...placeholder, is_placeholder: false }
  domains.saveDomain(tx, domain)
  domains.saveNameHolder(tx, domain, { was_verified: false, now })
  store.supersedeOtherClaims(tx, claim)
  const changes = { is_claimed: [true, false] } as const
  await recordDomainChange({ tx, now }, 'domain.updated', domain, changes)
  return { ...claim, status: 'completed', blocked_reason: null, failure_reason: null }
}
