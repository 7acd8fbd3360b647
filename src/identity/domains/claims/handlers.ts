// The operations on claims of domains.
import type { Schemas } from '../../../../generated/api.ts'
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { TeamUnit } from '../../../base/store/database.ts'
import { createDomainKeys } from '../keys/actions.ts'
import { startClaimCheck, startClaim, findClaimNow } from './actions.ts'
import type { Claim } from './store.ts'
import { claimResponse } from './rules.ts'

export const claimDomain: Handler<'claimDomain'> = async call => {
  const { claim, made } = await startClaim(call, call.body)
  if (!made) return { status: 200, body: claimResponse(claim) }
  return {
    status: 201,
    afterCommit: async (committed): Promise<Schemas['DomainClaim']> => {
      await createDomainKeys(committed, made, call.now)
      return claimResponse(claim)
    },
  }
}

export const getDomainClaim: Handler<'getDomainClaim'> = async call => {
  return { status: 200, body: claimResponse(await requireClaim(call)) }
}

export const verifyDomainClaim: Handler<'verifyDomainClaim'> = async call => {
  const claim = await requireClaim(call)
  await startClaimCheck(call.tx, claim, call.now)
  return { status: 200, body: claimResponse(claim) }
}

async function requireClaim({ path, ...unit }: TeamUnit & { path: { domain_id: string } }): Promise<Claim> {
  const claim = await findClaimNow(unit, path.domain_id)
  if (!claim) throw refusal('not_found', 'Domain claim not found')
  return claim
}
