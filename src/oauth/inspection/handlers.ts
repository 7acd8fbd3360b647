import type { Answer, Call, Caller, Operation } from '../../operation.ts'
import type { Tx } from '../../store/database.ts'
import type { SteadyClock } from '../../store/steady-clock.ts'
import type { AccessTokens } from '../access/actions.ts'
import { authenticated } from '../client-authentication.ts'
import { revokeGrant } from '../grants/actions.ts'
import * as grants from '../grants/store.ts'
import type { Client } from '../clients.ts'
import { unauthenticated } from '../refusals.ts'
import { hashOfToken } from '../../secrets/tokens.ts'
import { findClient } from '../store.ts'
import type { AccessTokenClaims } from '../tokens.ts'
import { INACTIVE, introspectedAccess, introspectedRefresh } from './introspected.ts'
import { type Presented, presented } from './presented.ts'

/** Both operations: a signature is checked before the unit of work, everything else inside. */
export function createInspection(
  access_tokens: AccessTokens,
  clock: Pick<SteadyClock, 'now'>,
): {
  revokeToken: Operation<'revokeToken'>
  introspectToken: Operation<'introspectToken'>
} {
  return {
    revokeToken: {
      prepare: async ({ raw }) => {
        const request = presented(raw, { bearer: false })
        const now = clock.now()
        const claims = await access_tokens.claimsOf(request.token, now)
        return call => revoked({ ...call, now }, request, claims)
      },
    },
    introspectToken: {
      prepare: async ({ raw }) => {
        const request = presented(raw, { bearer: true })
        const now = clock.now()
        const claims = await access_tokens.claimsOf(request.token, now)
        return call => introspected({ ...call, now }, request, claims)
      },
    },
  }
}

/** RFC 7009 2.1: whichever of its tokens comes back, nothing is left of the grant. */
async function revoked(
  { tx, now }: Call<'revokeToken'>,
  { token, credentials }: Presented,
  claims: AccessTokenClaims | undefined,
): Promise<Answer<'revokeToken'>> {
  const { client_id } = authenticated(await findClient(tx, credentials!.client_id), credentials!)
  const grant = claims ? { id: claims.grant_id, client_id: claims.client_id } : await grantOfRefreshToken(tx, token)
  // RFC 7009 2.2: the client wants it gone, and it is; of another client's token it learns nothing, not even that it is one
  if (grant?.client_id === client_id) await revokeGrant(tx, grant.id, 'revoked_by_client', now)
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: undefined }
}

async function grantOfRefreshToken(tx: Tx, token: string): Promise<{ id: string; client_id: string } | undefined> {
  const found = await grants.findRefreshToken(tx, hashOfToken(token))
  return found && { id: found.grant_id, client_id: found.client_id }
}

/** RFC 7662 2.2 */
async function introspected(
  { tx, caller, now }: Call<'introspectToken'>,
  { token, credentials }: Presented,
  claims: AccessTokenClaims | undefined,
): Promise<Answer<'introspectToken'>> {
  const client = credentials && proven(authenticated(await findClient(tx, credentials.client_id), credentials))
  const may = client
    ? (about: Subject): boolean => about.client_id === client.client_id
    : (about: Subject): boolean => about.team_id === (caller as Caller).team_id
  const body = claims ? await aboutAccess(tx, claims, may) : await aboutRefresh(tx, token, may, now)
  return { status: 200, headers: { 'cache-control': 'no-store' }, body }
}

/** RFC 7662 2.1: whoever knows a public client's id could otherwise find out which tokens are good. */
function proven<T extends Client>(client: T): T {
  if (client.token_endpoint_auth_method !== 'none') return client
  const words =
    'Only a client with a client_secret may ask, or a bearer of an API key or access token with full_access.'
  throw unauthenticated(words)
}

interface Subject {
  client_id: string
  team_id: string
}

type Body = ReturnType<typeof introspectedAccess>

async function aboutAccess(tx: Tx, claims: AccessTokenClaims, may: (about: Subject) => boolean): Promise<Body> {
  const grant = await grants.findLiveGrant(tx, claims.grant_id)
  if (!grant || !may({ client_id: claims.client_id, team_id: grant.team_id })) return INACTIVE
  return introspectedAccess(claims, grant.scopes)
}

async function aboutRefresh(tx: Tx, token: string, may: (about: Subject) => boolean, now: Date): Promise<Body> {
  const found = await grants.findRefreshToken(tx, hashOfToken(token))
  const grant = found && (await grants.findLiveGrant(tx, found.grant_id))
  if (!found || !grant || !may({ client_id: found.client_id, team_id: grant.team_id })) return INACTIVE
  return introspectedRefresh(found, now)
}
