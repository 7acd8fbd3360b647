// Adds each received email to the inboxes of its recipients, in the unit of work that stores it.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { simpleText } from '../../base/text/plain-text.ts'
import { beginningsOf } from '../receiving/actions.ts'
import { dropMessagesOf, findInboxesFor, guardInbox, joinEmail } from './actions.ts'
import { shownSender } from './present.ts'
import { saveLastReceived } from './store/inboxes.ts'

/** Characters of each body that are indexed: many, as HTML often begins with long styles. */
const BEGINNING_MAX = 100_000

export const joinReceived: Subscriber<'email.received'> = async (tx, { team_id, at, received }) => {
  const inboxes = await findInboxesFor(tx, team_id, received.recipients)
  if (inboxes.length === 0) return
  for (const inbox of inboxes) guardInbox(tx, inbox)
  // content that is withheld is not found either
  const { html, text } = received.above_quota
    ? { html: null, text: null }
    : await beginningsOf({ tx, team_id }, received, BEGINNING_MAX)
  const email = {
    ...received,
    direction: 'inbound' as const,
    from: shownSender(received.from_name, received.from_address),
    people: received.from_address === null ? [] : [received.from_address],
    // both, as a search is to find words that only one of them has
    text: [text ?? '', html === null ? '' : simpleText(html)].join('\n'),
    isSpam: received.verdict === 'spam',
  }
  for (const inbox of inboxes) {
    saveLastReceived(tx, { team_id, id: inbox.id, last_received: received.created_at })
    await joinEmail({ tx, team_id, now: at }, inbox, email)
  }
}

/** Removes a received email from its threads when it is deleted. */
export const dropReceived: Subscriber<'received.removed'> = async (tx, { team_id, at, received_id }) =>
  dropMessagesOf({ tx, team_id, now: at }, received_id)
