// Grants and their refresh tokens.
import type { Schemas } from '../../../../generated/api.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { codecOf, json, nullable, oneOf, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import type { Page, PageQuery } from '../../../base/store/page.ts'
import { acrossTeams, statement } from '../../../base/store/statement.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

// ---- grants

export type RevokedReason =
  | 'revoked_from_api'
  | 'revoked_from_dashboard'
  | 'revoked_by_client'
  | 'code_reuse'
  | 'refresh_token_reuse'
  | 'password_changed'

const grants = table('oauth_grants', {
  id: uuid,
  team_id: uuid,
  user_id: uuid,
  client_id: uuid,
  scopes: json<Scope[]>(),
  created_at: text,
  /** The last refresh, to the minute. */
  last_used_at: nullable(text),
  revoked_at: nullable(text),
  revoked_reason: nullable(oneOf<RevokedReason>()),
  /** How the client authenticated when it got the grant; `null` for an old one. A grant created with a key requires one. */
  client_auth: nullable(oneOf<Schemas['TokenEndpointAuthMethod']>()),
})

export type Grant = RecordOf<typeof grants>

type OneGrant = Pick<Grant, 'team_id' | 'id'>
type OfMember = Pick<Grant, 'team_id' | 'user_id'>

/** Decodes a grant's scopes in queries that join several tables. */
const SCOPES = codecOf({ scopes: grants.columns.scopes })
const BY_TOKEN = 'a token names its grant, and the grant its team'
const OF_PERSON = 'a person approves in each of their teams'

export const insertGrant = grants.insert().put

/** Team and scopes of a grant; `undefined` if it was revoked or its client is disabled. */
export const findLiveGrant = acrossTeams(
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
).one

