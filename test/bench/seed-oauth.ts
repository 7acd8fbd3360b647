// Creates a data folder with pending authorization codes, with a server that is stopped afterwards.
import { codeRecord } from '../../src/identity/oauth/authorize/requests.ts'
import { insertCode } from '../../src/identity/oauth/store/codes.ts'
import { hashToken, randomToken } from '../../src/base/secrets/tokens.ts'
import { CALLBACK, CHALLENGE, aClient, anApprover } from '../support/oauth.ts'
import { startServer } from '../support/server.ts'

const SCOPES = ['emails:send'] as const

export async function seededOAuth(
  env: Record<string, string>,
  count: number,
): Promise<{ client_id: string; codes: string[] }> {
  const server = await startServer(env)
  const client_id = await aClient(server)
  const { user_id, team_id } = await anApprover(server)
  const now = new Date()
  const asked = {
    client_id,
    redirect_uri: CALLBACK,
    state: null,
    scopes: [...SCOPES],
    code_challenge: CHALLENGE,
    dpop_jkt: null,
  }
  const codes = Array.from({ length: count }, randomToken)
  const one = (code: string): Promise<void> => {
    const kept = codeRecord(asked, { code_hash: hashToken(code), user_id, team_id, now })
    return server.database.unit(async tx => insertCode(tx, kept))
  }
  await Promise.all(codes.map(one))
  await server.stop()
  return { client_id, codes }
}
