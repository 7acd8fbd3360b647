import { describe, expect, test } from 'vitest'
import {
  EXPIRY_MS,
  lastEventOf,
  nextAttempt,
  type DeliveryOutcome,
  recipientOutcomes,
} from '../../../src/mail/delivery/schedule.ts'
import type { SmtpResult } from '../../../src/base/net/smtp-result.ts'

const reply = (code: number | null) => ({ code, reply_text: 'words' })
const untaken = (fields: Partial<Extract<SmtpResult, { accepted: false }>>): SmtpResult => ({
  accepted: false,
  scope: 'mail',
  reply: reply(550),
  refused: [],
  wasHandedOver: false,
  ...fields,
})

describe('recipientOutcomes', () => {
  test.each<[string, SmtpResult, DeliveryOutcome]>([
    ['an accepted message', { accepted: true, reply: reply(250), refused: [] }, 'delivered'],
    ['421', untaken({ reply: reply(421) }), 'transient'],
    ['451', untaken({ reply: reply(451) }), 'transient'],
    ['503 (bad sequence of commands)', untaken({ reply: reply(503) }), 'transient'],
    ['530 (login required)', untaken({ reply: reply(530) }), 'transient'],
    ['550', untaken({ reply: reply(550) }), 'permanent'],
    ['552', untaken({ reply: reply(552) }), 'permanent'],
    ['a reply without a code', untaken({ reply: reply(null) }), 'transient'],
    ['a message over the announced size limit', untaken({ scope: 'ours', reply: reply(null) }), 'permanent'],
    ['a refused login', untaken({ scope: 'connection', reply: reply(535) }), 'transient'],
    ['a refused connection', untaken({ scope: 'connection', reply: reply(554) }), 'transient'],
    ['no connection', untaken({ scope: 'connection', reply: reply(null) }), 'transient'],
    [
      'a connection lost after the end of the message',
      untaken({ scope: 'connection', reply: reply(null), wasHandedOver: true }),
      'unknown',
    ],
  ])('classifies %s as %s', (_what, answer, outcome) => {
    expect(recipientOutcomes(['a@example.org'], answer)).toEqual([
      { address: 'a@example.org', outcome, ...answer.reply },
    ])
  })

  test('gives a refused recipient its own outcome, independent of the others', () => {
    const refused = [
      { address: 'b@example.org', reply: reply(550) },
      { address: 'c@example.org', reply: reply(450) },
      { address: 'd@example.org', reply: reply(null) },
    ]
    const recipients = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']
    const kinds = (answer: SmtpResult) => recipientOutcomes(recipients, answer).map(({ outcome }) => outcome)
    expect(kinds({ accepted: true, reply: reply(250), refused })).toEqual([
      'delivered',
      'permanent',
      'transient',
      'transient',
    ])
    expect(kinds(untaken({ refused, reply: reply(450) }))).toEqual(['transient', 'permanent', 'transient', 'transient'])
  })
})

describe('nextAttempt', () => {
  const accepted_at = new Date('2026-11-20T10:00:00.000Z')
  const after = (ms: number) => new Date(accepted_at.getTime() + ms)

  test('limits the attempts of an email, and so its events, for any random value', () => {
    let attempts = 0
    // the shortest delays and attempts without a duration
    for (let at: Date | undefined = accepted_at; at !== undefined; attempts++) {
      at = nextAttempt(attempts + 1, { now: at, accepted_at, chance: 0 })
    }
    expect(attempts).toBe(156)
  })

  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 3600],
    [100, 3600],
  ])('schedules the next attempt after %i attempts %i seconds later', (attempts, seconds) => {
    expect(nextAttempt(attempts, { now: after(1000), accepted_at, chance: 0.5 })).toEqual(after(1000 + seconds * 1000))
  })

  test.each([
    [0, 24],
    [0.25, 27],
    [0.5, 30],
    [1, 36],
  ])('varies the delay by at most a fifth in either direction (chance %d)', (chance, seconds) => {
    expect(nextAttempt(2, { now: after(1000), accepted_at, chance })).toEqual(after(1000 + seconds * 1000))
  })

  test('schedules a last attempt at the expiry and none after it', () => {
    expect(nextAttempt(120, { now: after(EXPIRY_MS - 1), accepted_at, chance: 0 })).toEqual(after(EXPIRY_MS))
    expect(nextAttempt(121, { now: after(EXPIRY_MS), accepted_at, chance: 0.5 })).toBeUndefined()
    expect(nextAttempt(1, { now: after(EXPIRY_MS * 2), accepted_at, chance: 0.5 })).toBeUndefined()
  })

  test('limits the number of attempts of an email that is never accepted', () => {
    let attempts = 0
    for (let now: Date | undefined = accepted_at; now; now = nextAttempt(attempts, { now, accepted_at, chance: 0.5 }))
      attempts += 1
    expect(attempts).toBeGreaterThan(100)
    expect(attempts).toBeLessThan(130)
  })
})

test.each<[DeliveryOutcome[], boolean, string]>([
  [['delivered', 'delivered'], false, 'delivered'],
  [['delivered', 'transient'], true, 'delivery_delayed'],
  [['unknown'], true, 'delivery_delayed'],
  [['permanent', 'transient'], true, 'delivery_delayed'],
  [['delivered', 'permanent'], false, 'bounced'],
  [['delivered', 'transient'], false, 'failed'],
  [['unknown'], false, 'failed'],
])('%j with another attempt %s results in %s', (outcomes, again, event) => {
  expect(lastEventOf(outcomes, again)).toBe(event)
})