const enabledGrantById = statement<OneGrant, { id: string }>((knex, param) =>
  knex('oauth_grants')
    .join('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .where({ 'oauth_grants.team_id': param('team_id'), 'oauth_grants.id': param('id') })
    .whereNull('oauth_clients.disabled_at')
    .select('oauth_grants.id'),
)

/** Whether the client of this grant, revoked or not, is enabled. */
export async function isClientOfGrantEnabled(tx: Tx, of: OneGrant): Promise<boolean> {
  return (await tx.get(enabledGrantById, of)) !== undefined
}

export const listLiveGrantsOfUser = acrossTeams(
  OF_PERSON,
  grants
    .only('id', 'team_id')
    .query<{ user_id: string }>(({ rows, params }) => rows.where(params('user_id')).whereNull('revoked_at')),
).all

export const listLiveGrantsOfMember = grants
  .only('id')
  .query<OfMember>(({ rows, params }) => rows.where(params('user_id', 'team_id')).whereNull('revoked_at')).all

export type GrantOfMember = Pick<Grant, 'id' | 'scopes' | 'created_at'> & { client_name: string }

/** A person's live grants for a team, newest first. */
export const listGrantsOfMember = statement<OfMember & { limit: number }, GrantOfMember>(
  (knex, param) =>
    knex('oauth_grants as grant')
      .join('oauth_clients', 'oauth_clients.id', 'grant.client_id')
      .where({ 'grant.team_id': param('team_id'), 'grant.user_id': param('user_id') })
      .whereNull('grant.revoked_at')
      .orderBy('grant.id', 'desc')
      .select('grant.id', 'grant.scopes', 'grant.created_at', 'oauth_clients.client_name'),
  'limit :limit',
  SCOPES,
).all

/** The names of the clients of these grants, including revoked ones. */
export const listClientNamesOfGrants = grants
  .leftJoin({ name: 'oauth_clients' }, { id: 'client_id' }, { client_name: text })
  .only('id', 'client_name')
  .findAny('id', 'team_id').all

const giverOf = grants.only('user_id').find('team_id', 'id')

/** The person who gave the grant. */
export async function findGrantOwner(tx: Tx, of: OneGrant): Promise<string | undefined> {
  return (await tx.get(giverOf, of))?.user_id
}

/** The client of a grant, revoked or not, with its current name. */
export const findClientOfGrant = statement<OneGrant, { client_id: string; client_name: string }>((knex, param) =>
  knex('oauth_grants as grant')
    .join('oauth_clients', 'oauth_clients.id', 'grant.client_id')
    .where({ 'grant.team_id': param('team_id'), 'grant.id': param('id') })
    .select('grant.client_id', 'oauth_clients.client_name'),
).one

export const saveGrantUse = grants.update({ by: ['team_id', 'id'], set: ['last_used_at'] }).put

/**
 * Saves the use of a grant unless it was revoked. Returns whether it was live. Of this and a revocation at the same moment, one
 * runs again.
 */
export const saveLiveGrantUse = grants.update({
  by: ['team_id', 'id'],
  where: { revoked_at: null },
  set: ['last_used_at'],
}).did

interface OfClient {
  client_name: string
  logo_uri: string | null
  document_url: string | null
}

const list = grants.listWhere<{ team_id: string }, OfClient>(({ knex, param }) =>
  knex
    // nested, so that a cursor's `created_at` and `id` belong to the grant
    .from(
      knex('oauth_grants as owned')
        .join('oauth_clients', 'oauth_clients.id', 'owned.client_id')
        .where('owned.team_id', param('team_id'))
        .select(grants.names.map(name => `owned.${name}`))
        .select('oauth_clients.client_name', 'oauth_clients.logo_uri', 'oauth_clients.document_url')
        .as('oauth_grants'),
    )
    .select(grants.names)
    .select('client_name', 'logo_uri', 'document_url'),
)

/** A grant as its team sees it, with the client's id in requests. */
export interface ListedGrant extends Grant {
  client: { name: string; logo_uri: string | null }
}

/** A team's grants, newest first. */
export async function listGrants(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ListedGrant>> {
  const { rows, has_more } = await list.page(tx, { team_id }, query)
  const listed = rows.map(({ client_name, logo_uri, document_url, ...grant }) =>
    Object.assign(grant, { client_id: document_url ?? grant.client_id, client: { name: client_name, logo_uri } }),
  )
  return { rows: listed, has_more }
}

const REVOKING: { where: Partial<Grant>; set: ('revoked_at' | 'revoked_reason')[] } = {
  where: { revoked_at: null },
  set: ['revoked_at', 'revoked_reason'],
}

/** Revokes a grant of a team. Returns whether it was live. */
export const saveRevoked = grants.update({ by: ['id', 'team_id'], ...REVOKING }).did

/** Revokes all live grants of a person. Returns their number. */
export const saveRevokedOfUser = acrossTeams(OF_PERSON, grants.update({ by: ['user_id'], ...REVOKING })).count

// ---- refresh tokens

const tokens = table('oauth_refresh_tokens', {
  token_hash: text,
  grant_id: uuid,
  created_at: text,
  expires_at: text,
  /** When it was replaced by its successor. */
  rotated_at: nullable(text),
  successor_hash: nullable(text),
  /** The thumbprint of the key that is required to use it (RFC 9449 5). */
  dpop_jkt: nullable(text),
})

export type RefreshTokenRecord = RecordOf<typeof tokens>

/** A refresh token, with all data for the decision and for a response. */
export interface FoundRefreshToken
  extends
    Omit<RefreshTokenRecord, 'token_hash' | 'successor_hash' | 'dpop_jkt'>,
    Pick<Grant, 'team_id' | 'client_id' | 'user_id' | 'scopes' | 'last_used_at' | 'client_auth'> {
  /** The client's id in requests, if it has a document. */
  document_url: string | null
  /** The key that the token or its successor is bound to. */
  dpop_jkt: string | null
  /** When its grant was revoked. */
  grant_revoked_at: string | null
  /** When its successor was replaced in turn. */
  successor_rotated_at: string | null
  /** When its successor expires. */
  successor_expires_at: string | null
}

export const findRefreshToken = acrossTeams(
  BY_TOKEN,
  statement<{ token_hash: string }, FoundRefreshToken>(
    (knex, param) =>
      knex('oauth_refresh_tokens as token')
        .join('oauth_grants as grant', 'grant.id', 'token.grant_id')
        .join('oauth_clients as client', 'client.id', 'grant.client_id')
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
          client_auth: 'grant.client_auth',
          document_url: 'client.document_url',
          created_at: 'token.created_at',
          expires_at: 'token.expires_at',
          rotated_at: 'token.rotated_at',
          successor_rotated_at: 'successor.rotated_at',
          successor_expires_at: 'successor.expires_at',
        })
        .select({ dpop_jkt: knex.raw('coalesce(??, ??)', ['successor.dpop_jkt', 'token.dpop_jkt']) }),
    '',
    SCOPES,
  ),
).one

export const insertRefreshToken = tokens.insert().put

const rotateRow = tokens.update({
  by: ['token_hash'],
  where: { rotated_at: null },
  set: ['rotated_at', 'successor_hash'],
})

export const removeRefreshTokensExpired = tokens.removeSome<never, { before: string }>({
  key: ['token_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
}).more

/** Replaces a token by `successor`. Returns whether this call did it: a token is replaced only once. */
export async function replaceRefreshToken(tx: Tx, token_hash: string, successor: RefreshTokenRecord): Promise<boolean> {
  const { token_hash: successor_hash, created_at: rotated_at } = successor
  if ((await tx.run(rotateRow, { token_hash, successor_hash, rotated_at })) === 0) return false
  insertRefreshToken(tx, successor)
  return true
}
