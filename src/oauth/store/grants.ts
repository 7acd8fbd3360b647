// Grants and their refresh tokens.
import type { Scope } from '../../scope.ts'
import type { Tx } from '../../store/database.ts'
import { type Page, type PageQuery, PagedList } from '../../store/page.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type {
  FoundRefreshToken,
  Grant,
  RefreshTokenRecord,
  ListedGrant,
  Revoked,
  RevokedReason,
} from '../grants/rules.ts'

// ---- codecs

type GrantRow = Omit<Grant, 'scopes'> & { scopes: string }
type ListedRow = GrantRow & { client_name: string; logo_uri: string | null }
type FoundRow = Omit<FoundRefreshToken, 'scopes' | 'successor_used'> & {
  scopes: string
  successor_rotated_at: string | null
}

function toRow(grant: Grant): GrantRow {
  return { ...grant, scopes: JSON.stringify(grant.scopes) }
}

function fromListedRow({ client_name, logo_uri, ...row }: ListedRow): ListedGrant {
  return { ...row, scopes: JSON.parse(row.scopes), client: { name: client_name, logo_uri } }
}

function fromFoundRow({ scopes, successor_rotated_at, ...row }: FoundRow): FoundRefreshToken {
  return { ...row, scopes: JSON.parse(scopes), successor_used: successor_rotated_at !== null }
}

// ---- grants

const insertGrantRow = statement<GrantRow>((knex, place) =>
  knex('oauth_grants').insert({
    id: place('id'),
    team_id: place('team_id'),
    user_id: place('user_id'),
    client_id: place('client_id'),
    scopes: place('scopes'),
    created_at: place('created_at'),
    last_used_at: place('last_used_at'),
    revoked_at: place('revoked_at'),
    revoked_reason: place('revoked_reason'),
  }),
)

