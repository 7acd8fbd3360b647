// Secrets in URLs of logged texts: which are hidden, which parameters remain, and that JSON stays valid.
import { describe, expect, it } from 'vitest'
import { maskUrlSecrets } from '../../src/base/text/url-secrets.ts'
import { maskUrlsIn } from '../../src/base/text/url-secrets-in-json.ts'

const RANDOM = 'k3J9dQ2xV7bN5mT8wR1z'
const HEX = '9f86d081884c7d659a2feaa0c55ad015'

describe('a secret in a URL', () => {
  it.each([
    ['https://ana:pa55@crm.example.com/x', 'https://(hidden)@crm.example.com/x'],
    ['https://ana@crm.example.com/x', 'https://(hidden)@crm.example.com/x'],
    ['https://ana:p@55@crm.example.com', 'https://(hidden)@crm.example.com'],
    ['https://ana:p%40ss@crm.example.com', 'https://(hidden)@crm.example.com'],
    ['https://ana:pa/ss wo?rd@crm.example.com/', 'https://(hidden)@crm.example.com/'],
    ['postgres://ana:secret@db/x and smtp://bo:secret@relay', 'postgres://(hidden)@db/x and smtp://(hidden)@relay'],
    ['/x/https%3A%2F%2Fana%3Apass%40crm.example.com', '/x/https%3A%2F%2F(hidden)%40crm.example.com'],
    ['ana:pa55@crm.example.com/x', '(hidden)@crm.example.com/x'],
    ['https:/ana:pa55@crm.example.com', 'https:/(hidden)@crm.example.com'],
    ['https://a.example/?key=abc&page=2', 'https://a.example/?key=(hidden)&page=2'],
    ['https://a.example/?page=2&api_key=abc#top', 'https://a.example/?page=2&api_key=(hidden)#top'],
    ['https://a.example/?apiKey=a&X-Amz-Signature=b', 'https://a.example/?apiKey=(hidden)&X-Amz-Signature=(hidden)'],
    ['https://a.example/cb#access_token=abc&x=1', 'https://a.example/cb#access_token=(hidden)&x=1'],
    ['<a href="https://a.example/?a=1&amp;token=abc">', '<a href="https://a.example/?a=1&amp;token=(hidden)">'],
    ['/reset?token=abc', '/reset?token=(hidden)'],
    [`https://a.example/?x=${RANDOM}`, 'https://a.example/?x=(hidden)'],
    [`https://a.example/?v=${HEX}`, 'https://a.example/?v=(hidden)'],
    [
      'https://a.example/?to=https%3A%2F%2Fb.example%3Ftoken%3Dabc',
      'https://a.example/?to=https%3A%2F%2Fb.example%3Ftoken%3D(hidden)',
    ],
  ])('is hidden in %s', (text, shown) => {
    expect(maskUrlSecrets(text)).toBe(shown)
    if (text.startsWith('/') || !shown.includes(' and ')) return
    expect(maskUrlsIn(text)).toBe(shown)
  })

  it.each([
    'https://a.example/?utm_source=mail&utm_campaign=spring_sale_2026_newsletter',
    'https://a.example/?id=019a8f7e-1d2c-7b3a-9f00-0123456789ab',
    'https://a.example/?at=2026-11-20T10:01:02.123Z&author=ana&monkey=1&design=2&shopping=3',
    'https://a.example/?q=Hello%20World%2C%20how%20are%20you%20today',
    'https://a.example/?token={{{TOKEN}}}',
    'https://a.example:8080/people/ana@example.com',
    'https://a.example:8080 and ana@example.com',
    'https://a.example and ana@example.com',
    'mailto:ana@example.com?subject=Hello',
    'cid:logo@example.com',
    'Reply to: ana@example.com',
    'p{color:red}@media screen',
    'Ana <ana@example.com>, how are you?Fine. color:#fff',
  ])('is not detected in %s', text => {
    expect(maskUrlSecrets(text)).toBe(text)
    expect(maskUrlsIn(text)).toBe(text)
  })
})

