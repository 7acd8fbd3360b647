// The requirements for sending a broadcast, how its status may change, and how fast its emails are created.
import type { Schemas } from '../../../../generated/api.ts'
import { tokensLeft } from '../../../base/limits/bucket.ts'
import { refusal, type Refusal } from '../../../base/text/refusal.ts'
import type { Broadcast, BroadcastRecord, BroadcastStatus } from '../rules.ts'

/** A reason why a broadcast cannot be sent, with how to fix it. */
export interface Obstacle {
  code: Schemas['BroadcastProblemCode']
  message: string
  /** Set if something prevents sending although nothing is missing. */
  refusal?: Refusal
}

/** The missing fields of a broadcast. */
export function missingFieldsOf(
  { broadcast, content }: Broadcast,
  known: { segment: boolean; topic: boolean },
): Obstacle[] {
  const { from, subject, segment_id } = broadcast
  const all: (Obstacle & { is: boolean })[] = [
    { is: from === null, code: 'missing_from', message: 'Missing `from` field.' },
    { is: subject === null, code: 'missing_subject', message: 'Missing `subject` field.' },
    {
      is: !content.html && !content.text,
      code: 'missing_content',
      message: 'Missing `html` or `text` field.',
    },
    {
      is: segment_id === null,
      code: 'missing_segment',
      message: 'Missing `segment_id` field.',
    },
    {
      is: segment_id !== null && !known.segment,
      code: 'missing_segment',
      message: 'The segment of the broadcast was deleted. Set another `segment_id`.',
    },
    {
      is: !known.topic,
      code: 'missing_topic',
      message: 'The topic of the broadcast was deleted. Set another `topic_id` or `null`.',
    },
  ]
  return all.flatMap(({ is, ...obstacle }) => (is ? [obstacle] : []))
}

/** Refuses with all missing fields in one message, so that one correction is sufficient. */
export function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles
  if (!first) return
  throw (
    first.refusal ?? refusal('validation_error', `This broadcast cannot be sent yet. ${describeObstacles(obstacles)}`)
  )
}

/** All missing fields as text; empty if none is missing. */
export function describeObstacles(obstacles: readonly Obstacle[]): string {
  return obstacles.flatMap(({ message, refusal: refused }) => (refused ? [] : [message])).join(' ')
}

/** The obstacle of a status: only a draft and a scheduled broadcast can be sent. */
export function stageObstacles(status: BroadcastStatus): Obstacle[] {
  if (status === 'draft' || status === 'scheduled') return []
  const words = `Only draft or scheduled broadcasts can be sent; this one is \`${status}\`. Duplicate it to send it again`
  return [{ code: 'not_sendable', message: words, refusal: refusal('validation_error', words, 403) }]
}

/** The broadcast after canceling: one that has not started becomes a draft again. */
export function canceledBroadcast(broadcast: BroadcastRecord): BroadcastRecord {
  switch (broadcast.status) {
    case 'scheduled':
      return { ...broadcast, status: 'draft', scheduled_at: null, scheduled_by: null, paused_at: null }
    case 'queued':
      return { ...broadcast, status: 'canceled', paused_at: null }
    default:
      throw refusal('validation_error', 'Only queued or scheduled broadcasts can be canceled', 403)
  }
}

/** The paused broadcast; if it was already paused, its time is unchanged. */
export function pausedBroadcast(broadcast: BroadcastRecord, now: Date): BroadcastRecord {
  return { ...underWay(broadcast, 'paused'), paused_at: broadcast.paused_at ?? now.toISOString() }
}

export function resumedBroadcast(broadcast: BroadcastRecord): BroadcastRecord {
  return { ...underWay(broadcast, 'resumed'), paused_at: null }
}

function underWay(broadcast: BroadcastRecord, done: string): BroadcastRecord {
  if (broadcast.status === 'queued' || broadcast.status === 'scheduled') return broadcast
  throw refusal('validation_error', `Only queued or scheduled broadcasts can be ${done}`, 403)
}

/** Maximum emails that one transaction creates: it takes some milliseconds, in which other writes wait on SQLite. */
export const EMAILS_PER_TRANSACTION = 50
/**
 * Maximum emails that may be due for delivery before more are created, so that a later cancel or pause still stops most of
 * them. Emails of all teams count, except those set aside for other teams.
 */
export const EMAILS_AHEAD_MAX = 5_000

const MINUTE_MS = 60_000
/** Unused allowance of this duration may be used immediately. */
const BURST_MS = 1_000

/**
 * The emails that the pace allows now. A `paced_at` in the future results from a clock that was set back since and is ignored.
 */
function leftNow(per_minute: number, paced_at: string | null, now: Date): number {
  const empty_ms = Date.parse(paced_at ?? '')
  const rate = { at_once: Math.max(1, (per_minute * BURST_MS) / MINUTE_MS), per_minute }
  return tokensLeft({ left: 0, at_ms: empty_ms <= now.getTime() ? empty_ms : 0 }, rate, now.getTime())
}

/** How many emails may be created now. `paced_at`: the time at which the allowance was empty. */
export function emailsAllowedNow(per_minute: number | null, paced_at: string | null, now: Date): number {
  return Math.min(
    EMAILS_PER_TRANSACTION,
    per_minute === null ? Infinity : Math.floor(leftNow(per_minute, paced_at, now)),
  )
}

/** The pace of one bucket: emails per minute, and the time at which the allowance was empty. */
interface Pace {
  per_minute: number | null
  paced_at: string | null
}

/** The new `paced_at` after some emails were created. */
export function updatedPacedAt({ per_minute, paced_at }: Pace, made: number, now: Date): string | null {
  if (per_minute === null) return null
  const used = made - leftNow(per_minute, paced_at, now)
  return new Date(now.getTime() + (used * MINUTE_MS) / per_minute).toISOString()
}

/** When the next email may be created. */
export function nextAllowedAt(per_minute: number, paced_at: string | null, now: Date): Date {
  const at_ms = paced_at === null ? 0 : Date.parse(paced_at) + MINUTE_MS / per_minute
  return new Date(Math.max(at_ms, now.getTime() + LEAST_WAIT_MS))
}

const LEAST_WAIT_MS = 100