const liveGrantById = statement<{ id: string }, { team_id: string; scopes: string }>((knex, place) =>
  knex('oauth_grants')
    .join('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where('oauth_grants.id', place('id'))
    .whereNull('oauth_grants.revoked_at')
    .whereNull('oauth_clients.disabled_at')
    .select('oauth_grants.team_id', 'oauth_grants.scopes'),
)

const enabledGrantById = statement<{ id: string }, { id: string }>((knex, place) =>
  knex('oauth_grants')
    .join('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where('oauth_grants.id', place('id'))
    .whereNull('oauth_clients.disabled_at')
    .select('oauth_grants.id'),
)

const liveGrantsOfUser = statement<{ user_id: string }, { id: string }>((knex, place) =>
  knex('oauth_grants').where('user_id', place('user_id')).whereNull('revoked_at').select('id'),
)

const liveGrantsOfMember = statement<{ team_id: string; user_id: string }, { id: string }>((knex, place) =>
  knex('oauth_grants')
    .where({ user_id: place('user_id'), team_id: place('team_id') })
    .whereNull('revoked_at')
    .select('id'),
)

const useGrant = statement<{ id: string; last_used_at: string }>((knex, place) =>
  knex('oauth_grants')
    .where('id', place('id'))
    .update({ last_used_at: place('last_used_at') }),
)

const list = new PagedList<{ team_id: string }, ListedRow>((knex, place) =>
  knex
    // nested, so that a cursor's `created_at` and `id` are the grant's
    .from(
      knex('oauth_grants as owned')
        .join('oauth_clients', 'oauth_clients.id', 'owned.client_id')
        .where('owned.team_id', place('team_id'))
        .select('owned.*', 'oauth_clients.client_name', 'oauth_clients.logo_uri')
        .as('oauth_grants'),
    )
    .select('*'),
)

const revokeRow = statement<Revoked>((knex, place) =>
  knex('oauth_grants')
    .where('id', place('id'))
    .whereNull('revoked_at')
    .update({ revoked_at: place('revoked_at'), revoked_reason: place('revoked_reason') }),
)

const revokeRowOfTeam = statement<Revoked & { team_id: string }>((knex, place) =>
  knex('oauth_grants')
    .where({ id: place('id'), team_id: place('team_id') })
    .whereNull('revoked_at')
    .update({ revoked_at: place('revoked_at'), revoked_reason: place('revoked_reason') }),
)

const revokeRowsOfUser = statement<Omit<Revoked, 'id'> & { user_id: string }>((knex, place) =>
  knex('oauth_grants')
    .where('user_id', place('user_id'))
    .whereNull('revoked_at')
    .update({ revoked_at: place('revoked_at'), revoked_reason: place('revoked_reason') }),
)

export async function insertGrant(tx: Tx, grant: Grant): Promise<void> {
  await tx.run(insertGrantRow, toRow(grant))
}

/** What a grant still allows; `undefined` when it was revoked or its client is disabled. */
export async function findLiveGrant(tx: Tx, id: string): Promise<{ team_id: string; scopes: Scope[] } | undefined> {
  const row = await tx.get(liveGrantById, { id })
  return row && { team_id: row.team_id, scopes: JSON.parse(row.scopes) }
}

/** Whether the client that has or had this grant is enabled. */
export async function isClientOfGrantEnabled(tx: Tx, id: string): Promise<boolean> {
  return (await tx.get(enabledGrantById, { id })) !== undefined
}

export async function listLiveGrantsOfUser(tx: Tx, user_id: string): Promise<string[]> {
  return (await tx.all(liveGrantsOfUser, { user_id })).map(({ id }) => id)
}

export async function listLiveGrantsOfMember(tx: Tx, team_id: string, user_id: string): Promise<string[]> {
  return (await tx.all(liveGrantsOfMember, { team_id, user_id })).map(({ id }) => id)
}

export async function saveGrantUse(tx: Tx, id: string, last_used_at: string): Promise<void> {
  await tx.run(useGrant, { id, last_used_at })
}

/** Ends a grant with all of its tokens. Whether this did it: the first reason stays. */
export async function saveRevoked(tx: Tx, id: string, revoked_reason: RevokedReason, now: Date): Promise<boolean> {
  return (await tx.run(revokeRow, { id, revoked_reason, revoked_at: now.toISOString() })) > 0
}

/** A team's grants, the newest first. */
export async function listGrants(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ListedGrant>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  return { rows: rows.map(fromListedRow), has_more }
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

const refreshTokenByHash = statement<{ token_hash: string }, FoundRow>((knex, place) =>
  knex('oauth_refresh_tokens as token')
    .join('oauth_grants as grant', 'grant.id', 'token.grant_id')
    .leftJoin('oauth_refresh_tokens as successor', 'successor.token_hash', 'token.successor_hash')
    .where('token.token_hash', place('token_hash'))
    .select({
      grant_id: 'grant.id',
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
)

const insertRefreshTokenRow = statement<RefreshTokenRecord>((knex, place) =>
  knex('oauth_refresh_tokens').insert({
    token_hash: place('token_hash'),
    grant_id: place('grant_id'),
    created_at: place('created_at'),
    expires_at: place('expires_at'),
    rotated_at: place('rotated_at'),
    successor_hash: place('successor_hash'),
  }),
)

const rotateRow = statement<{ token_hash: string; successor_hash: string; rotated_at: string }>((knex, place) =>
  knex('oauth_refresh_tokens')
    .where('token_hash', place('token_hash'))
    .whereNull('rotated_at')
    .update({ rotated_at: place('rotated_at'), successor_hash: place('successor_hash') }),
)

const removeRefreshTokens = partlyRemoved<{ before: string }>('oauth_refresh_tokens', ['token_hash'], (rows, place) =>
  rows.where('expires_at', '<=', place('before')),
)

export async function findRefreshToken(tx: Tx, token_hash: string): Promise<FoundRefreshToken | undefined> {
  const row = await tx.get(refreshTokenByHash, { token_hash })
  return row && fromFoundRow(row)
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
