// Authorization codes, each by its hash.
import type { Scope } from '../../../base/operation/scope.ts'
import { json, nullable, number, text, uuid } from '../../../base/store/column.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const codes = table('oauth_codes', {
  code_hash: text,
  client_id: uuid,
  team_id: uuid,
  user_id: uuid,
  redirect_uri: text,
  code_challenge: text,
  scopes: json<Scope[]>(),
  created_at: text,
  expires_at: text,
  failures: number,
  /** When it was exchanged, and with that gone for good. */
  consumed_at: nullable(text),
  /** What the exchange gave. */
  grant_id: nullable(uuid),
})

export type CodeRecord = RecordOf<typeof codes>

export const findCode = acrossTeams(
  'what the secret is good for, and in which team, is what is asked',
  codes.find('code_hash'),
).one

export const insertCode = codes.insert().put

export const countCodeFailure = codes.update({ by: ['team_id', 'code_hash'], increment: ['failures'] }).put

/** Whether this consumed it: a code is good for one exchange. */
export const consumeCode = codes.update({
  by: ['team_id', 'code_hash'],
  where: { consumed_at: null },
  set: ['consumed_at', 'grant_id'],
}).did

/** What a person approved and no client has exchanged yet cannot be exchanged any more. */
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
