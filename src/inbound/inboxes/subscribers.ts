// Mail that came in comes into the inboxes that it is addressed to, in the unit in which it is known.
import type { Subscriber } from '../../base/store/signals/record.ts'
import { simpleText } from '../../base/text/plain-text.ts'
import { beginningsOf } from '../receiving/actions.ts'
import { dropMessagesOf, findInboxesFor, guardInbox, joinEmail } from './actions.ts'
import { shownSender } from './present.ts'
import { saveLastReceived } from './store/inboxes.ts'

/** Characters of each body that are looked at: HTML begins with much that is no text. */
const BEGINNING_MAX = 100_000

export const joinReceived: Subscriber<'email.received'> = async (tx, { team_id, at, received }) => {
  const inboxes = await findInboxesFor(tx, team_id, received.recipients)
  if (inboxes.length === 0) return
  for (const inbox of inboxes) guardInbox(tx, inbox)
  const { html, text } = await beginningsOf({ tx, team_id }, received.id, BEGINNING_MAX)
  const email = {
    ...received,
    direction: 'inbound' as const,
    from: shownSender(received.from_name, received.from_address),
    people: received.from_address === null ? [] : [received.from_address],
    // what stands in one of them only is found, too
    text: [text ?? '', html === null ? '' : simpleText(html)].join('\n'),
    isSpam: received.verdict === 'spam',
  }
  for (const inbox of inboxes) {
    saveLastReceived(tx, { team_id, id: inbox.id, last_received: received.created_at })
    await joinEmail({ tx, team_id, now: at }, inbox, email)
  }
}

/** An email that is gone leaves its threads. */
export const dropReceived: Subscriber<'received.removed'> = async (tx, { team_id, at, received_id }) =>
  dropMessagesOf({ tx, team_id, now: at }, received_id)
