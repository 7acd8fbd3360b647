// Adds other ways to log in to an account besides the password: a passkey, a link to an OpenID provider, and an API
// key.
import { createApiKey } from '../../src/identity/api-keys/actions.ts'
import { findAccountAccess } from '../../src/identity/login/account-access/actions.ts'
import { insertLink } from '../../src/identity/login/openid/store.ts'
import { insertPasskey } from '../../src/identity/teams/passkeys/store.ts'
import { firstTeamOf } from './people.ts'
import type { TestServer } from './server.ts'

interface Owner {
  user_id: string
  email: string
}

/** Returns the token of the API key. */
export async function withAllAccess(server: TestServer, { user_id, email }: Owner, issuer: string): Promise<string> {
  const team_id = await firstTeamOf(server, email)
  const created_at = server.now().toISOString()
  return server.database.unit(async tx => {
    const credential_id = `passkey of ${email}`
    const passkey = { credential_id, user_id, name: 'Phone', public_key: 'AA', counter: 0, last_used_at: null }
    await insertPasskey(tx, { ...passkey, created_at })
    insertLink(tx, { issuer, subject: `subject of ${email}`, user_id, created_at })
    return createApiKey({ tx, team_id, now: server.now() }, { name: 'Night job', owner_id: user_id })
  })
}

/** How many passkeys, provider links and API keys an account has. */
export function countAccess({ database }: TestServer, user_id: string): Promise<[number, number, number]> {
  return database.read(async tx => {
    const { passkeys, provider_links, api_keys } = await findAccountAccess(tx, user_id)
    return [passkeys.length, provider_links.length, api_keys.length]
  })
}
