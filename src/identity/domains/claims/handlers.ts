import type { Schemas } from '../../../../generated/api.ts'
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import type { Tx } from '../../../base/store/database.ts'
import { giveKeys } from '../keys/actions.ts'
import { askForProof, beginClaim, type Claim, claimAnswer, findClaimNow } from './actions.ts'

export const claimDomain: Handler<'claimDomain'> = async ({ tx, caller, body, now }) => {
  const { claim, made } = await beginClaim(tx, caller.team_id, body, now)
  if (!made) return { status: 200, body: claimAnswer(claim) }
  return {
    status: 201,
    afterCommit: async (committed): Promise<Schemas['DomainClaim']> => {
      await giveKeys(committed, made, now)
      return claimAnswer(claim)
    },
  }
}

export const getDomainClaim: Handler<'getDomainClaim'> = async ({ tx, caller, path, now }) => {
  return { status: 200, body: claimAnswer(await findClaimOrRefuse(tx, caller.team_id, path.domain_id, now)) }
}

export const verifyDomainClaim: Handler<'verifyDomainClaim'> = async ({ tx, caller, path, now }) => {
  const claim = await findClaimOrRefuse(tx, caller.team_id, path.domain_id, now)
  await askForProof(tx, claim, now)
  return { status: 200, body: claimAnswer(claim) }
}

async function findClaimOrRefuse(tx: Tx, team_id: string, domain_id: string, now: Date): Promise<Claim> {
  const claim = await findClaimNow(tx, team_id, domain_id, now)
  if (!claim) throw refusal('not_found', 'Domain claim not found')
  return claim
}
