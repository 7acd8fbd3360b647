// Rules for webhook requests: retries, concurrency and failure notices.
import { describe, expect, it } from 'vitest'
import { signedHeaders } from '../../src/integrations/webhooks/delivery/signing.ts'
import {
  ATTEMPTS_MAX,
  firstWindow,
  updatedHealth,
  nextWindow,
  type PostOutcome,
  deliveryAfterPost,
  responseText,
} from '../../src/integrations/webhooks/delivery/rules.ts'
import { isNotice, serverMailDomain, noticeMail } from '../../src/integrations/webhooks/delivery/notices/rules.ts'

const AT = new Date('2026-11-20T12:00:00.000Z')
const HOUR = 3_600_000
const posted = (http_status_code: number, more: Partial<PostOutcome> = {}): PostOutcome => ({
  http_status_code,
  response: '',
  aborted: false,
  sent_at: AT,
  duration_ms: 10,
  ended_at: AT,
  ...more,
})
const later = (hours: number): Date => new Date(AT.getTime() + hours * HOUR)

describe('after an attempt', () => {
  it.each([200, 201, 204, 299])('with status %i there is no retry', status => {
    expect(deliveryAfterPost({ attempts: 3 }, posted(status), 0)).toEqual({
      status: 'success',
      attempts: 4,
      next_attempt_at: null,
    })
  })

  it.each([0, 199, 300, 301, 404, 410, 500])('with status %i there is a retry', status => {
    expect(deliveryAfterPost({ attempts: 0 }, posted(status), 0.5)).toEqual({
      status: 'attempting',
      attempts: 1,
      next_attempt_at: '2026-11-20T12:00:05.000Z',
    })
  })

  it.each([0, 1])('the delay varies by at most a tenth, with chance %i', chance => {
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
    for (const [made, wait_s] of seconds.entries()) {
      const { next_attempt_at } = deliveryAfterPost({ attempts: made }, posted(500), chance)
      const share = (Date.parse(next_attempt_at!) - AT.getTime()) / 1000 / wait_s
      expect(Math.abs(share - 1)).toBeLessThan(0.1)
    }
    expect(deliveryAfterPost({ attempts: seconds.length }, posted(500), chance)).toMatchObject({ status: 'failed' })
    expect(ATTEMPTS_MAX).toBe(seconds.length + 1)
  })
})

describe('an endpoint', () => {
  it('gets ten concurrent requests, doubled with each round, and at most a hundred', () => {
    let window = firstWindow({ failing_since: null })
    const rounds = [window]
    while (rounds.length < 6) {
      for (let count = window; count > 0; count--) window = nextWindow(window, posted(200))
      rounds.push(window)
    }
    expect(rounds).toEqual([10, 20, 40, 80, 100, 100])
  })

  it('gets two concurrent requests when it fails, and no additional ones when it is slow', () => {
    const failures = [0, 0, 0, 0, 0].map(() => posted(500))
    expect(failures.reduce(nextWindow, 10)).toBe(2)
    expect(firstWindow({ failing_since: AT.toISOString() })).toBe(2)
    expect(nextWindow(10, posted(200, { duration_ms: 2000 }))).toBe(10)
  })

  it('has been failing since its first failure after a success', () => {
    const none = { failing_since: null, failure_told_at: null }
    const posts = [posted(500), posted(200), posted(500, { ended_at: later(1) }), posted(500, { ended_at: later(2) })]
    expect(updatedHealth(none, posts)).toMatchObject({ failing_since: later(1).toISOString(), disabled: false })
    expect(updatedHealth(none, [posted(200)])).toEqual({ ...none, told: undefined, disabled: false })
  })

  it('is disabled after five days of consecutive failures, not earlier', () => {
    const failing = { failing_since: AT.toISOString(), failure_told_at: AT.toISOString() }
    const at = (hours: number): PostOutcome => posted(500, { ended_at: later(hours) })
    expect(updatedHealth(failing, [at(119.9)]).disabled).toBe(false)
    expect(updatedHealth(failing, [at(120)]).disabled).toBe(true)
    expect(updatedHealth(failing, [posted(200), at(121)]).disabled).toBe(false)
  })

  it('is reported again after a day if it succeeded in between', () => {
    const told = { failing_since: null, failure_told_at: AT.toISOString() }
    expect(updatedHealth(told, [posted(500, { ended_at: later(23.9) })]).told).toBeUndefined()
    expect(updatedHealth(told, [posted(500, { ended_at: later(24) })]).told).toBeDefined()
  })
})

it('signs a request as specified by the standard', () => {
  const payload = '{"type":"email.sent","created_at":"2026-11-20T10:00:00.000Z","data":{}}'
  const key = Buffer.from('MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3', 'base64')
  const signature = 'v1,8DXGYXDMSe3sPRtqSFe6/JM8XKIlhM9wfYutJWSz5Oc='
  const headers = signedHeaders('msg_test', payload, [key, key, key], new Date(1_763_632_800_999))
  expect(headers).toMatchObject({ 'svix-timestamp': '1763632800', 'webhook-signature': `${signature} ${signature}` })
})

it('stores a response as text that every database accepts', () => {
  expect(responseText(Buffer.from([0x61, 0, 0xff]))).toBe('a\uFFFD\uFFFD')
})

it('hides secrets in URLs of a response', () => {
  const body = 'see https://ana:very-secret@crm.example.com/?token=very-secret&page=2'
  expect(responseText(Buffer.from(body))).toBe('see https://(hidden)@crm.example.com/?token=(hidden)&page=2')
})

it('an email about an endpoint contains its URL and the status, but not the response', () => {
  const url = 'https://app.example.org/hook'
  const notice = { about: 'failure' as const, url, posted: posted(500, { response: 'a secret' }) }
  const { text, tags } = noticeMail(notice, 'notices@example.com', ['a@example.com'])
  expect(text).toContain(url)
  expect(text).toContain('Last attempt: Status code 500 at ')
  expect(text).not.toContain('secret')
  expect(isNotice(tags!)).toBe(true)
  expect(['https://mail.example.com', 'http://localhost:3000', 'http://192.0.2.1'].map(serverMailDomain)).toEqual([
    'mail.example.com',
    'lettermill.localhost',
    'lettermill.localhost',
  ])
})
