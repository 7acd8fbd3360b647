// `npm run factors:reset -- <email>`: disables two-factor authentication for a person who lost their device and the recovery
// codes. Works while the server runs and while it is stopped. Ends all sessions, so that the next login is with the password.
import type { Config } from '../../base/config/config.ts'
import type { Tx } from '../../base/store/database.ts'
import { readDatabaseTime } from '../../base/store/database-clock.ts'
import { openForCommand } from '../../base/store/open.ts'
import type { Subscribers } from '../../base/store/signals/signal.ts'
import { type AccessKind, findAccountAccess, removeAccountAccess } from '../../identity/login/account-access/actions.ts'
import { findUserByEmail } from '../../identity/teams/store.ts'
import { removeFactor } from '../../identity/teams/factors/actions.ts'
import { endSessionsOfUser } from '../../identity/teams/sessions/store.ts'
import { accessLines, emailAndFlags } from './account-access.ts'
import { refuseUnknownOptions } from './options.ts'

const KEEP_PASSKEYS = '--keep-passkeys'
const REMOVE_LINKS = '--remove-provider-links'
const REMOVE_KEYS = '--remove-api-keys'
const FLAGS = [KEEP_PASSKEYS, REMOVE_LINKS, REMOVE_KEYS]
const USAGE = `Usage: npm run factors:reset -- <email> ${FLAGS.map(flag => `[${flag}]`).join(' ')}`

/** Returns the text for the operator's terminal. */
export async function resetFactors(
  config: Config,
  options: string[],
  now: Date,
  subscribers: Subscribers<Tx>,
): Promise<string> {
  const { email, flags } = emailAndFlags(options, USAGE)
  refuseUnknownOptions(flags, FLAGS)
  const removed: AccessKind[] = [
    ...(flags.includes(KEEP_PASSKEYS) ? [] : (['passkeys'] as const)),
    ...(flags.includes(REMOVE_LINKS) ? (['provider_links'] as const) : []),
    ...(flags.includes(REMOVE_KEYS) ? (['api_keys'] as const) : []),
  ]
  const database = await openForCommand(config.database_url)
  database.subscribers = subscribers
  try {
    const at = await readDatabaseTime(database, now)
    const { access, had_app } = await database.unit(async tx => {
      tx.actor = { kind: 'command', id: null, name: 'factors:reset' }
      const user = await findUserByEmail(tx, email)
      if (!user) throw new Error(`No user with the address ${email}. Check the address and ${config.database_setting}.`)
      endSessionsOfUser(tx, user.id)
      const access = await findAccountAccess(tx, user.id)
      await removeAccountAccess({ tx, now: at }, user, removed)
      return { access, had_app: await removeFactor({ tx, now: at }, user) }
    })
    const had_factor = had_app || (access.passkeys.length > 0 && removed.includes('passkeys'))
    const done = had_factor ? `Second factor of ${email} removed` : `${email} has no second factor`
    return `${done}. All sessions of this account were ended.${accessLines(access, removed)}`
  } finally {
    await database.close()
  }
}
