// Claims of domains for other modules: creating and reading a claim, and checking its record.
import { randomBytes } from 'node:crypto'
import type { InSchemas } from '../../../../generated/api.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import type { TeamUnit, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { guardName, recordVerification } from '../actions.ts'
import { checkedDomainName } from '../names.ts'
import { newDomain, takenNameRefusal } from '../rules.ts'
import { type Domain, findDomainByName, findHolder, insertDomain, removeDomain } from '../store.ts'
import { claimNow, newClaim, isOpenClaim, isSameClaim, notClaimableRefusal } from './rules.ts'
import * as store from './store.ts'
import type { Claim } from './store.ts'

const TOKEN_BYTES = 16

/** A new or open claim. `made`: the placeholder domain of a new claim, which gets its keys after the commit. */
interface StartedClaim {
  claim: Claim
  made: Domain | undefined
}

/** Claims a domain that another team has verified, or throws the refusal. Repeating an open claim returns that claim. */
export async function startClaim(unit: TeamUnit, asked: InSchemas['ClaimDomain']): Promise<StartedClaim> {
  const { tx, team_id, now } = unit
  const name = checkedDomainName(asked.name)
  guardName(tx, name)
  const known = await findDomainByName(tx, { team_id, name })
  if (known && !known.is_placeholder) throw takenNameRefusal(name)
  const claim = known && (await store.findClaimOfDomain(tx, { team_id, domain_id: known.id }))
  if (claim && isOpenClaim(claim, now) && isSameClaim(claim, asked)) return { claim, made: undefined }
  const holder = await findHolder(tx, { name })
  if (!holder?.was_verified) throw notClaimableRefusal()
  if (known) {
    store.endClaimOf(tx, { team_id, domain_id: known.id, status: 'superseded' })
    removeDomain(tx, known)
  }
  return insertNewClaim(unit, { ...asked, name })
}

async function insertNewClaim({ tx, team_id, now }: TeamUnit, asked: Claim['asked']): Promise<StartedClaim> {
  const made = newDomain(asked, { id: tx.newId('domains'), team_id, now, is_placeholder: true })
  insertDomain(tx, made)
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const { name, id: domain_id } = made
  const claim = newClaim(asked, { id: tx.newId('domain_claims'), team_id, name, domain_id, token, now })
  store.insertClaim(tx, claim)
  await record(tx, { type: 'domain.claimed', team_id, at: now, object_id: domain_id, name })
  return { claim, made }
}

/** Whether another team has verified this name, so that only a claim can transfer it. */
export async function isClaimable(tx: Tx, team_id: string, name: string): Promise<boolean> {
  const plain = checkedDomainName(name)
  guardName(tx, plain)
  const holder = await findHolder(tx, { name: plain })
  return holder !== undefined && holder.was_verified && holder.team_id !== team_id
}

/** The claim that created a domain, with its current status; `undefined` if the domain has no claim. */
export async function findClaimNow({ tx, team_id, now }: TeamUnit, domain_id: string): Promise<Claim | undefined> {
  const claim = await store.findClaimOfDomain(tx, { team_id, domain_id })
  return claim && claimNow(claim, now)
}

/** Starts a DNS check for the record of a claim, if the claim is open. */
export async function startClaimCheck(tx: Tx, claim: Claim, now: Date): Promise<void> {
  if (!isOpenClaim(claim, now)) return
  const { team_id, id: claim_id, domain_id, name: destination } = claim
  const turn = claim.turn + 1
  store.saveClaim(tx, { ...claim, turn })
  await enqueue(tx, 'check_claim', { team_id, claim_id, turn, destination }, now)
  await recordVerification({ tx, now }, { team_id, id: domain_id, name: destination })
}
