// What others may ask of what webhook events tell of one person: to take it away.
import type { Tx } from '../../../base/store/database.ts'
import { aboutPerson } from '../../../base/text/about-person.ts'
import { removeAttemptsOf, removeDeliveriesOf } from '../delivery/store.ts'
import * as store from './store.ts'

/**
 * Takes some events that tell of the contact away, with their attempts, in whose answers a receiver may have repeated them.
 * The event stays without its payload, as the place from which a stream goes on. `waits`: endpoints are still to get some of
 * them, that the contact is gone among others, and these are to be looked at again.
 */
export async function eraseFromWebhooks(
  { tx, team_id, address, contact_id }: { tx: Tx; team_id: string; address: string; contact_id: string },
  after: string,
): Promise<{ after: string | undefined; waits: boolean }> {
  const events = await store.listPayloadsBehind(tx, { team_id, after: Number(after) })
  const isAbout = aboutPerson({ address, contact_id })
  let waits = false
  for (const { seq, id } of events.filter(event => isAbout(event.payload))) {
    if (await store.findOpenDelivery(tx, { team_id, id })) {
      waits = true
      continue
    }
    removeDeliveriesOf(tx, { team_id, id })
    removeAttemptsOf(tx, { team_id, id })
    store.blankEvent(tx, { team_id, seq, about: id })
  }
  return { after: events.length < store.EVENTS_AT_ONCE ? undefined : String(events.at(-1)!.seq), waits }
}
