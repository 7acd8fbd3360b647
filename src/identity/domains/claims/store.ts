import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import type { Claim } from './rules.ts'

const claims = table<Claim>('domain_claims', {
  id: uuid,
  team_id: uuid,
  name: text,
  domain_id: uuid,
  region: oneOf<Claim['region']>(),
  asked: json<Claim['asked']>(),
  token: text,
  status: oneOf<Claim['status']>(),
  blocked_reason: nullable(oneOf<NonNullable<Claim['blocked_reason']>>()),
  failure_reason: nullable(text),
  turn: number,
  created_at: text,
  expires_at: text,
})

const byId = claims.find('team_id', 'id')
const ofDomain = claims.find('team_id', 'domain_id')
const insert = claims.insert()
const save = claims.update({ by: ['team_id', 'id'], set: ['status', 'blocked_reason', 'failure_reason', 'turn'] })

const end = claims.write<{ team_id: string; domain_id: string; status: string }>(({ rows, params }) =>
  rows
    .where(params('team_id', 'domain_id'))
    .whereIn('status', ['pending', 'blocked'])
    .update({ ...params('status'), blocked_reason: null }),
)

const supersedeOthers = acrossTeams(
  'a name can change hands once',
  claims.write<{ name: string; id: string }>(({ rows, param, params }) =>
    rows
      .where(params('name'))
      .whereIn('status', ['pending', 'blocked'])
      .andWhere('id', '<>', param('id'))
      .update({ status: 'superseded', blocked_reason: null }),
  ),
)

export function findClaim(tx: Tx, team_id: string, id: string): Promise<Claim | undefined> {
  return tx.get(byId, { team_id, id })
}

/** There is one for each domain that a claim made. */
export function findClaimOfDomain(tx: Tx, team_id: string, domain_id: string): Promise<Claim | undefined> {
  return tx.get(ofDomain, { team_id, domain_id })
}

export function insertClaim(tx: Tx, claim: Claim): void {
  tx.put(insert, claim)
}

export function saveClaim(tx: Tx, claim: Claim): void {
  tx.put(save, claim)
}

/** Its domain was removed. */
export function cancelClaimOf(tx: Tx, team_id: string, domain_id: string): void {
  tx.put(end, { team_id, domain_id, status: 'canceled' })
}

/** The team has made a newer one. */
export function supersedeClaimOf(tx: Tx, team_id: string, domain_id: string): void {
  tx.put(end, { team_id, domain_id, status: 'superseded' })
}

/** Ends all other claims on the name: their teams have to claim it anew. */
export function supersedeOtherClaims(tx: Tx, { name, id }: Pick<Claim, 'name' | 'id'>): void {
  tx.put(supersedeOthers, { name, id })
}
