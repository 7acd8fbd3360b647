// The decisions of the pages: what a template escapes, where somebody may be sent, which form is ours, who must wait.
import { describe, expect, it } from 'vitest'
import { formTargets } from '../../../src/dashboard/pages/consent/view.ts'
import { csrfToken, isCsrfToken, isFromUs } from '../../../src/dashboard/session/csrf.ts'
import { html } from '../../../src/html/html.ts'
import { localPath } from '../../../src/dashboard/session/local-path.ts'
import { siteOf } from '../../../src/dashboard/site.ts'
import {
  type PasswordAttempt,
  type Limit,
  type Limits,
  RateLimiter,
  passwordLimits,
} from '../../../src/dashboard/session/rate-limiter.ts'
import { HashQueueFull } from '../../../src/secrets/passwords.ts'

describe('html', () => {
  it('escapes text, and not what is markup already', () => {
    const bold = html`<b title="${'"<'}">${`</b><script>&'`}</b>`
    const escaped = '<b title="&quot;&lt;">&lt;/b&gt;&lt;script&gt;&amp;&#39;</b>'
    expect(String(html`<p>${bold}${[1, bold]}</p>`)).toBe(`<p>${escaped}1${escaped}</p>`)
  })

  it('shows nothing for nothing', () => {
    expect(String(html`<p>${undefined}${null}${false}${''}</p>`)).toBe('<p></p>')
  })
})

