// What a broadcast needs before it is sent, what may still become of it, and how fast its emails are made.
import type { Schemas } from '../../../../generated/api.ts'
import { leftIn } from '../../../base/limits/bucket.ts'
import { refusal, type Refusal } from '../../../base/text/refusal.ts'
import type { Broadcast, BroadcastRecord, BroadcastStatus } from '../rules.ts'

/** What keeps a broadcast from being sent, with what to do about it. */
export interface Obstacle {
  code: Schemas['BroadcastProblemCode']
  message: string
  /** Where something is not missing, but in the way. */
  refusal?: Refusal
}

/** What a broadcast lacks. */
export function lacks({ broadcast, content }: Broadcast, known: { segment: boolean; topic: boolean }): Obstacle[] {
  const { from, subject, segment_id } = broadcast
  const all: (Obstacle & { is: boolean })[] = [
    { is: from === null, code: 'missing_from', message: 'Missing `from` field: say who it is from.' },
    { is: subject === null, code: 'missing_subject', message: 'Missing `subject` field: say what it is about.' },
    {
      is: !content.html && !content.text,
      code: 'missing_content',
      message: 'Missing `html` or `text` field: say what is in it.',
    },
    {
      is: segment_id === null,
      code: 'missing_segment',
      message: 'Missing `segment_id` field: say who it goes to.',
    },
    {
      is: segment_id !== null && !known.segment,
      code: 'missing_segment',
      message: 'Its segment is not there any more: give it another `segment_id`.',
    },
    {
      is: !known.topic,
      code: 'missing_topic',
      message: 'Its topic is not there any more: give it another `topic_id`, or `null`.',
    },
  ]
  return all.flatMap(({ is, ...obstacle }) => (is ? [obstacle] : []))
}

/** All that is missing is said at once. */
export function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles
  if (!first) return
  throw first.refusal ?? refusal('validation_error', `This broadcast cannot be sent yet. ${lackingWords(obstacles)}`)
}

/** Everything that is missing, in words; empty when nothing is. */
export function lackingWords(obstacles: readonly Obstacle[]): string {
  return obstacles.flatMap(({ message, refusal: refused }) => (refused ? [] : [message])).join(' ')
}

/** A draft can be sent, and one that is scheduled can be sent at another time. */
export function stageObstacles(status: BroadcastStatus): Obstacle[] {
  if (status === 'draft' || status === 'scheduled') return []
  const words = `Only draft or scheduled broadcasts can be sent; this one is \`${status}\`. Duplicate it to send it again`
  return [{ code: 'not_sendable', message: words, refusal: refusal('validation_error', words, 403) }]
}

/** What it is when it is canceled: one that has not begun can be worked on again. */
export function canceled(broadcast: BroadcastRecord): BroadcastRecord {
  switch (broadcast.status) {
    case 'scheduled':
      return { ...broadcast, status: 'draft', scheduled_at: null, scheduled_by: null, paused_at: null }
    case 'queued':
      return { ...broadcast, status: 'canceled', paused_at: null }
    default:
      throw refusal('validation_error', 'Only queued or scheduled broadcasts can be canceled', 403)
  }
}

/** One that is paused already stays as it is. */
export function paused(broadcast: BroadcastRecord, now: Date): BroadcastRecord {
  return { ...underWay(broadcast, 'paused'), paused_at: broadcast.paused_at ?? now.toISOString() }
}

export function resumed(broadcast: BroadcastRecord): BroadcastRecord {
  return { ...underWay(broadcast, 'resumed'), paused_at: null }
}

function underWay(broadcast: BroadcastRecord, done: string): BroadcastRecord {
  if (broadcast.status === 'queued' || broadcast.status === 'scheduled') return broadcast
  throw refusal('validation_error', `Only queued or scheduled broadcasts can be ${done}`, 403)
}

/** Emails that are made at a time: some milliseconds, in which others wait. */
export const MADE_AT_ONCE = 50
/** Emails of all teams that may wait to be delivered before more are made: so what is decided meanwhile still counts. */
export const AHEAD_MAX = 5_000

const MINUTE_MS = 60_000
/** What could have been made in so long a time, and was not, may be made at once. */
const BURST_MS = 1_000

/** A time to come was noted by a clock that has been set back since, and does not count. */
function leftNow(per_minute: number, paced_at: string | null, now: Date): number {
  const empty_ms = Date.parse(paced_at ?? '')
  const rate = { at_once: Math.max(1, (per_minute * BURST_MS) / MINUTE_MS), per_minute }
  return leftIn({ left: 0, at_ms: empty_ms <= now.getTime() ? empty_ms : 0 }, rate, now.getTime())
}

/** How many emails may be made now. `paced_at`: up to when they were used up. */
export function allowedNow(per_minute: number | null, paced_at: string | null, now: Date): number {
  return Math.min(MADE_AT_ONCE, per_minute === null ? Infinity : Math.floor(leftNow(per_minute, paced_at, now)))
}

/** How many emails may be made in a minute, and up to when they were used up. */
interface Pace {
  per_minute: number | null
  paced_at: string | null
}

/** Up to when they are used up after so many were made. */
export function pacedAt({ per_minute, paced_at }: Pace, made: number, now: Date): string | null {
  if (per_minute === null) return null
  const used = made - leftNow(per_minute, paced_at, now)
  return new Date(now.getTime() + (used * MINUTE_MS) / per_minute).toISOString()
}

/** When the next one may be made. */
export function nextAllowed(per_minute: number, paced_at: string | null, now: Date): Date {
  const at_ms = paced_at === null ? 0 : Date.parse(paced_at) + MINUTE_MS / per_minute
  return new Date(Math.max(at_ms, now.getTime() + LEAST_WAIT_MS))
}

const LEAST_WAIT_MS = 100
