// Authorization codes, stored by their hashes.
import type { Schemas } from '../../../../generated/api.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { json, nullable, number, oneOf, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const codes = table('oauth_codes', {
  code_hash: text,
  client_id: uuid,
  team_id: uuid,
  user_id: uuid,
  redirect_uri: text,
  code_challenge: text,
  /** The thumbprint of the key that is required to exchange it (RFC 9449 10). */
  dpop_jkt: nullable(text),
  scopes: json<Scope[]>(),
  created_at: text,
  expires_at: text,
  failures: number,
  /** When the code was exchanged, which is possible only once. */
  consumed_at: nullable(text),
  /** The grant that the exchange created. */
  grant_id: nullable(uuid),
  /** The agreed authentication method of the client when the code was approved. `null`: the stored one. */
  client_auth: nullable(oneOf<Schemas['TokenEndpointAuthMethod']>()),
})

export type CodeRecord = RecordOf<typeof codes>

export const findCode = acrossTeams('finds the team of a secret', codes.find('code_hash')).one

export const insertCode = codes.insert().put

export const countCodeFailure = codes.update({ by: ['team_id', 'code_hash'], increment: ['failures'] }).put

/** Returns whether this call consumed it: a code is exchanged only once. */
export const consumeCode = codes.update({
  by: ['team_id', 'code_hash'],
  where: { consumed_at: null },
  set: ['consumed_at', 'grant_id'],
}).did

/** Expires the codes of a person that were not exchanged yet. */
export const endCodesOfUser = acrossTeams(
  'a person approves in each of their teams',
  codes.update({ by: ['user_id'], where: { consumed_at: null }, set: ['expires_at'] }),
).put

export const removeCodesExpired = acrossTeams(
  'a sweep',
  codes.removeSome<never, { before: string }>({
    key: ['code_hash'],
    where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
  }),
).more
