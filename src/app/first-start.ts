// Creates what an empty database needs before it can be used: a team, an administrator who can log in, and an API key.
import { createApiKey, newApiKeyToken } from '../identity/api-keys/actions.ts'
import type { Config } from '../base/config/config.ts'
import { hashPassword } from '../base/secrets/passwords.ts'
import { randomLetters } from '../base/secrets/tokens.ts'
import type { Database } from '../base/store/database.ts'
import { addTeam, hasNoTeam } from '../identity/teams/actions.ts'
import { findUserByEmail } from '../identity/teams/store.ts'

/** Credentials that are displayed once. */
export interface FirstAccess {
  api_key: string
  admin_email: string
  /** `undefined` if the operator chose it. */
  admin_password: string | undefined
}

const RANDOM_PASSWORD_LENGTH = 20

/**
 * Creates a team, an administrator and a full-access key in an empty database. Returns `undefined` if the database is
 * not empty.
 */
export async function firstStart(
  database: Database,
  config: Config,
  { now, hash = hashPassword }: { now: Date; hash?: typeof hashPassword | undefined },
): Promise<FirstAccess | undefined> {
  if (!(await database.read(hasNoTeam))) return undefined
  const api_key = config.bootstrap_api_key ?? newApiKeyToken()
  const password = config.admin_password ?? randomLetters(RANDOM_PASSWORD_LENGTH)
  // hashed before the unit of work: it is slow and would block other writes
  const password_hash = await hash(password)
  const is_first = await database.unit(async tx => {
    // if several servers start at the same time, one creates the team and shows its key
    tx.guard(null, 'first_start')
    if (!(await hasNoTeam(tx))) return false
    const team = await addTeam(tx, { name: 'My team', email: config.admin_email, password_hash }, now)
    const admin = await findUserByEmail(tx, config.admin_email)
    await createApiKey({ tx, team_id: team.id, now }, { name: 'First key', token: api_key, owner_id: admin!.id })
    return true
  })
  if (!is_first) return undefined
  const { admin_email, admin_password } = config
  return { api_key, admin_email, admin_password: admin_password ? undefined : password }
}

function mailWords({ delivery, smtp_url, public_url }: Config): string {
  if (smtp_url !== undefined) return `is sent through ${new URL(smtp_url).host}`
  if (delivery === 'direct') return 'is sent directly to the MX hosts of each domain'
  return `is captured and not sent: see ${public_url}/mailbox. Set SMTP_URL to send it`
}

/** The text for the operator's terminal. It contains the only copy of the key, so it is not written to the log. */
export function greeting(access: FirstAccess, config: Config): string {
  const mail = mailWords(config)
  return `
Lettermill is ready. These credentials are shown only once:

  Address        ${config.public_url}
  API key        ${access.api_key}
  Administrator  ${access.admin_email}
  Password       ${access.admin_password ?? '(as set in ADMIN_PASSWORD)'}

Open the dashboard at this address only. To use another address, set PUBLIC_URL.
Email ${mail}.
API reference: ${config.public_url}/docs. ${firstCommand(access, config)}
`
}

/** A first command that succeeds. If domains must be verified, an email from example.com would be refused. */
function firstCommand({ api_key }: FirstAccess, { public_url, unverified_domains }: Config): string {
  const key = `-H 'Authorization: Bearer ${api_key}'`
  if (unverified_domains === 'refuse')
    return `Email can be sent only from verified domains.
Add a domain at ${public_url}/domains, or list your domains:

  curl -fsS ${public_url}/domains ${key}`
  return `Send a first email:

  curl -fsS ${public_url}/emails ${key} -H 'Content-Type: application/json' \\
    -d '{"from":"Me <me@example.com>","to":"you@example.com","subject":"Hello","text":"It works."}'`
}
