// What the consent page may do: show what is asked for, and say yes or no to it, once.
import type { Scope } from '../../operation.ts'
import { refusal } from '../../refusal.ts'
import { hashOfToken, randomToken } from '../../secrets/tokens.ts'
import type { Tx } from '../../store/database.ts'
import { listTeams } from '../../teams/actions.ts'
import { locationOf } from '../redirect.ts'
import { oauthRefusal } from '../refusals.ts'
import { type AuthorizationRequest, type KeptRequest, forPage, isOver, keptCode } from '../requests.ts'
import { narrowed, scopeText } from '../scopes.ts'
import * as store from '../store.ts'

/** Who approves, and for which of the teams that they belong to. */
export interface Approver {
  user_id: string
  team_id: string
  /** Less than was asked for, when the person chose so; all of it when absent. */
  scopes?: readonly Scope[]
}

export async function findAuthorizationRequest(
  tx: Tx,
  id: string,
  now: Date,
): Promise<AuthorizationRequest | undefined> {
  const request = await store.findRequest(tx, id)
  if (!request || isOver(request, now)) return undefined
  const client = await store.findClient(tx, request.client_id)
  // a disabled client is answered as if it did not exist
  return client && client.disabled_at === null ? forPage(request, client) : undefined
}

/** Where the browser goes with a code; `undefined` when the request is not pending any more. */
export async function approved(
  tx: Tx,
  issuer: string,
  id: string,
  { user_id, team_id, scopes }: Approver,
  now: Date,
): Promise<{ location: string } | undefined> {
  const teams = await listTeams(tx, user_id)
  // whoever calls this took the team from a form, and forms can be changed
  if (!teams.some(team => team.id === team_id)) {
    throw refusal('invalid_permission', 'Nobody can give access to a team that they do not belong to.')
  }
  const request = await decided(tx, id, 'approved', user_id, now)
  if (!request) return undefined
  const granted = narrowed(request.scopes, scopes && scopeText(scopes))
  // RFC 6749 3.3: less than was asked for is fine, more is not
  if (!granted) throw oauthRefusal('invalid_scope', 'Only what the client asked for can be granted, or a part of it.')
  const code = randomToken()
  const made = { code_hash: hashOfToken(code), user_id, team_id, now }
  await store.insertCode(tx, keptCode({ ...request, scopes: granted }, made))
  return { location: locationOf({ ...request, issuer }, { code }) } // RFC 6749 4.1.2
}

/** Where the browser goes with the refusal; `undefined` when the request is not pending any more. */
export async function denied(
  tx: Tx,
  issuer: string,
  id: string,
  { user_id }: { user_id: string },
  now: Date,
): Promise<{ location: string } | undefined> {
  const request = await decided(tx, id, 'denied', user_id, now)
  if (!request) return undefined
  const answer = { error: 'access_denied', error_description: 'The person denied the request.' }
  return { location: locationOf({ ...request, issuer }, answer) } // RFC 6749 4.1.2.1
}

/** The request, when this decided it. Whatever the browser sent beside the id plays no part. */
async function decided(
  tx: Tx,
  id: string,
  status: 'approved' | 'denied',
  decided_by: string,
  now: Date,
): Promise<KeptRequest | undefined> {
  if (!(await findAuthorizationRequest(tx, id, now))) return undefined
  if (!(await store.decideRequest(tx, { id, status, decided_at: now.toISOString(), decided_by }))) return undefined
  return store.findRequest(tx, id)
}
