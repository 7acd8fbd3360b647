// Adds each received email to the inboxes of its recipients, in the transaction that stores it.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { findInboxesFor } from './actions.ts'
import { removeFromInboxes, guardInbox, addEmailToThread } from './threads/actions.ts'
import { formatSender } from './present.ts'
import { saveLastReceived } from './store/inboxes.ts'

export const addReceivedToInbox: Subscriber<'email.received'> = async (tx, { team_id, at, received }) => {
  const inboxes = await findInboxesFor(tx, team_id, received.recipients)
  if (inboxes.length === 0) return
  for (const inbox of inboxes) guardInbox(tx, inbox)
  const email = {
    ...received,
    direction: 'inbound' as const,
    from: formatSender(received.from_name, received.from_address),
    people: received.from_address === null ? [] : [received.from_address],
    // withheld content is not searchable either
    words: received.above_quota ? '' : received.words,
    isSpam: received.verdict === 'spam',
  }
  for (const inbox of inboxes) {
    const last_received = [inbox.last_received ?? '', received.created_at].toSorted()[1]!
    saveLastReceived(tx, { team_id, id: inbox.id, last_received })
    await addEmailToThread({ tx, team_id, now: at }, inbox, email)
  }
}

/** Removes a received email from its threads when it is deleted. */
export const removeReceivedFromInbox: Subscriber<'received.removed'> = async (tx, { team_id, at, received_id }) =>
  removeFromInboxes({ tx, team_id, now: at }, received_id)
