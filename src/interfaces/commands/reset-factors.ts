// `npm run factors:reset -- <email>`: takes the second factors, passkeys too, from a person who lost them and the recovery codes. Works
// while the server runs and while it is stopped. Ends all sessions, so that the next login is with the password.
import type { Config } from '../../base/config/config.ts'
import type { Tx } from '../../base/store/database.ts'
import { readNow } from '../../base/store/database-clock.ts'
import { openBeside } from '../../base/store/open.ts'
import type { Subscribers } from '../../base/store/signals/signal.ts'
import { findUserByEmail } from '../../identity/teams/actions.ts'
import { removeAllFactors } from '../../identity/teams/passkeys/actions.ts'
import { endSessionsOfUser } from '../../identity/teams/sessions/actions.ts'

/** Returns the text for the operator's terminal. */
export async function resetFactors(
  config: Config,
  options: string[],
  now: Date,
  subscribers: Subscribers<Tx>,
): Promise<string> {
  const [given, ...others] = options
  if (given === undefined || others.length > 0 || given.startsWith('-'))
    throw new Error('Say whose second factor: npm run factors:reset -- <email>')
  const email = given.trim().toLowerCase()
  const database = await openBeside(config.database_url)
  database.subscribers = subscribers
  try {
    const at = await readNow(database, now)
    const removed = await database.unit(async tx => {
      tx.actor = { kind: 'command', id: null, name: 'factors:reset' }
      const user = await findUserByEmail(tx, email)
      if (!user)
        throw new Error(
          `No user has the address ${email} here: look at the address, and at ${config.database_setting}.`,
        )
      endSessionsOfUser(tx, user.id)
      return removeAllFactors({ tx, now: at }, user)
    })
    if (!removed) return `${email} has no second factor. All sessions of this account have ended.`
    return `The second factor of ${email} is removed, and all sessions of this account have ended. They log in with the password.`
  } finally {
    await database.close()
  }
}
