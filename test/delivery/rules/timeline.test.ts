// The timeline of an email: each possible outcome has a readable reason.
import { describe, expect, it } from 'vitest'
import { type EmailHistory, timelineOf } from '../../../src/mail/delivery/timeline.ts'
import type { Attempt } from '../../../src/mail/delivery/store.ts'
import type { EmailEvent } from '../../../src/mail/emails/events.ts'

const AT = '2026-11-20T10:00:00.000Z'
const later = (seconds: number): string => new Date(Date.parse(AT) + seconds * 1000).toISOString()

const anAttempt = (fields: Partial<Attempt> = {}): Attempt => ({
  email_id: '1',
  team_id: '2',
  number: 1,
  phase: 'done',
  outcome: 'taken',
  detail: '250 Ok',
  started_at: later(1),
  finished_at: later(2),
  destination: 'example.net',
  host: 'mx.example.net',
  tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
  code: 250,
  next_at: null,
  recipient: null,
  ...fields,
})
const anEvent = (type: EmailEvent['type'], words = '', fields: Partial<EmailEvent['detail']> = {}): EmailEvent => ({
  id: type,
  type,
  detail: { recipients: ['ana@example.net'], code: null, words, attempt: 1, ...fields },
  created_at: later(2),
})
const timeline = (history: Partial<EmailHistory>) =>
  timelineOf({
    email: { created_at: AT, scheduled_at: null, origin_kind: null },
    attempts: [],
    events: [],
    left_out: false,
    waiting: [],
    ...history,
  })
const told = (history: Partial<EmailHistory>): string[] =>
  timeline(history).map(({ type, words }) => `${type}: ${words}`)

describe('the timeline of an email', () => {
  it('lists events in chronological order', () => {
    const attempts = [
      anAttempt({ outcome: 'not_taken', code: 451, detail: '451 Come back', next_at: later(7) }),
      anAttempt({ number: 2, started_at: later(7), finished_at: later(8) }),
    ]
    const delayed = anEvent('delivery_delayed', '451 Come back', { code: 451 })
    const events = [delayed, { ...anEvent('delivered', '250 Ok', { code: 250, attempt: 2 }), created_at: later(8) }]
    expect(told({ attempts, events })).toEqual([
      'accepted: Accepted',
      'attempt: Attempt 1 at mx.example.net: not accepted',
      'delivery_delayed: Delayed, will be retried',
      'attempt: Attempt 2 at mx.example.net: accepted',
      'delivered: Delivered',
    ])
    expect(timeline({ attempts, events })[1]).toEqual({
      at: later(1),
      type: 'attempt',
      words: 'Attempt 1 at mx.example.net: not accepted',
      recipients: [],
      attempt: 1,
      ended_at: later(2),
      outcome: 'not_taken',
      destination: 'example.net',
      host: 'mx.example.net',
      tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
      code: 451,
      reply: '451 Come back',
      next_at: later(7),
    })
  })

  it.each<[string, EmailEvent, string]>([
    ['is bounced', anEvent('bounced', '550 No such user'), 'bounced: Rejected permanently'],
    ['bounces later', anEvent('bounced', '550 Gone', { attempt: 0 }), 'bounced: Rejected permanently, reported later'],
    ['expires', anEvent('failed', 'Delivery expired'), 'failed: Given up: Delivery expired'],
    ['is suppressed', anEvent('suppressed', 'It bounced before'), 'suppressed: Withheld: It bounced before'],
    ['is a complaint', anEvent('complained'), 'complained: Complained of as unwanted'],
  ])('explains an event that %s', (_, event, words) => {
    expect(told({ events: [event] })).toEqual(['accepted: Accepted', words])
    expect(timeline({ events: [event] })[1]!.recipients).toEqual(['ana@example.net'])
  })

  it.each<[string, Partial<Attempt>, string]>([
    ['is in progress', { phase: 'open', outcome: null, finished_at: null, host: null }, 'Attempt 1: in progress'],
    [
      'waits for a reply',
      { phase: 'handing', outcome: null, finished_at: null },
      'Attempt 1 at mx.example.net: sent, waiting for the reply',
    ],
    [
      'received no reply',
      { outcome: 'unknown' },
      'Attempt 1 at mx.example.net: outcome unknown, because the mail server did not reply',
    ],
    ['was interrupted', { outcome: 'interrupted', host: null }, 'Attempt 1: interrupted before the email was sent'],
  ])('describes an attempt that %s', (_, fields, words) => {
    expect(timeline({ attempts: [anAttempt(fields)] })[1]!.words).toBe(words)
  })

  it('shows the next attempt, the wait for capacity and a failed job', () => {
    const job = { run_at: later(60), last_error: '451 Come back', failed_at: null, waits_for: 'time' as const }
    const attempts = [anAttempt({ outcome: 'not_taken' })]
    expect(timeline({ attempts, waiting: [job] }).at(-1)).toEqual({
      at: later(60),
      type: 'next_attempt',
      words: 'Will be retried',
      recipients: [],
      reply: '451 Come back',
    })
    expect(told({ waiting: [{ ...job, last_error: null }] }).at(-1)).toBe('next_attempt: Queued')
    expect(told({ waiting: [{ ...job, waits_for: 'room' as const }] }).at(-1)).toMatch(
      /^next_attempt: Waiting for its destination/,
    )
    expect(told({ waiting: [{ ...job, waits_for: 'files' }] }).at(-1)).toBe('next_attempt: Fetching attachments')
    const dead = { ...job, run_at: null, failed_at: later(9) }
    expect(told({ waiting: [dead] }).at(-1)).toMatch(/^stuck: Delivery failed/)
    expect(told({ waiting: [{ ...job, run_at: null }] })).toEqual(['accepted: Accepted'])
  })

  it('shows omitted entries, the scheduled time and the origin', () => {
    const email = { created_at: AT, scheduled_at: later(3600), origin_kind: 'automation_run' as const }
    expect(told({ email, left_out: true })).toEqual([
      'accepted: Accepted from an automation run',
      `scheduled: Scheduled for ${later(3600)}`,
      'left_out: More events are not shown',
    ])
  })
})
