// Pages over plain HTTP: security headers, login, consent and mailbox, also with forged requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../support/clock.ts'
import { type Person, aConsentRequest, aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let time: Clock
let server: TestServer
let person: Person
beforeAll(async () => {
  time = clock(new Date().toISOString())
  server = await startServer({}, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

describe('every page', () => {
  it.each([
    '/login',
    '/mailbox',
    '/mailbox/unknown',
    '/consent/unknown',
    '/agents',
    '/grants',
    '/usage',
    '/grants?after=unknown',
    '/clients',
    '/team',
    '/team/invite',
    '/account',
    '/invitation',
    '/invitation?token=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '/',
    '/nowhere',
    '/logout',
    '/shared?token=unknown',
    '/shared/html?token=unknown',
    '/unsubscribe?token=unknown',
  ])('%s has headers against caching, framing, indexing and external content', async path => {
    const { headers, text } = await person.get(path)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    if (text !== '') expect(text).toContain('<meta name="robots" content="noindex, nofollow" />')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; style-src 'self'; img-src 'self' data:;")
    expect(policy).toContain("form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('loads stylesheet and icon from this server', async () => {
    const { text } = await person.get('/mailbox')
    const files = [...text.matchAll(/(?:href|src)="(\/(?:dashboard\.css|icon\.svg)[^"]*)"/g)].map(([, file]) => file!)
    expect(files).toHaveLength(3)
    for (const file of files) {
      const { status, headers } = await person.get(file, { 'accept-encoding': 'gzip, deflate, br' })
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      const [vary, encoding] = [headers.get('vary'), headers.get('content-encoding')]
      expect([vary, encoding]).toEqual(['Accept-Encoding', 'br'])
      const known = { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' }
      expect((await person.get(file, known)).status).toBe(304)
    }
    for (const page of ['/mailbox', '/grants', '/clients', '/team', '/account', '/nowhere']) {
      const { text } = await person.get(page)
      const without_code = text.replaceAll(
        /<code>[^<]*<\/code>|<script type="module" src="\/scripts\/(?:times|unsaved)\.js/g,
        '',
      )
      expect(without_code).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//)
    }
  })

  it.each([
    ['/mailbox/', '/mailbox'],
    ['/mailbox/?after=1', '/mailbox?after=1'],
    ['/automations/', '/automations'],
    ['/automations/7/runs/', '/automations/7/runs'],
    ['/api-keys/', '/api-keys'],
    ['/login/?next=/team/', '/login?next=/team/'],
    ['/docs/', '/docs'],
    ['/docs/?x=1', '/docs?x=1'],
    ['/docs/guides/errors/', '/docs/guides/errors'],
    ['/openapi.json/', '/openapi.json'],
  ])('has one address: %s redirects to %s', async (path, plain) => {
    const { status, location } = await person.get(path)
    expect([[301, 303].includes(status), location]).toEqual([true, plain])
  })

  it.each(['//mailbox/', '//docs/', '/nowhere/'])('returns 404 at %s', async path => {
    expect((await person.get(path)).status).toBe(404)
  })

  it('returns JSON to API clients when it is not found', async () => {
    expect((await person.get('/nowhere')).text).toContain('<h1>Page not found</h1>')
    expect((await server.call('GET', '/nowhere')).body).toMatchObject({ name: 'not_found' })
  })

  it('returns 405 with the allowed methods', async () => {
    const { status, headers } = await person.post('/mailbox')
    expect([status, headers.get('allow')]).toEqual([405, 'HEAD, GET'])
  })

  it('redirects to the login without a session, and back', async () => {
    const stranger = aPerson(server)
    expect((await stranger.get('/')).location).toBe('/start')
    expect((await stranger.get('/mailbox?after=1')).location).toBe('/login?next=/mailbox%3Fafter%3D1')
    expect((await stranger.logIn('/mailbox?before=1')).location).toBe('/mailbox?before=1')
  })
})

describe('login', () => {
  it('creates a new session each time and ends the old one', async () => {
    const twice = aPerson(server)
    await twice.logIn()
    const first = twice.cookies.get('lettermill_session')!
    await twice.get('/login')
    await twice.logIn()
    expect(twice.cookies.get('lettermill_session')).toBe(first)
    // The login page redirects anyone who is logged in, but its form can still be sent.
    const again = aPerson(server)
    await again.get('/login')
    again.cookies.set('lettermill_session', first)
    const { status } = await again.post('/login', { email: server.admin.email, password: server.admin.password })
    expect(status).toBe(303)
    expect(again.cookies.get('lettermill_session')).not.toBe(first)
    expect((await twice.get('/mailbox')).location).toContain('/login')
    expect((await again.get('/mailbox')).status).toBe(200)
  })

  it('sets a cookie with HttpOnly and SameSite=Lax', async () => {
    const { headers } = await aPerson(server).logIn()
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/^lettermill_session=[\w-]{43}; path=\/; samesite=lax; httponly$/)
    const { value } = /=(?<value>[^;]+)/.exec(cookie!)!.groups!
    expect(server.logged()).not.toContain(value)
  })

  it('returns the same answer for an unknown address as for a wrong password', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const answers = []
    for (const email of [server.admin.email, 'nobody@example.com']) {
      const { status, text } = await stranger.post('/login', { email, password: 'wrong' })
      answers.push([status, text.replaceAll(email, '').replace(/&quot;challenge&quot;:&quot;[\w-]+/, '')])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![0]).toBe(422)
    expect(answers[0]![1]).toContain('Incorrect email address or password.')
    expect(stranger.cookies.has('lettermill_session')).toBe(false)
  })

  it('escapes the address that it shows again', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const { text } = await stranger.post('/login', { email: '"><script>alert(1)</script>', password: 'x' })
    expect(text).not.toContain('<script>')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  it('redirects only to our origin', async () => {
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
      expect((await aPerson(server).logIn(next)).location).toBe('/start')
      expect((await person.get(`/login?next=${encodeURIComponent(next)}`)).location).toBe('/start')
    }
  })

  it('requires the form token of this browser', async () => {
    const stranger = aPerson(server)
    const fields = { email: server.admin.email, password: server.admin.password }
    expect((await stranger.post('/login', fields)).status).toBe(403)
    await stranger.get('/login')
    const other = aPerson(server)
    await other.get('/login')
    other.cookies.set('lettermill_visit', stranger.cookies.get('lettermill_visit')!)
    expect((await other.post('/login', fields)).status).toBe(403)
    // The error page has a valid form.
    expect((await other.post('/login', fields)).status).toBe(303)
  })

  it('returns 429 after ten wrong passwords, whether the account exists or not', async () => {
    const own = await startServer({}, { now: time.now })
    const stranger = aPerson(own)
    await stranger.get('/login')
    for (const email of [own.admin.email, 'nobody@example.com']) {
      const tries = Array.from({ length: 10 }, () => stranger.post('/login', { email, password: 'wrong' }))
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 422))
      const { status, text, headers } = await stranger.post('/login', { email, password: own.admin.password })
      expect([status, headers.get('retry-after')]).toEqual([429, '900'])
      expect(text).toContain('Too many attempts. Try again in 15 minutes.')
    }
    time.forward(15 * 60_000)
    expect((await aPerson(own).logIn()).location).toBe('/mailbox')
    await own.stop()
  })

  it('rejects JSON and long forms', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const headers = { origin: server.url, 'content-type': 'application/json' }
    expect((await stranger.post('/login', {}, headers)).status).toBe(415)
    expect((await stranger.post('/login', { email: 'a'.repeat(40_000) })).status).toBe(413)
  })
})

describe('logout', () => {
  it('ends the session on the server', async () => {
    const leaving = aPerson(server)
    await leaving.logIn()
    const session = leaving.cookies.get('lettermill_session')!
    await leaving.get('/mailbox')
    const { status, location } = await leaving.post('/logout')
    expect([status, location]).toEqual([303, '/login?next=/start'])
    expect(leaving.cookies.has('lettermill_session')).toBe(false)
    leaving.cookies.set('lettermill_session', session)
    expect((await leaving.get('/mailbox')).location).toContain('/login')
  })

  it('requires the CSRF token', async () => {
    expect((await person.post('/logout', { form_token: 'wrong' })).status).toBe(403)
    expect((await person.get('/mailbox')).status).toBe(200)
  })
})

describe('consent', () => {
  it('shows the client and the scope as text', async () => {
    const path = await aConsentRequest(server, {
      client_name: '<img src=x> & co',
      redirect_uri: 'https://app.example/callback',
      scope: 'emails:send',
    })
    const { status, text, headers } = await person.get(path)
    expect(status).toBe(200)
    expect(text).toContain('<bdi>&lt;img src=x&gt; &amp; co</bdi>')
    for (const words of [
      'Not verified.',
      'Send emails',
      'broadcasts that exist already',
      '<code>app.example</code>',
      'My team',
      server.admin.email,
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('Full access')
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://app.example https:;")
  })

  it('has no effect on GET', async () => {
    const path = await aConsentRequest(server)
    for (const query of ['?decision=approve', '/approve', '?decision=deny']) await person.get(path + query)
    expect((await person.post(path, { decision: 'approve' })).location).toContain('code=')
  })

  it('issues one code for concurrent answers', async () => {
    const path = await aConsentRequest(server, { state: 'a b' })
    await person.get(path)
    const answers = await Promise.all([1, 2, 3].map(() => person.post(path, { decision: 'approve' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])
    const { location } = answers.find(({ status }) => status === 303)!
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?code=[\w-]{43}&state=a%20b&iss=http%3A%2F%2F/)
    expect(answers.filter(({ location }) => location === null)).toHaveLength(2)
    for (const decision of ['approve', 'deny']) {
      const { status, text } = await person.post(path, { decision })
      expect([status, text.includes('Already answered')]).toEqual([409, true])
    }
    expect((await person.get(path)).status).toBe(409)
  })

  it('returns access_denied to the client', async () => {
    const path = await aConsentRequest(server, { state: 'xyz' })
    await person.get(path)
    const { status, location } = await person.post(path, { decision: 'deny' })
    expect(status).toBe(303)
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?error=access_denied&.*state=xyz&iss=/)
    expect((await person.post(path, { decision: 'approve' })).status).toBe(409)
  })

  it.each([
    ['a wider scope', { scope: 'full_access' }, 400],
    ['an unknown scope', { scope: 'everything' }, 400],
    ['no scope', { scope: '' }, 400],
    ['another redirect', { redirect_uri: 'https://evil.example' }, 400],
    ['a state', { state: 'evil' }, 400],
    ['another request', { id: '7136aa0b-625c-4c9c-8820-e9784c8eb141' }, 400],
    ['a foreign team', { team_id: '01900000-0000-7000-8000-000000000000' }, 403],
    ['no team', { team_id: '' }, 403],
  ])('issues no code for a changed form: %s', async (_, changed, expected) => {
    const path = await aConsentRequest(server, { scope: 'emails:send' })
    await person.get(path)
    const { status, text, location } = await person.post(path, { decision: 'approve', ...changed })
    expect([status, location]).toEqual([expected, null])
    expect(text).toMatch(/<h1>(?:Invalid form|Not your team)<\/h1>/)
    // The original request can still be answered.
    const good = await person.post(path, { decision: 'approve', scope: 'emails:send' })
    expect(good.location).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?code=[\w-]+&iss=/)
  })

  it('issues no code for a repeated field', async () => {
    const path = await aConsentRequest(server)
    await person.get(path)
    for (const twice of ['decision=approve&decision=deny', 'decision=approve&scope=emails:send&scope=full_access']) {
      expect((await person.send(path, twice)).status).toBe(400)
    }
    expect((await person.post(path, { decision: 'approve' })).status).toBe(303)
  })

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin at all', {}],
    ['another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('rejects an answer from %s', async (_, headers) => {
    const path = await aConsentRequest(server)
    await person.get(path)
    const { status, location } = await person.post(path, { decision: 'approve' }, headers)
    expect([status, location]).toEqual([403, null])
    expect((await person.post(path, { decision: 'approve' })).status).toBe(303)
  })

  it('rejects an answer without the CSRF token of this session', async () => {
    const path = await aConsentRequest(server)
    const other = aPerson(server)
    await other.logIn()
    const foreign = /name="form_token" value="([^"]+)"/.exec((await other.get(path)).text)![1]!
    await person.get(path)
    for (const form_token of ['', 'wrong', foreign]) {
      const { status, location } = await person.post(path, { decision: 'approve', form_token })
      expect([status, location]).toEqual([403, null])
    }
    expect((await other.post(path, { decision: 'approve', form_token: foreign })).status).toBe(303)
  })

  it('rejects an answer without a valid session', async () => {
    const path = await aConsentRequest(server)
    const stranger = aPerson(server)
    expect((await stranger.get(path)).location).toBe(`/login?next=${path}`)
    expect((await stranger.post(path, { decision: 'approve' })).location).toBe(`/login?next=${path}`)
    stranger.cookies.set('lettermill_session', 'invented')
    expect((await stranger.post(path, { decision: 'approve' })).location).toBe(`/login?next=${path}`)
  })

  it('requires one of the two buttons', async () => {
    const path = await aConsentRequest(server)
    await person.get(path)
    for (const decision of ['', 'Approve', 'yes']) expect((await person.post(path, { decision })).status).toBe(400)
    expect((await person.post(path, { decision: 'approve' })).status).toBe(303)
  })

  it('expires', async () => {
    const path = await aConsentRequest(server)
    await person.get(path)
    time.forward(11 * 60_000)
    expect((await person.get(path)).text).toContain('Request expired')
    expect((await person.post(path, { decision: 'approve' })).status).toBe(404)
  })
})

