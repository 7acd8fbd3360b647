// Sharing an email: the link, and that it shows only this email.
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type RequestOptions, type Reply, type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer
let stranger: { key: string }
beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  stranger = await aTeam(server)
})
afterAll(() => server.stop())

const HOUR_MS = 3_600_000
const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

const sent = async (fields: object = {}): Promise<string> =>
  (await server.call('POST', '/emails', { body: { ...anEmailBody(), ...fields } })).body.id
const share = (id: string, ask: RequestOptions = {}): Promise<Reply> => server.call('POST', `/emails/${id}/share`, ask)
const linkTo = async (id: string, expires_in?: string): Promise<string> =>
  (await share(id, { body: expires_in === undefined ? {} : { expires_in } })).body.url
const open = async (url: string): Promise<{ status: number; text: string; headers: Headers }> => {
  const response = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const frameOf = (text: string): string =>
  server.url + /<iframe[^>]* src="([^"]+)"/s.exec(text)![1]!.replaceAll('&amp;', '&')

describe('shareEmail', () => {
  it('creates a link that is valid for 48 hours by default, or for the requested time', async () => {
    const id = await sent()
    for (const [body, hours] of [
      [undefined, 48],
      [{}, 48],
      [{ expires_in: '48h' }, 48],
      [{ expires_in: '1h 30m' }, 1.5],
    ] as const) {
      const { status, body: answer } = await share(id, body === undefined ? {} : { body })
      expect([status, Object.keys(answer), answer.object, answer.id]).toEqual([
        200,
        ['object', 'id', 'url'],
        'email',
        id,
      ])
      expect(answer.url.startsWith(`${server.url}/shared?token=eyJ`)).toBe(true)
      const token = answer.url.split('token=')[1]!
      expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256' })
      expect(decodeJwt(token).exp! * 1000 - time.now().getTime()).toBe(hours * HOUR_MS)
    }
  })

  it('rejects a time that is too long or invalid, and an unknown email', async () => {
    const id = await sent()
    const long = await share(id, { body: { expires_in: '49 hours' } })
    expect([long.status, long.body.message]).toEqual([422, 'expires_in must not exceed 48 hours'])
    for (const expires_in of ['soon', 7, '0m']) expect((await share(id, { body: { expires_in } })).status).toBe(422)
    const none = await share(UNKNOWN)
    expect([none.status, none.body.message]).toEqual([404, 'Email not found'])
    expect((await share(id, { key: stranger.key })).body).toEqual(none.body)
    expect((await share('7')).status).toBe(422)
  })
})

