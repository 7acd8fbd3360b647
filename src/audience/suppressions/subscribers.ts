// Suppresses addresses that cannot be reached, and those whose owners have complained.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { suppressAddresses } from './actions.ts'

/** Only if the address itself is refused: a full mailbox or an unwanted email does not mean that the next one is refused. */
export const suppressBounced: Subscriber<'email.bounced'> = async (tx, { team_id, at, email, detail }) => {
  const { recipients, bounce, words, test } = detail
  if (bounce !== 'permanent' || test) return
  await suppressAddresses({ tx, team_id, now: at }, recipients, { origin: 'bounce', source_id: email.id, words })
}

export const suppressComplained: Subscriber<'email.complained'> = async (tx, { team_id, at, email, detail }) => {
  const { recipients, words, test } = detail
  if (test) return
  await suppressAddresses({ tx, team_id, now: at }, recipients, { origin: 'complaint', source_id: email.id, words })
}
