// Authorization codes, each by its hash.
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type { CodeRecord } from '../token/codes.ts'

type CodeRow = Omit<CodeRecord, 'scopes'> & { scopes: string }

const codeByHash = statement<{ code_hash: string }, CodeRow>((knex, place) =>
  knex('oauth_codes').select('*').where('code_hash', place('code_hash')),
)

const insertCodeRow = statement<CodeRow>((knex, place) =>
  knex('oauth_codes').insert({
    code_hash: place('code_hash'),
    client_id: place('client_id'),
    team_id: place('team_id'),
    user_id: place('user_id'),
    redirect_uri: place('redirect_uri'),
    code_challenge: place('code_challenge'),
    scopes: place('scopes'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
    failures: place('failures'),
    consumed_at: place('consumed_at'),
    grant_id: place('grant_id'),
  }),
)

const countFailureRow = statement<{ code_hash: string }>((knex, place) =>
  knex('oauth_codes').where('code_hash', place('code_hash')).increment('failures', 1),
)

const consumeRow = statement<{ code_hash: string; consumed_at: string; grant_id: string }>((knex, place) =>
  knex('oauth_codes')
    .where('code_hash', place('code_hash'))
    .whereNull('consumed_at')
    .update({ consumed_at: place('consumed_at'), grant_id: place('grant_id') }),
)

const endRowsOfUser = statement<{ user_id: string; expires_at: string }>((knex, place) =>
  knex('oauth_codes')
    .where('user_id', place('user_id'))
    .whereNull('consumed_at')
    .update({ expires_at: place('expires_at') }),
)

const removeCodes = partlyRemoved<{ before: string }>('oauth_codes', ['code_hash'], (rows, place) =>
  rows.where('expires_at', '<=', place('before')),
)

export async function findCode(tx: Tx, code_hash: string): Promise<CodeRecord | undefined> {
  const row = await tx.get(codeByHash, { code_hash })
  return row && { ...row, scopes: JSON.parse(row.scopes) }
}

export async function insertCode(tx: Tx, code: CodeRecord): Promise<void> {
  await tx.run(insertCodeRow, { ...code, scopes: JSON.stringify(code.scopes) })
}

export async function countCodeFailure(tx: Tx, code_hash: string): Promise<void> {
  await tx.run(countFailureRow, { code_hash })
}

/** Whether this consumed it: a code is good for one exchange. */
export async function consumeCode(tx: Tx, code_hash: string, grant_id: string, consumed_at: string): Promise<boolean> {
  return (await tx.run(consumeRow, { code_hash, grant_id, consumed_at })) > 0
}

/** What a person approved and no client has exchanged yet cannot be exchanged any more. */
export async function endCodesOfUser(tx: Tx, user_id: string, at: string): Promise<void> {
  await tx.run(endRowsOfUser, { user_id, expires_at: at })
}

export function removeCodesExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeCodes, { before })
}
