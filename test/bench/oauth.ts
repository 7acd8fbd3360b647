// Compares our OAuth with oidc-provider and its in-memory store: authorize, and the token endpoint with codes and with
// refresh tokens. Both sign the same kind of access token; our responses are stored on disk, those of oidc-provider are
// not.
import { type Child, child, listening } from './child.ts'
import { type Load, type Measured, bytesOf, measured } from './load.ts'
import { CALLBACK, CHALLENGE, VERIFIER, encodeForm } from '../support/oauth.ts'
import { seededOAuth } from './seed-oauth.ts'

/** More than can be exchanged during the measurement. */
const CODES = 60_000

interface Side {
  server: Child
  port: number
  client_id: string
  authorize_path: string
  token_path: string
  authorize_status: number
  codes: string[]
}

type Env = Record<string, string> & { PORT: string }

export interface OAuthRow {
  name: string
  ours: Measured
  peer: Measured
  /** The target, as a multiple of the peer's requests per second. */
  aim: number
}

export async function measuredOAuth(env: Env): Promise<OAuthRow[]> {
  const sides = [await oursIn(env), await aPeer()]
  const both = async (loadOf: (side: Side) => Load): Promise<{ ours: Measured; peer: Measured }> => {
    const [ours, peer] = await measured(sides.map(loadOf))
    return { ours: ours!, peer: peer! }
  }
  const rows = [
    { name: 'authorize', aim: 1.5, ...(await both(authorizing)) },
    { name: 'token (code)', aim: 1, ...(await both(exchanging)) },
    { name: 'token (refresh)', aim: 1, ...(await both(refreshing)) },
  ]
  await Promise.all(sides.map(({ server }) => server.stop()))
  return rows
}

async function oursIn(env: Env): Promise<Side> {
  const { client_id, codes } = await seededOAuth(env, CODES)
  const server = child('../../src/start.js', env)
  await listening(Number(env.PORT))
  const asked = { client_id, response_type: 'code', redirect_uri: CALLBACK, state: 'af0ifjsldkj', scope: 'emails:send' }
  const query = encodeForm({ ...asked, code_challenge: CHALLENGE, code_challenge_method: 'S256' })
  return {
    server,
    port: Number(env.PORT),
    client_id,
    authorize_path: `/oauth/authorize?${query}`,
    token_path: '/oauth/token',
    authorize_status: 302,
    codes,
  }
}

async function aPeer(): Promise<Side> {
  const server = child('./oidc-provider.js')
  const port: number = await server.ask('port', 'port')
  const codes: string[] = await server.ask({ count: CODES, code_verifier: VERIFIER }, 'codes')
  const asked = { client_id: 'bench', response_type: 'code', redirect_uri: CALLBACK, state: 'af0ifjsldkj' }
  const query = encodeForm({ ...asked, scope: 'emails:send', code_challenge: CHALLENGE, code_challenge_method: 'S256' })
  const paths = { authorize_path: `/auth?${query}`, token_path: '/token' }
  return { server, port, client_id: 'bench', ...paths, authorize_status: 303, codes }
}

function authorizing({ server, port, authorize_path: path, authorize_status: status }: Side): Load {
  const request = bytesOf({ method: 'GET', path })
  return { server, port, status, next: () => request }
}

function exchanging(side: Side): Load {
  return tokens(side, () => codeForm(side))
}

/** The first request of a connection exchanges a code; each response contains the refresh token of the next. */
function refreshing(side: Side): Load {
  const newest: string[] = []
  return tokens(side, (connection, last) => {
    const refresh_token = last === undefined ? undefined : JSON.parse(last).refresh_token
    newest[connection] = refresh_token ?? newest[connection]!
    if (last === undefined) return codeForm(side)
    return { grant_type: 'refresh_token', client_id: side.client_id, refresh_token: newest[connection]! }
  })
}

function codeForm({ client_id, codes }: Side): Record<string, string> {
  const code = codes.pop()
  if (code === undefined) throw new Error('There are no codes left; raise CODES')
  return { grant_type: 'authorization_code', client_id, code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
}

function tokens(
  { server, port, token_path: path }: Side,
  form: (connection: number, last: string | undefined) => Record<string, string>,
): Load {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const next = (connection: number, last: string | undefined): Buffer => {
    const body = new URLSearchParams(form(connection, last)).toString()
    return bytesOf({ method: 'POST', path, headers, body })
  }
  return { server, port, status: 200, next }
}
