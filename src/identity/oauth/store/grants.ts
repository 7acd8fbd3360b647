// Grants and their refresh tokens.
import type { Scope } from '../../../base/operation/scope.ts'
import { codecOf, json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { table } from '../../../base/store/table.ts'
import type {
  FoundRefreshToken,
  Grant,
  RefreshTokenRecord,
  ListedGrant,
  Revoked,
  RevokedReason,
} from '../grants/rules.ts'

// ---- grants

const grants = table<Grant>('oauth_grants', {
  id: uuid,
  team_id: uuid,
  user_id: uuid,
  client_id: uuid,
  scopes: json<Scope[]>(),
  created_at: text,
  last_used_at: nullable(text),
  revoked_at: nullable(text),
  revoked_reason: nullable(oneOf<RevokedReason>()),
})

interface OneGrant {
  team_id: string
  id: string
}

/** For queries of several tables that read a grant's scopes. */
const SCOPES = codecOf({ scopes: grants.columns.scopes })
const BY_TOKEN = 'a token names its grant, and the grant its team'
const OF_PERSON = 'a person approves in each of their teams'

const insertGrantRow = grants.insert()

const liveGrantById = acrossTeams(
  BY_TOKEN,
  statement<{ id: string }, Pick<Grant, 'team_id' | 'scopes'>>(
    (knex, param) =>
      knex('oauth_grants')
        .join('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
        .where('oauth_grants.id', param('id'))
        .whereNull('oauth_grants.revoked_at')
        .whereNull('oauth_clients.disabled_at')
        .select('oauth_grants.team_id', 'oauth_grants.scopes'),
    '',
    SCOPES,
  ),
)

const enabledGrantById = statement<OneGrant, { id: string }>((knex, param) =>
  knex('oauth_grants')
    .join('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where({ 'oauth_grants.team_id': param('team_id'), 'oauth_grants.id': param('id') })
    .whereNull('oauth_clients.disabled_at')
    .select('oauth_grants.id'),
)

const ids = grants.only('id')
const liveGrantsOfUser = acrossTeams(
  OF_PERSON,
  grants
    .only('id', 'team_id')
    .query<{ user_id: string }>(({ rows, params }) => rows.where(params('user_id')).whereNull('revoked_at')),
)
const liveGrantsOfMember = ids.query<{ team_id: string; user_id: string }>(({ rows, params }) =>
  rows.where(params('user_id', 'team_id')).whereNull('revoked_at'),
)

export type GrantOfMember = Pick<Grant, 'id' | 'scopes' | 'created_at'> & { client_name: string }

const grantsOfMember = statement<{ team_id: string; user_id: string; limit: number }, GrantOfMember>(
  (knex, param) =>
    knex('oauth_grants as grant')
      .join('oauth_clients', 'oauth_clients.id', 'grant.client_id')
      .where({ 'grant.team_id': param('team_id'), 'grant.user_id': param('user_id') })
      .whereNull('grant.revoked_at')
      .orderBy('grant.id', 'desc')
      .select('grant.id', 'grant.scopes', 'grant.created_at', 'oauth_clients.client_name'),
  'limit :limit',
  SCOPES,
)
const giverOf = grants.only('user_id').find('team_id', 'id')
const useGrant = grants.update({ by: ['team_id', 'id'], set: ['last_used_at'] })
const useLiveGrant = grants.update({ by: ['team_id', 'id'], where: { revoked_at: null }, set: ['last_used_at'] })

const list = grants.listWhere<{ team_id: string }, { client_name: string; logo_uri: string | null }>(
  ({ knex, param }) =>
    knex
      // nested, so that a cursor's `created_at` and `id` are the grant's
      .from(
        knex('oauth_grants as owned')
          .join('oauth_clients', 'oauth_clients.id', 'owned.client_id')
          .where('owned.team_id', param('team_id'))
          .select(grants.names.map(name => `owned.${name}`))
          .select('oauth_clients.client_name', 'oauth_clients.logo_uri')
          .as('oauth_grants'),
      )
      .select(grants.names)
      .select('client_name', 'logo_uri'),
)

const REVOKING: { where: Partial<Grant>; set: ('revoked_at' | 'revoked_reason')[] } = {
  where: { revoked_at: null },
  set: ['revoked_at', 'revoked_reason'],
}
const revokeRowOfTeam = grants.update({ by: ['id', 'team_id'], ...REVOKING })
const revokeRowsOfUser = acrossTeams(OF_PERSON, grants.update({ by: ['user_id'], ...REVOKING }))

export async function insertGrant(tx: Tx, grant: Grant): Promise<void> {
  await tx.run(insertGrantRow, grant)
}

/** What a grant still allows; `undefined` when it was revoked or its client is disabled. */
export function findLiveGrant(tx: Tx, id: string): Promise<{ team_id: string; scopes: Scope[] } | undefined> {
  return tx.get(liveGrantById, { id })
}

/** Whether the client that has or had this grant is enabled. */
export async function isClientOfGrantEnabled(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.get(enabledGrantById, { team_id, id })) !== undefined
}

export function listLiveGrantsOfUser(tx: Tx, user_id: string): Promise<OneGrant[]> {
  return tx.all(liveGrantsOfUser, { user_id })
}

export async function listLiveGrantsOfMember(tx: Tx, team_id: string, user_id: string): Promise<string[]> {
  return (await tx.all(liveGrantsOfMember, { team_id, user_id })).map(({ id }) => id)
}

/** What a person granted for a team and that did not end, the newest first. */
export function listGrantsOfMember(tx: Tx, team_id: string, user_id: string, limit: number): Promise<GrantOfMember[]> {
  return tx.all(grantsOfMember, { team_id, user_id, limit })
}

/** The person who gave it. */
export async function findGiver(tx: Tx, of: OneGrant): Promise<string | undefined> {
  return (await tx.get(giverOf, of))?.user_id
}

export async function saveGrantUse(tx: Tx, { team_id, id }: OneGrant, last_used_at: string): Promise<void> {
  tx.put(useGrant, { team_id, id, last_used_at })
}

/** Notes its use, if it was not revoked; whether it was not. Of this and a revocation at the same moment one is run again. */
export async function saveLiveGrantUse(tx: Tx, { team_id, id }: OneGrant, last_used_at: string): Promise<boolean> {
  return (await tx.run(useLiveGrant, { team_id, id, last_used_at })) > 0
}

/** A team's grants, the newest first. */
export async function listGrants(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ListedGrant>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  const listed = rows.map(({ client_name, logo_uri, ...grant }) =>
    Object.assign(grant, { client: { name: client_name, logo_uri } }),
  )
  return { rows: listed, has_more }
}

/** Ends a grant of a team; `undefined` when there is none that could be ended. */
export async function saveRevokedOfTeam(
  tx: Tx,
  team_id: string,
  id: string,
  revoked_reason: RevokedReason,
  now: Date,
): Promise<Revoked | undefined> {
  const revoked = { id, revoked_at: now.toISOString(), revoked_reason }
  return (await tx.run(revokeRowOfTeam, { ...revoked, team_id })) > 0 ? revoked : undefined
}

/** Ends all that a person granted; how many grants that were. */
export async function saveRevokedOfUser(
  tx: Tx,
  user_id: string,
  revoked_reason: RevokedReason,
  now: Date,
): Promise<number> {
  return tx.run(revokeRowsOfUser, { user_id, revoked_at: now.toISOString(), revoked_reason })
}

// ---- refresh tokens

const tokens = table<RefreshTokenRecord>('oauth_refresh_tokens', {
  token_hash: text,
  grant_id: uuid,
  created_at: text,
  expires_at: text,
  rotated_at: nullable(text),
  successor_hash: nullable(text),
})

type FoundRow = Omit<FoundRefreshToken, 'successor_used'> & { successor_rotated_at: string | null }

const refreshTokenByHash = acrossTeams(
  BY_TOKEN,
  statement<{ token_hash: string }, FoundRow>(
    (knex, param) =>
      knex('oauth_refresh_tokens as token')
        .join('oauth_grants as grant', 'grant.id', 'token.grant_id')
        .leftJoin('oauth_refresh_tokens as successor', 'successor.token_hash', 'token.successor_hash')
        .where('token.token_hash', param('token_hash'))
        .select({
          grant_id: 'grant.id',
          team_id: 'grant.team_id',
          client_id: 'grant.client_id',
          user_id: 'grant.user_id',
          scopes: 'grant.scopes',
          grant_revoked_at: 'grant.revoked_at',
          last_used_at: 'grant.last_used_at',
          created_at: 'token.created_at',
          expires_at: 'token.expires_at',
          rotated_at: 'token.rotated_at',
          successor_rotated_at: 'successor.rotated_at',
          successor_expires_at: 'successor.expires_at',
        }),
    '',
    SCOPES,
  ),
)

const insertRefreshTokenRow = tokens.insert()

const rotateRow = tokens.update({
  by: ['token_hash'],
  where: { rotated_at: null },
  set: ['rotated_at', 'successor_hash'],
})

const removeRefreshTokens = partlyRemoved<{ before: string }>(tokens.name, ['token_hash'], (rows, param) =>
  rows.where('expires_at', '<=', param('before')),
)

export async function findRefreshToken(tx: Tx, token_hash: string): Promise<FoundRefreshToken | undefined> {
  const row = await tx.get(refreshTokenByHash, { token_hash })
  if (!row) return undefined
  const { successor_rotated_at, ...found } = row
  return { ...found, successor_used: successor_rotated_at !== null }
}

export async function insertRefreshToken(tx: Tx, token: RefreshTokenRecord): Promise<void> {
  await tx.run(insertRefreshTokenRow, token)
}

/** Puts `successor` in the place of a token. Whether this did it: a token is replaced once. */
export async function replaceRefreshToken(tx: Tx, token_hash: string, successor: RefreshTokenRecord): Promise<boolean> {
  const { token_hash: successor_hash, created_at: rotated_at } = successor
  if ((await tx.run(rotateRow, { token_hash, successor_hash, rotated_at })) === 0) return false
  await insertRefreshToken(tx, successor)
  return true
}

export function removeRefreshTokensExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeRefreshTokens, { before })
}
