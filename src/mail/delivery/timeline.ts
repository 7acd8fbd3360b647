// The timeline of an email as text: from its acceptance to its final outcome, or to its next attempt.
import type { Schemas } from '../../../generated/api.ts'
import type { EmailEvent, Machine } from '../emails/events.ts'
import type { Origin } from '../emails/store.ts'
import type { Attempt } from './store.ts'

export type TimelineEntry = Schemas['EmailTimelineEntry']

/** An unfinished job about an email. */
export interface PendingJob {
  /** `null`: a worker is running the job, or it is a dead letter. */
  run_at: string | null
  last_error: string | null
  failed_at: string | null
  /** The scheduled time, a free connection to its destination (which may be paused), or the fetching of its attachments. */
  waits_for: 'time' | 'room' | 'files'
  /** The pause that blocks it, with its reason. */
  paused?: string | undefined
}

/** The stored facts about an email. */
export interface EmailHistory {
  email: { created_at: string; scheduled_at: string | null; origin_kind: Origin['kind'] | null }
  /** The latest attempts and events, oldest first; `left_out`: there were more. */
  attempts: readonly Attempt[]
  events: readonly EmailEvent[]
  left_out: boolean
  waiting: readonly PendingJob[]
  /** Details of visits that are still stored, by the ids of their events. */
  visits?: ReadonlyMap<string, { user_agent: string; network: string }>
}

export function timelineOf({ email, attempts, events, left_out, waiting, visits }: EmailHistory): TimelineEntry[] {
  const isRescheduled = events.some(({ type }) => type === 'scheduled')
  const begin: TimelineEntry[] = [entry(email.created_at, 'accepted', acceptedWords(email.origin_kind))]
  if (email.scheduled_at !== null && !isRescheduled) {
    begin.push(entry(email.created_at, 'scheduled', `Scheduled for ${email.scheduled_at}`))
  }
  if (left_out) begin.push(entry(email.created_at, 'left_out', 'More events are not shown'))
  const happened = [...attempts.map(attemptEntry), ...events.map(event => eventEntry(event, visits?.get(event.id)))]
  happened.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
  return [...begin, ...happened, ...waiting.flatMap(each => waitingEntry(each, attempts.length > 0))]
}

function entry(at: string, type: TimelineEntry['type'], words: string, recipients: string[] = []): TimelineEntry {
  return { at, type, words, recipients }
}

function acceptedWords(kind: Origin['kind'] | null): string {
  if (kind === null) return 'Accepted'
  return kind === 'broadcast' ? 'Accepted from a broadcast' : 'Accepted from an automation run'
}

const OUTCOMES: Record<NonNullable<Attempt['outcome']>, string> = {
  taken: 'accepted',
  not_taken: 'not accepted',
  unknown: 'outcome unknown, because the mail server did not reply',
  interrupted: 'interrupted before the email was sent',
}

function attemptEntry(attempt: Attempt): TimelineEntry {
  const { number, phase, outcome, detail, started_at, finished_at, host, tls, code, destination, next_at } = attempt
  const came = phase === 'done' ? OUTCOMES[outcome ?? 'interrupted'] : UNDER_WAY[phase]
  const where = host === null ? '' : ` at ${host}`
  return {
    ...entry(started_at, 'attempt', `Attempt ${number}${where}: ${came}`),
    attempt: number,
    ...(finished_at !== null && { ended_at: finished_at }),
    ...(outcome !== null && { outcome }),
    ...(destination !== null && { destination }),
    ...(host !== null && { host }),
    ...(tls !== null && { tls: tls || 'none' }),
    ...(code !== null && { code }),
    ...(detail !== null && { reply: detail }),
    ...(next_at !== null && { next_at }),
  }
}

const UNDER_WAY = { open: 'in progress', handing: 'sent, waiting for the reply' }

const EVENTS: Record<string, string> = {
  delivered: 'Delivered',
  delivery_delayed: 'Delayed, will be retried',
  bounced: 'Rejected permanently',
  failed: 'Given up',
  complained: 'Complained of as unwanted',
  suppressed: 'Withheld',
  unsubscribed: 'Unsubscribed with the link in the email',
  canceled: 'Canceled',
}

const MACHINES: Record<Machine, string> = {
  bot: 'a program, according to its user agent',
  head: 'a program that only checks the link',
  prefetch: 'a program that prefetches links',
  privacy_proxy: 'a mail program that prefetches images (Mail Privacy Protection)',
  too_soon: 'a program, because it happened within 3 seconds of the delivery',
  burst: 'a program, because it opened several links at the same time',
}

function visitEntry(
  shown: 'opened' | 'clicked',
  { detail, created_at }: EmailEvent,
  visit: { user_agent: string; network: string } | undefined,
): TimelineEntry {
  const { recipients, link, machine } = detail
  const by = machine === undefined ? '' : `, probably by ${MACHINES[machine]}`
  return {
    ...entry(created_at, shown, `${shown === 'opened' ? 'Opened' : 'A link was followed'}${by}`, recipients),
    ...(link !== undefined && { link }),
    ...(machine !== undefined && { machine }),
    ...visit,
  }
}

function eventEntry(event: EmailEvent, visit?: { user_agent: string; network: string }): TimelineEntry {
  const { type, detail, created_at } = event
  if (type === 'opened' || type === 'opened_by_machine') return visitEntry('opened', event, visit)
  if (type === 'clicked' || type === 'clicked_by_machine') return visitEntry('clicked', event, visit)
  const { recipients, code, words: reply, attempt } = detail
  if (type === 'scheduled') return entry(created_at, 'scheduled', `Rescheduled for ${reply}`)
  const known = EVENTS[type] ?? type
  const words = type === 'bounced' && attempt === 0 ? `${known}, reported later` : known
  return {
    ...entry(created_at, type, reply && needsReason(type) ? `${words}: ${reply}` : words, recipients),
    ...(attempt > 0 && { attempt }),
    ...(code !== null && { code }),
    ...(reply !== '' && { reply }),
  }
}

/** These events are created by this server, not by a mail server, so the reason is part of the text. */
function needsReason(type: string): boolean {
  return type === 'failed' || type === 'suppressed'
}

const WAITING: Partial<Record<PendingJob['waits_for'], string>> = {
  room: 'Waiting for its destination',
  files: 'Fetching attachments',
}

function waitingEntry(
  { run_at, last_error, failed_at, waits_for, paused }: PendingJob,
  isTried: boolean,
): TimelineEntry[] {
  const reply = last_error === null ? {} : { reply: last_error }
  if (failed_at !== null) {
    return [{ ...entry(failed_at, 'stuck', 'Delivery failed; see the server log'), ...reply }]
  }
  if (run_at === null) return []
  if (paused !== undefined) return [entry(run_at, 'next_attempt', `Waiting, because ${paused}`)]
  return [
    {
      ...entry(run_at, 'next_attempt', WAITING[waits_for] ?? (isTried ? 'Will be retried' : 'Queued')),
      ...reply,
    },
  ]
}
