// The table of claims of domains.
import type { InSchemas, Schemas } from '../../../../generated/api.ts'
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const claims = table('domain_claims', {
  id: uuid,
  team_id: uuid,
  name: text,
  /** The placeholder domain of the claim. */
  domain_id: uuid,
  region: oneOf<Schemas['DomainRegion']>(),
  asked: json<InSchemas['ClaimDomain']>(),
  token: text,
  status: oneOf<Schemas['DomainClaimStatus']>(),
  blocked_reason: nullable(oneOf<NonNullable<Schemas['DomainClaim']['blocked_reason']>>()),
  failure_reason: nullable(text),
  /** Incremented with each request for a check. The job of an earlier request does nothing. */
  turn: number,
  created_at: text,
  expires_at: text,
})

export type Claim = RecordOf<typeof claims>

export const findClaim = claims.find('team_id', 'id').one
/** A domain is created by at most one claim. */
export const findClaimOfDomain = claims.find('team_id', 'domain_id').one
export const insertClaim = claims.insert().put
export const saveClaim = claims.update({
  by: ['team_id', 'id'],
  set: ['status', 'blocked_reason', 'failure_reason', 'turn'],
}).put

/** `canceled`: the domain was removed. `superseded`: the team created a newer claim. */
export const endClaimOf = claims.write<{ team_id: string; domain_id: string; status: 'canceled' | 'superseded' }>(
  ({ rows, params }) =>
    rows
      .where(params('team_id', 'domain_id'))
      .whereIn('status', ['pending', 'blocked'])
      .update({ ...params('status'), blocked_reason: null }),
).put

/** Ends all other claims on the name. Their teams have to claim it again. */
export const supersedeOtherClaims = acrossTeams(
  'a name can change hands once',
  claims.write<{ name: string; id: string }>(({ rows, param, params }) =>
    rows
      .where(params('name'))
      .whereIn('status', ['pending', 'blocked'])
      .andWhere('id', '<>', param('id'))
      .update({ status: 'superseded', blocked_reason: null }),
  ),
).put
