// `npm run password:reset -- <email>`: a new password for a person who lost theirs. Works while the server runs and while it is
// stopped. Ends all sessions and grants, as a change of the password in the dashboard does: a thief may have created them.
import type { Config } from '../../base/config/config.ts'
import { revokeAllOfUser } from '../../identity/oauth/grants/actions.ts'
import { hashOfPassword } from '../../base/secrets/passwords.ts'
import { randomLetters } from '../../base/secrets/tokens.ts'
import type { Tx } from '../../base/store/database.ts'
import { readNow } from '../../base/store/database-clock.ts'
import { openBeside } from '../../base/store/open.ts'
import type { Subscribers } from '../../base/store/signals/signal.ts'
import { findUserByEmail, passwordFault, recordOfPerson, replacePassword } from '../../identity/teams/actions.ts'
import { endSessionsOfUser } from '../../identity/teams/sessions/actions.ts'

const RANDOM_LENGTH = 20

/** Returns the text for the operator's terminal, with the new password unless the operator chose it. */
export async function resetPassword(
  config: Config,
  options: string[],
  now: Date,
  subscribers: Subscribers<Tx>,
): Promise<string> {
  const [given, ...others] = options
  if (given === undefined || others.length > 0 || given.startsWith('-')) {
    throw new Error('Say whose password: npm run password:reset -- <email>')
  }
  const email = given.trim().toLowerCase()
  const password = config.new_password ?? randomLetters(RANDOM_LENGTH)
  const fault = passwordFault(password, email)
  if (fault !== undefined) throw new Error(`NEW_PASSWORD cannot be used. ${fault}`)
  const database = await openBeside(config.database_url)
  database.subscribers = subscribers
  try {
    const user = await database.read(tx => findUserByEmail(tx, email))
    if (!user)
      throw new Error(`No user has the address ${email} here: look at the address, and at ${config.database_setting}.`)
    // hashed before the unit of work: it is slow and would block other writes
    const password_hash = await hashOfPassword(password)
    const at = await readNow(database, now)
    await database.unit(async tx => {
      tx.actor = { kind: 'command', id: null, name: 'password:reset' }
      const done = await replacePassword(tx, { id: user.id, old: user.password_hash, password_hash })
      if (!done) throw new Error('The password was changed somewhere else at this moment: try again.')
      await recordOfPerson(tx, user, { type: 'member.password_reset', at })
      endSessionsOfUser(tx, user.id)
      await revokeAllOfUser(tx, user.id, at)
    })
  } finally {
    await database.close()
  }
  const shown = config.new_password === undefined ? `The new password of ${email}, shown once:\n\n  ${password}\n` : ''
  return `${shown || `${email} has the password of NEW_PASSWORD now.`}\nAll sessions of this account and the access it gave to applications have ended.`
}
