import { randomBytes } from 'node:crypto'
import type { Schemas } from '../../../generated/api.ts'
import type { Answer, Handler } from '../../operation.ts'
import { enqueue } from '../../queue/enqueue.ts'
import { refusal } from '../../refusal.ts'
import type { Tx } from '../../store/database.ts'
import { guardName, recordChange } from '../actions.ts'
import { giveKeys } from '../keys/actions.ts'
import { checkedDomainName } from '../names.ts'
import { createdDomain, takenName } from '../rules.ts'
import { findDomainByName, findHolder, insertDomain, removeDomain } from '../store.ts'
import { type Claim, claimAnswer, claimAt, createdClaim, isOpenClaim, isSameClaim, notClaimable } from './rules.ts'
import * as store from './store.ts'

const TOKEN_BYTES = 16

export const claimDomain: Handler<'claimDomain'> = async ({ tx, caller, body, now }) => {
  const { team_id } = caller
  const name = checkedDomainName(body.name)
  guardName(tx, name)
  const known = await findDomainByName(tx, team_id, name)
  if (known && !known.is_placeholder) throw takenName(name)
  const claim = known && (await store.findClaimOfDomain(tx, team_id, known.id))
  if (claim && isOpenClaim(claim, now) && isSameClaim(claim, body)) return { status: 200, body: claimAnswer(claim) }
  const holder = await findHolder(tx, name)
  if (!holder?.was_verified) throw notClaimable()
  if (known) {
    store.supersedeClaimOf(tx, team_id, known.id)
    removeDomain(tx, team_id, known.id)
  }
  return newClaim(tx, team_id, { ...body, name }, now)
}

async function newClaim(tx: Tx, team_id: string, asked: Claim['asked'], now: Date): Promise<Answer<'claimDomain'>> {
  const domain = createdDomain(asked, { id: tx.newId('domains'), team_id, now, is_placeholder: true })
  insertDomain(tx, domain)
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const { name, id: domain_id } = domain
  const claim = createdClaim(asked, { id: tx.newId('domain_claims'), team_id, name, domain_id, token, now })
  store.insertClaim(tx, claim)
  await recordChange(tx, 'domain.created', domain, now)
  return {
    status: 201,
    afterCommit: async (committed): Promise<Schemas['DomainClaim']> => {
      await giveKeys(committed, domain, now)
      return claimAnswer(claim)
    },
  }
}

export const getDomainClaim: Handler<'getDomainClaim'> = async ({ tx, caller, path, now }) => {
  return { status: 200, body: claimAnswer(claimAt(await findOrRefuse(tx, caller.team_id, path.domain_id), now)) }
}

export const verifyDomainClaim: Handler<'verifyDomainClaim'> = async ({ tx, caller, path, now }) => {
  const claim = await findOrRefuse(tx, caller.team_id, path.domain_id)
  if (isOpenClaim(claim, now)) {
    const { team_id, id: claim_id, name: destination } = claim
    const turn = claim.turn + 1
    store.saveClaim(tx, { ...claim, turn })
    await enqueue(tx, 'check_claim', { team_id, claim_id, turn, destination }, now)
  }
  return { status: 200, body: claimAnswer(claimAt(claim, now)) }
}

async function findOrRefuse(tx: Tx, team_id: string, domain_id: string): Promise<Claim> {
  const claim = await store.findClaimOfDomain(tx, team_id, domain_id)
  if (!claim) throw refusal('not_found', 'Domain claim not found')
  return claim
}
