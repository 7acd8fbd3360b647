// Rules of the pages: HTML escaping, local redirects, form origins, CSRF tokens, form targets and password limits.
import { describe, expect, it } from 'vitest'
import { formTargets } from '../../../src/interfaces/dashboard/pages/consent/view.ts'
import { csrfToken, isCsrfToken, isFromOwnPage } from '../../../src/interfaces/dashboard/session/csrf.ts'
import { html } from '../../../src/base/html/html.ts'
import { localPath } from '../../../src/interfaces/dashboard/session/local-path.ts'
import { siteOf } from '../../../src/interfaces/dashboard/site.ts'
import { type PasswordAttempt, passwordLimits } from '../../../src/interfaces/dashboard/session/rate-limiter.ts'

describe('html', () => {
  it('escapes text but not markup', () => {
    const bold = html`<b title="${'"<'}">${`</b><script>&'`}</b>`
    const escaped = '<b title="&quot;&lt;">&lt;/b&gt;&lt;script&gt;&amp;&#39;</b>'
    expect(String(html`<p>${bold}${[1, bold]}</p>`)).toBe(`<p>${escaped}1${escaped}</p>`)
  })

  it('renders empty values as an empty string', () => {
    expect(String(html`<p>${undefined}${null}${false}${''}</p>`)).toBe('<p></p>')
  })
})

describe('localPath', () => {
  it.each(['/', '/consent/1', '/mailbox?after=1&x=%2F', '/a//b'])('returns %j', path => {
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
  ])('returns /start for %j', path => {
    expect(localPath(path)).toBe('/start')
  })
})

describe('isFromOwnPage', () => {
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
  ])('accepts headers %#', (site, headers) => {
    expect(isFromOwnPage(headers, site)).toBe(true)
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
  ])('rejects headers %#', (site, headers) => {
    expect(isFromOwnPage(headers, site)).toBe(false)
  })

  it('disables the referrer only where browsers send Sec-Fetch-Site', () => {
    const policies = ['https://a.example', 'http://127.0.0.1:3000', 'http://192.168.1.5:3000'].map(
      url => siteOf(url).referrer_policy,
    )
    expect(policies).toEqual(['no-referrer', 'no-referrer', 'same-origin'])
  })
})

describe('isCsrfToken', () => {
  it('accepts only the token of this cookie and this server', () => {
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
  ])('allows the redirect %s', (redirect_uri, targets) => {
    expect(formTargets(redirect_uri)).toEqual(targets)
  })
})

describe('passwordLimits', () => {
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

  it('counts all addresses of one IPv6 /64 network together', () => {
    const of = (ip: string): string[] => keys({ account: 'a', ip })
    expect(of('2001:db8:0:1::1')).toEqual(of('2001:db8:0:1:ffff:ffff:ffff:ffff'))
    expect(of('2001:db8:0:1::1')).not.toEqual(of('2001:db8:0:2::1'))
  })

  it('counts a known browser separately', () => {
    expect(keys({ account: 'ana@example.com', ip: '192.0.2.1', browser: 'b' })).toEqual(['browser b: 10'])
  })

  it('shortens long account names without collisions', () => {
    const [longest] = keys({ account: 'x'.repeat(10_000), ip: '192.0.2.1' })
    expect(longest!.length).toBeLessThan(100)
    expect(longest).not.toBe(keys({ account: 'x'.repeat(9999), ip: '192.0.2.1' })[0])
  })
})
