// Records the results of broadcasts from signals about their emails: sums, and facts of single recipients.
import { createHash } from 'node:crypto'
import type { Subscriber } from '../../base/store/signals/record.ts'
import type { DeliverySignalType, MailVersion, Signal } from '../../base/store/signals/signal.ts'
import type { Tx } from '../../base/store/database.ts'
import { domainOf } from '../../base/text/addresses.ts'
import type { FactType, Tally } from './rules.ts'
import * as store from './store.ts'

interface OfBroadcast {
  team_id: string
  broadcast_id: string
  email_id: string
  version: MailVersion | undefined
  domain: string
}

function broadcastOf({ team_id, origin, email }: Pick<Signal<DeliverySignalType>, 'team_id' | 'origin' | 'email'>) {
  if (origin?.kind !== 'broadcast') return undefined
  // an email of a broadcast has one recipient
  const domain = domainOf(email.to[0] ?? '').toLowerCase()
  return { team_id, broadcast_id: origin.id, email_id: email.id, version: origin.version, domain }
}

function count(tx: Tx, of: OfBroadcast, plus: Partial<Tally & store.DomainTally>): void {
  store.addTally(tx, of, plus)
  store.addToDomain(tx, of, plus)
}

/** Costs two statements for a delivered email, because nearly all emails are delivered. */
export const countDelivered: Subscriber<'email.delivered'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (!of) return
  const isFirst = signal.detail.attempt <= 1 || !(await wasDelayed(tx, of))
  count(tx, of, { delivered: 1, sent: isFirst ? 1 : 0 })
}

/** An email counts as sent at the first contact with a mail server about it. */
export const countDelayed: Subscriber<'email.delivery_delayed'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (of && (await add(tx, of, { type: 'delivery_delayed', at: signal.at }))) count(tx, of, { sent: 1 })
}

export const countBounced: Subscriber<'email.bounced'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (!of) return
  const { attempt, bounce } = signal.detail
  if (!(await add(tx, of, { type: 'bounced', at: signal.at, bounce_type: bounce ?? 'permanent' }))) return
  // an email that was delayed before, or bounced after its delivery, is already counted as sent
  const isFirst = attempt > 0 && !(await wasDelayed(tx, of))
  count(tx, of, { bounced: 1, sent: isFirst ? 1 : 0 })
}

export const countComplained: Subscriber<'email.complained'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (of && (await add(tx, of, { type: 'complained', at: signal.at }))) count(tx, of, { complained: 1 })
}

export const countSuppressed: Subscriber<'email.suppressed'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (of && (await add(tx, of, { type: 'suppressed', at: signal.at }))) store.addTally(tx, of, { suppressed: 1 })
}

export const countFailed: Subscriber<'email.failed'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (of) store.addTally(tx, of, { failed: 1 })
}

export const countOpened: Subscriber<'email.opened'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (!of) return
  const { count: times } = signal.visit
  const isFirst = await add(tx, of, { type: 'opened', at: signal.at, count: times })
  count(tx, of, { opened: times, unique_opened: isFirst ? 1 : 0 })
}

export const countClicked: Subscriber<'email.clicked'> = async (tx, signal) => {
  const of = broadcastOf(signal)
  if (!of) return
  const { count: times, link: url } = signal.visit
  const isFirst = await add(tx, of, { type: 'clicked', at: signal.at, count: times })
  count(tx, of, { clicked: times, unique_clicked: isFirst ? 1 : 0 })
  const contact_id = await store.findContactOfEmail(tx, of)
  if (contact_id === undefined) return
  const { team_id, broadcast_id } = of
  const link = { team_id, broadcast_id, url, url_key: createHash('sha256').update(url).digest('base64url') }
  const isNew = await store.addClicks(tx, { ...link, contact_id, clicks: times })
  await store.addToLink(tx, { ...link, clicks: times, unique_clicks: isNew ? 1 : 0 })
}

/** Counts an unsubscription from everything or from the broadcast's topic, for the email whose link was followed. */
export const countUnsubscribed: Subscriber<'contact.updated' | 'contact.topics.updated'> = async (tx, signal) => {
  const { team_id, at, contact, through } = signal
  if (!through || through.broadcast_id === null) return
  const { broadcast_id } = through
  const hasLeft =
    signal.type === 'contact.updated' ? contact.unsubscribed : [...signal.topics.values()].includes('opt_out')
  if (!hasLeft) return
  const fact = {
    team_id,
    broadcast_id,
    type: 'unsubscribed',
    contact_id: contact.id,
    happened_at: at.toISOString(),
  } as const
  if (await store.addFact(tx, { ...fact, count: 1, bounce_type: null }))
    store.addTally(tx, { team_id, broadcast_id, contact_id: contact.id }, { unsubscribed: 1 })
}

async function wasDelayed(tx: Tx, of: OfBroadcast): Promise<boolean> {
  const contact_id = await store.findContactOfEmail(tx, of)
  const { team_id, broadcast_id } = of
  if (contact_id === undefined) return false
  return (await store.findFact(tx, { team_id, broadcast_id, type: 'delivery_delayed', contact_id })) !== undefined
}

interface SignalFacts extends Partial<Pick<store.FactRecord, 'count' | 'bounce_type'>> {
  type: FactType
  at: Date
}

/** Records a fact. Returns whether it is the first of its type for the recipient. */
async function add(tx: Tx, of: OfBroadcast, { type, at, ...more }: SignalFacts): Promise<boolean> {
  const contact_id = await store.findContactOfEmail(tx, of)
  if (contact_id === undefined) return false
  const { team_id, broadcast_id } = of
  const fact = { team_id, broadcast_id, type, contact_id, happened_at: at.toISOString() }
  return store.addFact(tx, { ...fact, count: 1, bounce_type: null, ...more })
}