describe('localPath', () => {
  it.each(['/', '/consent/1', '/mailbox?after=1&x=%2F', '/a//b'])('keeps %j', path => {
    expect(localPath(path)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/\t/evil.example',
    '/a\r\nSet-Cookie: a=b',
    'https://evil.example',
    'javascript:alert(1)',
    'mailbox',
    ' /mailbox',
    '/\u00e9',
    `/${'a'.repeat(9216)}`,
    '',
    null,
    undefined,
  ])('does not go to %j', path => {
    expect(localPath(path)).toBe('/mailbox')
  })
})

describe('isFromUs', () => {
  const https = siteOf('https://mail.example.com')
  const local = siteOf('http://localhost:3000')
  it.each([
    [https, { origin: 'https://mail.example.com' }],
    [https, { origin: 'https://mail.example.com', 'sec-fetch-site': 'same-origin' }],
    [https, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [https, { 'sec-fetch-site': 'same-origin' }],
    [https, { referer: 'https://mail.example.com/login' }],
    [local, { origin: 'http://localhost:3000' }],
    [local, { origin: 'http://127.0.0.1:3000' }],
    [local, { origin: 'http://[::1]:3000' }],
  ])('takes %#', (site, headers) => {
    expect(isFromUs(headers, site)).toBe(true)
  })

  it.each([
    [https, {}],
    [https, { origin: 'null' }],
    [https, { origin: 'null', referer: 'https://evil.example/' }],
    [https, { origin: 'https://evil.example' }],
    [https, { origin: 'https://mail.example.com.evil.example' }],
    [https, { origin: 'http://mail.example.com' }],
    [https, { origin: 'https://mail.example.com:8443' }],
    [https, { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' }],
    [https, { origin: 'null', 'sec-fetch-site': 'same-site' }],
    [https, { origin: 'null', 'sec-fetch-site': 'none' }],
    [https, { referer: 'https://evil.example/?https://mail.example.com/' }],
    [https, { referer: 'nonsense' }],
    [https, { origin: 'https://evil.example', referer: 'https://mail.example.com/' }],
    [https, { origin: 'https://localhost' }],
    [local, { origin: 'http://localhost:3001' }],
    [local, { origin: 'https://localhost:3000' }],
    [local, { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ])('refuses %#', (site, headers) => {
    expect(isFromUs(headers, site)).toBe(false)
  })

  it('can only do without the referrer where browsers send Sec-Fetch-Site', () => {
    const policies = ['https://a.example', 'http://127.0.0.1:3000', 'http://192.168.1.5:3000'].map(
      url => siteOf(url).referrer_policy,
    )
    expect(policies).toEqual(['no-referrer', 'no-referrer', 'same-origin'])
  })
})

describe('isCsrfToken', () => {
  it('takes the token of this cookie and this server only', () => {
    const token = csrfToken('secret', 'cookie')
    expect(isCsrfToken('secret', 'cookie', token)).toBe(true)
    expect(isCsrfToken('secret', 'another', token)).toBe(false)
    expect(isCsrfToken('another', 'cookie', token)).toBe(false)
    for (const wrong of [null, '', 'a', `${token}a`, token.slice(1)]) {
      expect(isCsrfToken('secret', 'cookie', wrong)).toBe(false)
    }
  })
})

describe('formTargets', () => {
  it.each([
    ['https://app.example:8443/cb?a=b', ['https://app.example:8443', 'https:']],
    ['http://127.0.0.1:8976/cb', ['http://127.0.0.1:8976', 'https:']],
    ['http://localhost/cb', ['http://localhost', 'https:']],
    ['http://[::1]:8976/cb', ['http:', 'https:']],
    ['cursor://anysphere.cursor-mcp/oauth', ['cursor:']],
    ['com.example.app:/oauth;script-src', ['com.example.app:']],
  ])('lets %s be reached', (redirect_uri, targets) => {
    expect(formTargets(redirect_uri)).toEqual(targets)
  })
})

describe('RateLimiter', () => {
  const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes))
  const own = { key: 'own', tries: 2 }
  const shared = { key: 'shared', tries: 3 }
  const limits = { own, shared: [shared] }
  const alone = (limit: Limit): Limits => ({ own: limit, shared: [] })

  it('makes the next one wait until the first try is a quarter of an hour old', () => {
    const limiter = new RateLimiter()
    expect(limiter.take(limits, at(0))).toEqual({ wait_ms: 0 })
    expect(limiter.take(limits, at(5))).toEqual({ wait_ms: 0 })
    expect(limiter.take(limits, at(10))).toEqual({ wait_ms: 5 * 60_000 })
    expect(limiter.take(limits, at(15))).toEqual({ wait_ms: 0 })
    expect(limiter.take(limits, at(16))).toEqual({ wait_ms: 4 * 60_000 })
  })

  it('counts each key for itself', () => {
    const limiter = new RateLimiter()
    for (const key of ['a', 'b', 'c']) limiter.take({ own: { key, tries: 2 }, shared: [shared] }, at(0))
    expect(limiter.take({ own: { key: 'd', tries: 2 }, shared: [shared] }, at(0)).wait_ms).toBeGreaterThan(0)
    expect(limiter.take(alone({ key: 'd', tries: 2 }), at(0)).wait_ms).toBe(0)
  })

  it('forgets what somebody tried before they were right, and goes on counting what others did', () => {
    const limiter = new RateLimiter()
    limiter.take(limits, at(0))
    limiter.take(limits, at(0))
    limiter.forget(limits)
    expect(limiter.take(limits, at(1)).wait_ms).toBe(0)
    expect(limiter.take(limits, at(1)).wait_ms).toBe(0)
    expect(limiter.take(alone(shared), at(1)).wait_ms).toBe(14 * 60_000)
  })

  it('does not count what was not looked at for want of room', async () => {
    const limiter = new RateLimiter()
    const trying = async (look: () => Promise<string>): Promise<string> => {
      expect(limiter.take(alone({ key: 'own', tries: 1 }), at(0)).wait_ms).toBe(0)
      return limiter.unlessFull(alone(own), look)
    }
    await expect(trying(() => Promise.reject(new HashQueueFull()))).rejects.toThrow(HashQueueFull)
    expect(await trying(async () => 'looked at')).toBe('looked at')
    expect(limiter.take(alone({ key: 'own', tries: 1 }), at(0)).wait_ms).toBeGreaterThan(0)
  })

  it('counts on while others try from as many places as can be looked at in that time', () => {
    const limiter = new RateLimiter()
    limiter.take(alone({ key: 'account', tries: 1 }), at(0))
    for (let index = 0; index < 18_000; index++) {
      limiter.take(passwordLimits({ account: `${index}@example.com`, ip: `2001:db8:${index.toString(16)}::1` }), at(1))
    }
    expect(limiter.take(alone({ key: 'account', tries: 1 }), at(14)).wait_ms).toBe(60_000)
  })

  it('keeps only so many keys', () => {
    const limiter = new RateLimiter()
    limiter.take(alone({ key: 'first', tries: 1 }), at(0))
    for (let index = 0; index < 60_000; index++) limiter.take(alone({ key: `${index}`, tries: 1 }), at(0))
    expect(limiter.take(alone({ key: 'first', tries: 1 }), at(0)).wait_ms).toBe(0)
    expect(limiter.take(alone({ key: '59999', tries: 1 }), at(0)).wait_ms).toBeGreaterThan(0)
  })
})

describe('limitsOf', () => {
  const keys = (attempt: PasswordAttempt): string[] => {
    const { own, shared } = passwordLimits(attempt)
    return [own, ...shared].map(({ key, tries }) => `${key}: ${tries}`)
  }

  it('counts by account and network, by network, and by account', () => {
    expect(keys({ account: 'ana@example.com', ip: '192.0.2.1' })).toEqual([
      'own 192.0.2.1 ana@example.com: 10',
      'network 192.0.2.1: 30',
      'account ana@example.com: 100',
    ])
  })

  it('takes the addresses of an IPv6 network for one, and others for others', () => {
    const of = (ip: string): string[] => keys({ account: 'a', ip })
    expect(of('2001:db8:0:1::1')).toEqual(of('2001:db8:0:1:ffff:ffff:ffff:ffff'))
    expect(of('2001:db8:0:1::1')).not.toEqual(of('2001:db8:0:2::1'))
  })

  it('counts a browser that the account knows by itself alone', () => {
    expect(keys({ account: 'ana@example.com', ip: '192.0.2.1', browser: 'b' })).toEqual(['browser b: 10'])
  })

  it('keeps no long name, and still tells one from the other', () => {
    const [longest] = keys({ account: 'x'.repeat(10_000), ip: '192.0.2.1' })
    expect(longest!.length).toBeLessThan(100)
    expect(longest).not.toBe(keys({ account: 'x'.repeat(9999), ip: '192.0.2.1' })[0])
  })
})
