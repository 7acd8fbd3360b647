// Erases a contact from webhook events.
import type { Tx } from '../../../base/store/database.ts'
import { mentionsPerson } from '../../../base/text/about-person.ts'
import { removeAttemptsOf, removeDeliveriesOf } from '../delivery/store.ts'
import * as store from './store.ts'

/**
 * Erases some events about the contact: their payloads and their attempts, because a receiver may have repeated a
 * payload in its response. The row of an event remains as a position of streams. `waits`: some events are still
 * pending, such as the one about the deletion of the contact, so the caller must call again.
 */
export async function eraseFromWebhooks(
  { tx, team_id, address, contact_id }: { tx: Tx; team_id: string; address: string; contact_id: string },
  after: string,
): Promise<{ after: string | undefined; waits: boolean }> {
  const events = await store.listPayloadsAfter(tx, { team_id, after: Number(after) })
  const isAbout = mentionsPerson({ address, contact_id })
  let waits = false
  for (const { seq, id } of events.filter(event => isAbout(event.payload))) {
    if (await store.findOpenDelivery(tx, { team_id, id })) {
      waits = true
      continue
    }
    removeDeliveriesOf(tx, { team_id, id })
    removeAttemptsOf(tx, { team_id, id })
    store.clearEvent(tx, { team_id, seq, about: id })
  }
  return { after: events.length < store.EVENTS_AT_ONCE ? undefined : String(events.at(-1)!.seq), waits }
}
