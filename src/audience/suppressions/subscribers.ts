// What suppressions make of what happens to emails: who cannot be reached, or has complained, gets no more of them.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { suppressAddresses } from './actions.ts'

/** Only a refusal that speaks of the address: another mail may be taken where the mailbox is full or this one was unwanted. */
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
