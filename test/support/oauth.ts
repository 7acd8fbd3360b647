// OAuth clients and their tokens, created over real HTTP; only the user's decision is made directly.
import { createHash, randomBytes } from 'node:crypto'
import type { OAuth } from '../../src/identity/oauth/actions.ts'
import { statement } from '../../src/base/store/statement.ts'
import { findUserByEmail, listTeams } from '../../src/identity/teams/store.ts'
import { type Reply, type TestServer, anAddress } from './server.ts'

export const CALLBACK = 'https://app.example/callback'
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** Fields of a query or a form; a list sends one several times, `undefined` omits it. */
export type Fields = Record<string, string | readonly string[] | undefined>

export interface Approval {
  client_id: string
  scope?: string
  redirect_uri?: string
  state?: string
  /** The approving team; the administrator's by default. */
  team_id?: string
}

export interface IssuedCode {
  client_id: string
  redirect_uri: string
  code: string
  code_verifier: string
}

export interface GrantedClient {
  client_id: string
  access_token: string
  refresh_token: string
  scope: string
}

export function encodeForm(fields: Fields): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => [value ?? []].flat().map(item => `${name}=${encodeURIComponent(item)}`))
    .join('&')
}

/** Registers a client and returns its id. */
export async function aClient({ call }: Pick<TestServer, 'call'>, metadata: object = {}): Promise<string> {
  const body = { client_name: 'Night Mailer', redirect_uris: [CALLBACK, 'http://127.0.0.1/callback'], ...metadata }
  return (await call('POST', '/oauth/register', { key: null, body, headers: anAddress() })).body.client_id
}

export type SecretMethod = 'client_secret_basic' | 'client_secret_post'

export interface ClientWithSecret {
  client_id: string
  client_secret: string
  method: SecretMethod
}

/** Registers a confidential client. */
export async function aClientWithSecret(
  { call }: TestServer,
  method: SecretMethod,
  metadata: object = {},
): Promise<ClientWithSecret> {
  const named = { client_name: 'Night Mailer', redirect_uris: [CALLBACK], token_endpoint_auth_method: method }
  const ask = { key: null, body: { ...named, ...metadata }, headers: anAddress() }
  const { client_id, client_secret } = (await call('POST', '/oauth/register', ask)).body
  return { client_id, client_secret, method }
}

/** The credentials of the client: fields of the form, or a header. */
export function credentialsOf({ client_id, client_secret, method }: ClientWithSecret): {
  fields: Fields
  authorization?: string
} {
  if (method === 'client_secret_post') return { fields: { client_id, client_secret } }
  return { fields: { client_id: undefined }, authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
}

/** Sends a form to an endpoint. */
export function sendForm({ call }: TestServer, path: string, form: Fields, authorization?: string): Promise<Reply> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const headers = authorization === undefined ? type : { ...type, authorization }
  return call('POST', path, { key: null, headers, body: encodeForm(form) })
}

/** The fields of a valid authorize request. */
export function aRequest(client_id: string, fields: Fields = {}): Fields {
  return {
    client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...fields,
  }
}

/** Sends an authorize request; a string is sent unchanged. */
export function authorize({ call }: Pick<TestServer, 'call'>, query: Fields | string): Promise<Reply> {
  return call('GET', `/oauth/authorize?${typeof query === 'string' ? query : encodeForm(query)}`, { key: null })
}

/** Sends a valid authorize request and returns the sealed request from the address of the consent page. */
export async function aSealedRequest(server: Pick<TestServer, 'call'>, query: Fields | string): Promise<string> {
  const { status, headers, body } = await authorize(server, query)
  const id = /\/consent\/([^/?]+)$/.exec(headers.get('location') ?? '')?.[1]
  if (status !== 302 || !id)
    throw new Error(`not accepted: ${status} ${headers.get('location')} ${JSON.stringify(body)}`)
  return id
}

const memberOf = statement<{ team_id: string }, { user_id: string; team_id: string }>((knex, place) =>
  knex('memberships').select('user_id', 'team_id').where('team_id', place('team_id')).where('role', 'owner'),
)

/** An approver: an administrator of the team, by default of the first one. */
export async function anApprover(
  { database, admin }: TestServer,
  team_id?: string,
): Promise<{ user_id: string; team_id: string }> {
  return database.read(async tx => {
    if (team_id !== undefined) return (await tx.get(memberOf, { team_id }))!
    const user = (await findUserByEmail(tx, admin.email))!
    const [team] = await listTeams(tx, { user_id: user.id })
    return { user_id: user.id, team_id: team!.id }
  })
}

type Decision = Awaited<ReturnType<OAuth['approveRequest']>>

export async function approve(server: TestServer, sealed: string, team_id?: string): Promise<Decision> {
  const by = await anApprover(server, team_id)
  return server.database.unit(tx => server.oauth.approveRequest(tx, sealed, by))
}

export async function deny(server: TestServer, sealed: string): Promise<Decision> {
  return server.database.unit(tx => server.oauth.denyRequest(tx, sealed))
}

/** A newly approved code with the fields of its exchange. */
export async function aCode(server: TestServer, { client_id, team_id, ...asked }: Approval): Promise<IssuedCode> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const redirect_uri = asked.redirect_uri ?? CALLBACK
  const id = await aSealedRequest(server, aRequest(client_id, { ...asked, redirect_uri, code_challenge }))
  const { location } = (await approve(server, id, team_id))!
  return { client_id, redirect_uri, code: new URL(location).searchParams.get('code')!, code_verifier }
}

/** Sends a form to the token endpoint; a string is sent unchanged. */
export function token({ call }: Pick<TestServer, 'call'>, form: Fields | string): Promise<Reply> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = typeof form === 'string' ? form : encodeForm(form)
  return call('POST', '/oauth/token', { key: null, headers, body })
}

export function exchange(server: TestServer, code: IssuedCode, fields: Fields = {}): Promise<Reply> {
  return token(server, { grant_type: 'authorization_code', ...code, ...fields })
}

export function refresh(
  server: TestServer,
  { client_id, refresh_token }: { client_id: string; refresh_token: string },
  fields: Fields = {},
): Promise<Reply> {
  return token(server, { grant_type: 'refresh_token', client_id, refresh_token, ...fields })
}

/** A client with tokens for the first team; registers one unless `client_id` is set. */
export async function aGrantedClient(server: TestServer, asked: Partial<Approval> = {}): Promise<GrantedClient> {
  const client_id = asked.client_id ?? (await aClient(server))
  const { status, body } = await exchange(server, await aCode(server, { ...asked, client_id }))
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`)
  return { client_id, ...body }
}

const disable = statement<{ id: string; at: string }>((knex, place) =>
  knex('oauth_clients')
    .where('id', place('id'))
    .update({ disabled_at: place('at') }),
)

export async function disableClient({ database, now }: TestServer, client_id: string): Promise<void> {
  await database.unit(tx => tx.run(disable, { id: client_id, at: now().toISOString() }))
}

const TABLES = ['oauth_clients', 'oauth_answers', 'oauth_codes', 'oauth_grants', 'oauth_refresh_tokens'] as const
const counts = TABLES.map(table => statement<object, { count: number }>(knex => knex(table).count({ count: '*' })))

/** The number of rows in each OAuth table, for tests that nothing is stored. */
export async function countRows({
  database,
}: Pick<TestServer, 'database'>): Promise<Record<(typeof TABLES)[number], number>> {
  const rows = await database.read(tx => Promise.all(counts.map(count => tx.get(count, {}))))
  return Object.fromEntries(TABLES.map((table, index) => [table, rows[index]!.count])) as never
}
