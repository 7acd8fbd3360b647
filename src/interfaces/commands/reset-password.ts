// `npm run password:reset -- <email>`: sets a new password for a person who lost theirs. Works while the server runs
// and while it is stopped. Ends sessions and grants, and removes the other ways to log in, because an attacker may have
// created them.
import type { Config } from '../../base/config/config.ts'
import { type AccessKind, findAccountAccess, removeAccountAccess } from '../../identity/login/account-access/actions.ts'
import { revokeAllOfUser } from '../../identity/oauth/grants/actions.ts'
import { hashPassword } from '../../base/secrets/passwords.ts'
import { randomLetters } from '../../base/secrets/tokens.ts'
import type { Tx } from '../../base/store/database.ts'
import { readDatabaseTime } from '../../base/store/database-clock.ts'
import { openForCommand } from '../../base/store/open.ts'
import type { Subscribers } from '../../base/store/signals/signal.ts'
import { recordUserEvent } from '../../identity/teams/actions.ts'
import { findUserByEmail, replacePassword } from '../../identity/teams/store.ts'
import { passwordFault } from '../../identity/teams/rules.ts'
import { hasAuthenticatorApp } from '../../identity/teams/factors/actions.ts'
import { endSessionsOfUser } from '../../identity/teams/sessions/store.ts'
import { accessLines, emailAndFlags } from './account-access.ts'
import { refuseUnknownOptions } from './options.ts'

const RANDOM_LENGTH = 20
const KEEP_LOGINS = '--keep-logins'
const REMOVE_KEYS = '--remove-api-keys'
const USAGE = `Usage: npm run password:reset -- <email> [${KEEP_LOGINS}] [${REMOVE_KEYS}]`

/** Returns the text for the operator's terminal, with the new password unless the operator chose it. */
export async function resetPassword(
  config: Config,
  options: string[],
  now: Date,
  subscribers: Subscribers<Tx>,
): Promise<string> {
  const { email, flags } = emailAndFlags(options, USAGE)
  refuseUnknownOptions(flags, [KEEP_LOGINS, REMOVE_KEYS])
  const removed: AccessKind[] = [
    ...(flags.includes(KEEP_LOGINS) ? [] : (['passkeys', 'provider_links'] as const)),
    ...(flags.includes(REMOVE_KEYS) ? (['api_keys'] as const) : []),
  ]
  const password = config.new_password ?? randomLetters(RANDOM_LENGTH)
  const fault = passwordFault(password, email)
  if (fault !== undefined) throw new Error(`Invalid NEW_PASSWORD. ${fault}`)
  const database = await openForCommand(config.database_url)
  database.subscribers = subscribers
  try {
    const user = await database.read(tx => findUserByEmail(tx, email))
    if (!user) throw new Error(`No user with the address ${email}. Check the address and ${config.database_setting}.`)
    // hashed before the unit of work: it is slow and would block other writes
    const password_hash = await hashPassword(password)
    const at = await readDatabaseTime(database, now)
    const { access, has_code_app } = await database.unit(async tx => {
      tx.actor = { kind: 'command', id: null, name: 'password:reset' }
      const done = await replacePassword(tx, { id: user.id, old: user.password_hash, password_hash })
      if (!done) throw new Error('The password was changed at the same time. Try again.')
      await recordUserEvent(tx, user, { type: 'member.password_reset', at })
      endSessionsOfUser(tx, user.id)
      await revokeAllOfUser(tx, user.id, at)
      const access = await findAccountAccess(tx, user.id)
      await removeAccountAccess({ tx, now: at }, user, removed)
      return { access, has_code_app: await hasAuthenticatorApp(tx, user.id) }
    })
    const shown =
      config.new_password === undefined ? `The new password of ${email}, shown once:\n\n  ${password}\n` : ''
    const factor = has_code_app
      ? `\nTwo-factor authentication is still enabled. To disable it: npm run factors:reset -- ${email}`
      : ''
    return `${shown || `The password of ${email} was set to NEW_PASSWORD.`}\nAll sessions and connected apps of this account were revoked.${accessLines(access, removed)}${factor}`
  } finally {
    await database.close()
  }
}