describe('a secret in a URL that is written in an unusual way', () => {
  const SECRET = 'S3cr3t'
  it.each([
    [String.raw`{"url":"https://a.example/?\u0074oken=S3cr3t"}`],
    [String.raw`{"url":"https://ana:S3cr3t\u0040a.example/"}`],
    [String.raw`{"url":"https:\u002f\u002fana:S3cr3t@a.example/"}`],
    [String.raw`{"url":"https://ana:S3\"S3cr3t@a.example/"}`],
    [String.raw`{"url":"https://ana:S3\"S3cr3t%40a.example/"}`],
    [String.raw`{"inner":"{\"url\":\"https:\\/\\/ana:S3cr3t\\u0040a.example\"}"}`],
    ['{"url":"https://ana:12/S3cr3t@a.example/"}'],
    ['{"url":"https://ana:S3/S3cr3t@b/S3cr3t@a.example/"}'],
    ['{"url":"https:ana:S3cr3t@a.example/"}'],
    ['{"url":"https://ana:S3cr3t&#64;a.example/"}'],
    ['{"url":"https://ana:S3cr3t&commat;a.example/"}'],
    ['{"url":"https%3A%2F%2Fana%3AS3cr3t%40a.example/"}'],
    ['{"url":"https%253A%252F%252Fana%253AS3cr3t%2540a.example/"}'],
    ['{"url":"https://a.example/?%74oken=S3cr3t"}'],
    ['{"url":"https://a.example/?%2574oken=S3cr3t"}'],
    ['{"url":"https://a.example/?%252525252525252574oken=S3cr3t"}'],
    ['{"url":"https://a.example/?api%5Fkey=S3cr3t"}'],
    ['{"url":"https://a.example/;token=S3cr3t"}'],
    ['{"url":"https://a.example/?a=1;token=S3cr3t"}'],
    ['{"url":"https://a.example/?token&#61;S3cr3t"}'],
    ['{"url":"https://a.example/?token&#x3d;S3cr3t"}'],
    ['{"url":"https://a.example/?token&#x003D;S3cr3t"}'],
    ['{"url":"https://a.example/?&#116;oken=S3cr3t"}'],
    ['{"html":"<a href=\'https://a.example/?x=1&amp;token&equals;S3cr3t\'>x</a>"}'],
    [String.raw`{"url":"https://a.example/?to\tken=S3cr3t"}`],
    ['{"https://ana:S3cr3t@a.example":1}'],
  ])('is hidden in %s', json => {
    const masked = maskUrlsIn(json)
    expect(masked).not.toContain(SECRET)
    expect(masked).toContain('(hidden)')
    expect(() => JSON.parse(masked)).not.toThrow()
  })

  it('is hidden in a text that is not JSON', () => {
    expect(maskUrlsIn('<a href="https://a.example/?%74oken=S3cr3t">')).not.toContain(SECRET)
    expect(maskUrlsIn('{"url":"https://ana:S3cr3t@a.example')).not.toContain(SECRET)
  })

  it('hides JSON that is nested too deep to read', () => {
    expect(maskUrlsIn(`${'['.repeat(1e5)}"https://ana:S3cr3t@a.example/"${']'.repeat(1e5)}`)).not.toContain(SECRET)
  })
})

describe('a random segment of a path', () => {
  const SEGMENTS = [
    'x7Kd92mQpL4vTz81RbWn03Yc',
    HEX,
    'bot123456:AAFd9-k3J9dQ2xV7bN5mT8wR1z',
    '6f1c2a34-9b1d-4c55-8e21-0d9f6a7b8c9d',
  ]
  it.each(SEGMENTS)('is hidden in a text that is one URL: %s', segment => {
    const url = `https://hooks.example.com/services/T0001/${segment}/send?x=1`
    const hidden = 'https://hooks.example.com/services/T0001/(hidden)/send?x=1'
    expect(maskUrlSecrets(url)).toBe(hidden)
    for (const json of [JSON.stringify({ url }), JSON.stringify({ url }).replaceAll('/', String.raw`\/`)])
      expect(JSON.parse(maskUrlsIn(json))).toEqual({ url: hidden })
  })

  it('remains in the text of an email', () => {
    const json = JSON.stringify({
      html: `<a href="https://a.example/${HEX}">x</a>`,
      text: `See https://a.example/${HEX}`,
    })
    expect(maskUrlsIn(json)).toBe(json)
  })

  it.each([
    'https://a.example/blog/2026/11/how-we-moved-our-newsletter-to-another-server',
    'https://a.example/019a8f7e-1d2c-7b3a-9f00-0123456789ab/{{{steps.fetchUser1.Body2.Id3}}}',
  ])('is not detected in %s', url => {
    expect(maskUrlSecrets(url)).toBe(url)
    expect(maskUrlsIn(JSON.stringify({ url }))).toBe(JSON.stringify({ url }))
  })
})

describe('JSON', () => {
  const body = {
    to: ['ana@example.com'],
    endpoint: 'https://ana:pa ss@crm.example.com/x?token=abc',
    html: `<a href="https://a.example/?a=1&key=é/ü">x</a> <a href='https://a.example/?k=${RANDOM}'>y</a>`,
    text: 'https://a.example/?token=abc\nhttps://a.example/plain',
  }
  const hidden = {
    to: ['ana@example.com'],
    endpoint: 'https://(hidden)@crm.example.com/x?token=(hidden)',
    html: `<a href="https://a.example/?a=1&key=(hidden)">x</a> <a href='https://a.example/?k=(hidden)'>y</a>`,
    text: 'https://a.example/?token=(hidden)\nhttps://a.example/plain',
  }
  const json = JSON.stringify(body)
  const escaped = json.replaceAll('/', String.raw`\/`)
  const ascii = json.replaceAll(
    /[&<>='\u0080-\uffff]/g,
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

  it.each([
    ['plain', json],
    ['with escaped slashes, as PHP writes it', escaped],
    ['with escaped signs, as Go and Gson write it', ascii],
  ])('stays valid after its secrets are hidden: %s', (_, text) => {
    for (const each of [text, Buffer.from(text)]) expect(JSON.parse(String(maskUrlsIn(each)))).toEqual(hidden)
  })

  it.each(Object.keys(body) as (keyof typeof body)[])('hides only the secret of one field: %s', field => {
    for (const text of [json, escaped]) {
      const one = JSON.stringify({ [field]: (JSON.parse(text) as typeof body)[field] })
      const both = [one, one.replaceAll('/', String.raw`\/`)]
      for (const each of both) expect(JSON.parse(maskUrlsIn(each))).toEqual({ [field]: hidden[field] })
    }
  })

  it('returns the same object if it contains no secret', () => {
    const plain = Buffer.from(JSON.stringify({ to: body.to, html: '<a href="https://a.example/?page=2">x</a>' }))
    expect(maskUrlsIn(plain)).toBe(plain)
  })
})
