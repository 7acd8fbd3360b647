// `npm run keys:rotate`: creates a new key that signs access tokens from now on. Works while the server runs, which
// reads the new key when it signs the next token, and while it is stopped.
import type { Config } from '../../base/config/config.ts'
import { unitAs } from '../../base/store/set-actor.ts'
import type { Subscribers } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
import { rotateKeys } from '../../identity/oauth/keys/actions.ts'
import { readDatabaseTime } from '../../base/store/database-clock.ts'
import { openForCommand } from '../../base/store/open.ts'
import { openSteadyClock } from '../../base/store/steady-clock.ts'
import { refuseUnknownOptions } from './options.ts'

const AT_ONCE = '--at-once'

/** Returns the text for the operator's terminal. */
export async function rotateSigningKeys(
  { database_url }: Config,
  options: string[],
  now: Date,
  subscribers: Subscribers<Tx>,
): Promise<string> {
  refuseUnknownOptions(options, [AT_ONCE])
  const database = await openForCommand(database_url)
  database.subscribers = subscribers
  try {
    // the server uses the highest time read, so the expiry of the old keys is counted from that time
    const at = await readDatabaseTime(database, now)
    const clock = await openSteadyClock(database, { now: () => at, elapsed_ms: () => 0 })
    const unit = unitAs(database, { kind: 'command', id: null, name: 'keys:rotate' })
    const { kid, others_until } = await rotateKeys({ unit }, clock.read(), options.includes(AT_ONCE))
    const fate = options.includes(AT_ONCE)
      ? 'Tokens signed with earlier keys are now rejected. Clients get new tokens with their refresh tokens.'
      : `Tokens signed with earlier keys are valid until they expire. Those keys are published until ${others_until.toISOString()}.`
    return `Access tokens are signed with the new key ${kid}.\n${fate}`
  } finally {
    await database.close()
  }
}
