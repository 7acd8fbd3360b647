// What an attempt leads to: who is settled, what is to be told of it, and when to try again.
import type { Delivery } from '../emails/actions.ts'
import type { NewEvent, Settled } from '../emails/events.ts'
import { EXPIRY_MS, lastEventOf, nextAttempt, type Outcome, type RecipientOutcome } from './schedule.ts'

export interface Sequel extends Delivery {
  /** Nothing: that was the last attempt. */
  next: Date | undefined
}

/** What was written down of an attempt when it was over. `unknown`: the message may have been taken. */
export type AttemptOutcome = 'taken' | 'not_taken' | 'unknown'

interface Delivering {
  created_at: string
  settled: Settled
}

/** `outcomes`: of each recipient of this attempt, that is, of all who were not settled before. */
export function sequelOf(email: Delivering, outcomes: readonly RecipientOutcome[], attempt: number, now: Date): Sequel {
  const open = outcomes.some(({ outcome }) => !isFinal(outcome))
  const next = open ? nextAttempt(attempt, now, new Date(email.created_at)) : undefined
  const latest: Outcome[] = [...Object.values(email.settled), ...outcomes.map(({ outcome }) => outcome)]
  return {
    next,
    last_event: lastEventOf(latest, next !== undefined),
    settled: { ...email.settled, ...newlySettled(outcomes) },
    events: eventsOf(outcomes, attempt, next !== undefined),
  }
}

export function attemptOutcome(outcomes: readonly RecipientOutcome[]): AttemptOutcome {
  if (outcomes.some(({ outcome }) => outcome === 'unknown')) return 'unknown'
  return outcomes.some(({ outcome }) => outcome === 'delivered') ? 'taken' : 'not_taken'
}

/** Whether an attempt was begun that was to be the last one: if it told nothing, there is no sense in another. */
export function isOver(email: Delivering, last: { started_at: string } | undefined): boolean {
  return last !== undefined && Date.parse(last.started_at) >= Date.parse(email.created_at) + EXPIRY_MS
}

function isFinal(outcome: Outcome): outcome is 'delivered' | 'permanent' {
  return outcome === 'delivered' || outcome === 'permanent'
}

function newlySettled(outcomes: readonly RecipientOutcome[]): Settled {
  const settled: Record<string, 'delivered' | 'permanent'> = {}
  for (const { address, outcome } of outcomes) if (isFinal(outcome)) settled[address] = outcome
  return settled
}

/** One event for all recipients that heard the same. */
function eventsOf(outcomes: readonly RecipientOutcome[], attempt: number, again: boolean): NewEvent[] {
  const events = new Map<string, NewEvent>()
  for (const { address, outcome, code, words } of outcomes) {
    const type = eventType(outcome, again)
    const key = `${type} ${code} ${words}`
    const known = events.get(key)
    if (known) known.detail.recipients.push(address)
    else events.set(key, { type, detail: { recipients: [address], code, words, attempt } })
  }
  return [...events.values()]
}

function eventType(outcome: Outcome, again: boolean): NewEvent['type'] {
  if (outcome === 'delivered') return 'delivered'
  if (outcome === 'permanent') return 'bounced'
  return again ? 'delivery_delayed' : 'failed'
}
