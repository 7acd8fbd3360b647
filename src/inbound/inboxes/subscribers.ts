// Adds each received email to the inboxes of its recipients, in the transaction that stores it.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { findInboxesFor } from './actions.ts'
import { dropMessagesOf, guardInbox, joinEmail } from './threads/actions.ts'
import { shownSender } from './present.ts'
import { saveLastReceived } from './store/inboxes.ts'

export const joinReceived: Subscriber<'email.received'> = async (tx, { team_id, at, received }) => {
  const inboxes = await findInboxesFor(tx, team_id, received.recipients)
  if (inboxes.length === 0) return
  for (const inbox of inboxes) guardInbox(tx, inbox)
  const email = {
    ...received,
    direction: 'inbound' as const,
    from: shownSender(received.from_name, received.from_address),
    people: received.from_address === null ? [] : [received.from_address],
    // withheld content is not searchable either
    words: received.above_quota ? '' : received.words,
    isSpam: received.verdict === 'spam',
  }
  for (const inbox of inboxes) {
    const last_received = [inbox.last_received ?? '', received.created_at].toSorted()[1]!
    saveLastReceived(tx, { team_id, id: inbox.id, last_received })
    await joinEmail({ tx, team_id, now: at }, inbox, email)
  }
}

/** Removes a received email from its threads when it is deleted. */
export const dropReceived: Subscriber<'received.removed'> = async (tx, { team_id, at, received_id }) =>
  dropMessagesOf({ tx, team_id, now: at }, received_id)
