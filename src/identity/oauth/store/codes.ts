// Authorization codes, each by its hash.
import type { Scope } from '../../../base/operation/scope.ts'
import { json, nullable, number, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { acrossTeams } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import type { CodeRecord } from '../token/codes.ts'

const codes = table<CodeRecord>('oauth_codes', {
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
  consumed_at: nullable(text),
  grant_id: nullable(uuid),
})

const codeByHash = acrossTeams(
  'what the secret is good for, and in which team, is what is asked',
  codes.find('code_hash'),
)
const insertCodeRow = codes.insert()
const ONE = ['team_id', 'code_hash'] as const
const countFailureRow = codes.update({ by: [...ONE], increment: ['failures'] })
const consumeRow = codes.update({ by: [...ONE], where: { consumed_at: null }, set: ['consumed_at', 'grant_id'] })

const endRowsOfUser = acrossTeams(
  'a person approves in each of their teams',
  codes.update({ by: ['user_id'], where: { consumed_at: null }, set: ['expires_at'] }),
)

const removeCodes = acrossTeams(
  'a sweep',
  partlyRemoved<{ before: string }>(codes.name, ['code_hash'], (rows, param) =>
    rows.where('expires_at', '<=', param('before')),
  ),
)

export function findCode(tx: Tx, code_hash: string): Promise<CodeRecord | undefined> {
  return tx.get(codeByHash, { code_hash })
}

export async function insertCode(tx: Tx, code: CodeRecord): Promise<void> {
  await tx.run(insertCodeRow, code)
}

export async function countCodeFailure(tx: Tx, { team_id, code_hash }: CodeRecord): Promise<void> {
  await tx.run(countFailureRow, { team_id, code_hash })
}

/** Whether this consumed it: a code is good for one exchange. */
export async function consumeCode(
  tx: Tx,
  { team_id, code_hash }: CodeRecord,
  grant_id: string,
  consumed_at: string,
): Promise<boolean> {
  return (await tx.run(consumeRow, { team_id, code_hash, grant_id, consumed_at })) > 0
}

/** What a person approved and no client has exchanged yet cannot be exchanged any more. */
export async function endCodesOfUser(tx: Tx, user_id: string, at: string): Promise<void> {
  await tx.run(endRowsOfUser, { user_id, expires_at: at })
}

export function removeCodesExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeCodes, { before })
}