describe('mailbox', () => {
  const send = async (subject: string, content: object, key = server.key): Promise<void> => {
    time.forward(1)
    const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject, ...content }
    expect((await server.call('POST', '/emails', { body, key })).status).toBe(200)
  }
  /** Sends an email and waits until it is captured. Returns the mailbox page. */
  const captured = async (subject: string, content: object): Promise<string> => {
    await send(subject, content)
    const mailbox = async (): Promise<string> => (await person.get('/mailbox')).text
    await expect.poll(mailbox, { interval: 5 }).toContain(`<bdi>${subject}</bdi>`)
    return mailbox()
  }
  const subjects = (text: string): string[] =>
    [...text.matchAll(/class="subject"><bdi>([^<]+)/g)].map(([, name]) => name!)
  const link = (text: string, start: string): string => {
    const [, path] = new RegExp(`href="(${start.replaceAll(/[/?]/g, String.raw`\$&`)}[^"]+)"`).exec(text) ?? []
    return path!
  }

  it('lists captured email, newest first, with pagination', async () => {
    expect((await person.get('/mailbox')).text).toContain('No captured emails yet.')
    const sent = Array.from({ length: 26 }, (_, index) => `Mail ${index + 1}`)
    let first = ''
    for (const subject of sent) first = await captured(subject, { text: 'Hi' })
    const second = (await person.get(link(first, '/mailbox?after='))).text
    expect([...subjects(first), ...subjects(second)]).toEqual(sent.toReversed())
    expect(subjects((await person.get(link(second, '/mailbox?before='))).text)).toEqual(subjects(first))
    expect(link(first, '/mailbox?before=')).toBeUndefined()
    expect(link(second, '/mailbox?after=')).toBeUndefined()
  })

  it('shows HTML in a sandbox, text, headers and source of an email', async () => {
    const content = '<p onclick="x()">Thank <b>you</b></p><script>x()</script>'
    const path = link(await captured('Invoice', { html: content }), '/mailbox/')
    const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
    expect((await person.get(path)).text.replaceAll(/\s+/g, ' ')).toContain(
      `<iframe sandbox="${sandbox}" referrerpolicy="no-referrer" src="${path}/html"`,
    )
    expect((await person.get(`${path}?view=text`)).text).toContain('Thank you')
    expect((await person.get(`${path}?view=headers`)).text).toMatch(/[\n>]Subject: Invoice/)
    const frame = await person.get(`${path}/html`)
    expect(frame.text).toBe(`<base target="_blank"><meta name="referrer" content="no-referrer">${content}`)
    expect(frame.headers.get('content-security-policy')).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http:\/\/localhost:\d+\/files\/ http:\/\/localhost:\d+\/i\/; style-src 'unsafe-inline';.* frame-ancestors 'self'$/,
    )
    expect(frame.headers.get('x-content-type-options')).toBe('nosniff')
    expect(frame.headers.get('referrer-policy')).toBe('no-referrer')
    const source = await person.get(`${path}/raw`)
    expect(source.headers.get('content-type')).toBe('message/rfc822')
    expect(source.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.eml"$/)
    expect(source.text).toContain('\r\nSubject: Invoice\r\n')
  })

  it('shows plain text as text', async () => {
    const path = link(await captured('Plain', { text: 'a <b>\n& c' }), '/mailbox/')
    const { text } = await person.get(path)
    expect(text).toContain('<pre class="text" tabindex="0">a &lt;b&gt;\n&amp; c</pre>')
    expect(text).not.toContain('<iframe')
  })

  it('hides the email of another team', async () => {
    const { key } = await aTeam(server)
    await send('Foreign', { text: 'Hi' }, key)
    expect(await captured('Own', { text: 'Hi' })).not.toContain('Foreign')
  })
})

describe('HTTPS', () => {
  it('restricts cookies to this host and to encrypted connections', async () => {
    const secure = await startServer({ PUBLIC_URL: 'https://mail.example.com' })
    const visitor = aPerson(secure)
    const { headers } = await visitor.get('/login')
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-lettermill_visit=[\w-]{43}; path=\/; samesite=lax; secure; httponly$/,
    )
    const fields = { email: secure.admin.email, password: secure.admin.password }
    expect((await visitor.post('/login', fields, { origin: secure.url })).status).toBe(403)
    const { status } = await visitor.post('/login', fields, { origin: 'https://mail.example.com' })
    expect(status).toBe(303)
    expect(visitor.cookies.has('__Host-lettermill_session')).toBe(true)
    await secure.stop()
  })
})