describe('the page of a shared email', () => {
  it('shows the email to anyone with the link, its HTML in a sandboxed frame', async () => {
    const html = '<script>alert(1)</script><img src="https://tracker.example.com/x.gif"><p>Hello</p>'
    const id = await sent({ html, cc: 'cc@example.net', bcc: 'secret@example.net', subject: 'A <b>shared</b> mail' })
    const page = await open(await linkTo(id))
    expect(page.status).toBe(200)
    expect(page.text).toContain('A &lt;b&gt;shared&lt;/b&gt; mail')
    expect(page.text).toContain('cc@example.net')
    expect(page.text).not.toContain('secret@example.net')
    expect(page.text).not.toContain('<script')
    expect(/<iframe[^>]* sandbox="([^"]*)"/s.exec(page.text)![1]).toBe('allow-popups allow-popups-to-escape-sandbox')
    expect(Object.fromEntries(page.headers)).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow" />')
    const frame = await open(frameOf(page.text))
    for (const { headers } of [page, frame]) expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(frame.text).toContain(html)
    const policy = frame.headers.get('content-security-policy')!
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox;')
    expect(policy).toContain("default-src 'none'")
    // remote images are not loaded
    expect(policy).toContain(`img-src data: ${server.url}/files/ ${server.url}/i/;`)
    expect(frame.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('shows an email without HTML as text, and one with HTML as text on request', async () => {
    const plain = await open(await linkTo(await sent({ html: undefined, text: 'Only <text>' })))
    expect(plain.text).toContain('Only &lt;text&gt;')
    expect(plain.text).not.toContain('<iframe')
    const asked = await open(`${await linkTo(await sent({ html: '<p>From HTML</p>' }))}&view=text`)
    expect(asked.text).toMatch(/<pre[^>]*>From HTML/)
  })

  it('serves the attachments and the inline images as long as the link is valid', async () => {
    const id = await sent({
      html: '<img src="cid:logo"><img src="CID:logo%40x"><img src="cid:unknown">',
      attachments: [
        { filename: 'logo.png', content: 'bG9nbw==', content_id: 'logo' },
        { filename: 'x.png', content: 'eA==', content_id: 'logo@x' },
        { filename: 'a "b" <c>.pdf', content: 'cGRm' },
      ],
    })
    const page = await open(await linkTo(id, '10m'))
    expect(page.text).toContain('a &quot;b&quot; &lt;c&gt;.pdf')
    const urls = [...page.text.matchAll(/href="([^"]+\/files\/[^"]+)"/g)].map(([, url]) => url!)
    expect(urls).toHaveLength(3)
    expect(await (await fetch(urls[2]!)).text()).toBe('pdf')
    const frame = await open(frameOf(page.text))
    const shown = [...frame.text.matchAll(/src="([^"]+)"/g)].map(([, url]) => url!)
    expect(shown[2]).toBe('cid:unknown')
    expect(await Promise.all(shown.slice(0, 2).map(async url => (await fetch(url)).text()))).toEqual(['logo', 'x'])
    time.forward(10 * 60_000)
    for (const url of [urls[2]!, shown[0]!]) expect((await fetch(url)).status).toBe(404)
  })

  it('expires with the link', async () => {
    const url = await linkTo(await sent(), '2 hours')
    time.forward(2 * HOUR_MS - 1000)
    const last = await open(url)
    expect(last.status).toBe(200)
    const frame = frameOf(last.text)
    time.forward(1000)
    for (const each of [url, frame]) {
      const { status, text } = await open(each)
      expect([status, text.includes('Invalid link')]).toEqual([404, true])
    }
  })

  it('rejects every token that this server did not sign for the email', async () => {
    const id = await sent()
    const url = await linkTo(id)
    const token = url.split('token=')[1]!
    const [head, claims, seal] = token.split('.') as [string, string, string]
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const theirs = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another secret'))
    const wrong = [
      '',
      'x',
      `${none}.${claims}.`,
      `${head}.${claims}.`,
      `${head}.${claims}.${seal.slice(0, -2)}AA`,
      theirs,
      server.key,
    ]
    for (const each of wrong) expect((await open(`${server.url}/shared?token=${each}`)).status, each).toBe(404)
    expect((await open(`${server.url}/shared`)).status).toBe(404)
  })

  it('has its token in no log', async () => {
    const url = await linkTo(await sent())
    await open(url)
    expect(server.logged()).not.toContain(url.split('token=')[1]!.slice(-40))
  })
})

describe('an email that is designed to create a large page', () => {
  it('shows as many files as an email can need, and omits the rest', async () => {
    const id = await sent({
      html: `<p>first ${'cid:logo '.repeat(1200)}${'cid:% '.repeat(400_000)}last</p>`,
      attachments: [{ content: 'aGk=', content_id: 'logo', filename: 'logo.png' }],
    })
    const { text } = await open(frameOf((await open(await linkTo(id))).text))
    expect(text.split('/files/')).toHaveLength(1001)
    expect(text.split('cid:logo ')).toHaveLength(201)
    expect(text.endsWith('cid:% last</p>')).toBe(true)
  })

  it('shows the beginning of a long text, and a note about it', async () => {
    const text = `${'<'.repeat(199_000)}${'x'.repeat(2000)}END`
    const page = (await open(await linkTo(await sent({ html: undefined, text })))).text
    expect(page).toContain('&lt;xxxx')
    expect(page).not.toContain('END')
    expect(page).toContain('This is the beginning of a text of 201,003 characters.')
    const short = (await open(await linkTo(await sent({ html: undefined, text: 'x'.repeat(200_000) })))).text
    expect(short).not.toContain('This is the beginning')
  })
})
