// B: the page on which a user enters a device code and decides, as a browser without scripts shows it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { type Device, aDevice, aDeviceClient, pollDevice } from '../../support/devices.ts'
import { disableClient } from '../../support/oauth.ts'
import { type Person, type PageSeen, aPerson } from '../../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../../support/people.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { dateTimeText } from '../../../src/interfaces/dashboard/ui/time.ts'

const time = clock(new Date().toISOString())
const MINUTE_MS = 60_000

let server: TestServer
let client_id: string
let person: Person

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  client_id = await aDeviceClient(server, { client_name: 'Night <Mailer>' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  // wrong codes of earlier tests no longer count
  time.forward(10 * MINUTE_MS)
  person = aPerson(server)
  await person.logIn('/device')
  await person.get('/device')
})

const device = (): Promise<Device> => aDevice(server, { client_id })
const enter = (user_code: string, by = person, headers?: Record<string, string>): Promise<PageSeen> =>
  by.post('/device', { user_code }, { origin: server.url, ...headers })
/** The address of the page on which the user decides. */
async function opened(one: Device, by = person): Promise<string> {
  const { status, location } = await enter(one.user_code, by)
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/device\/[\w-]+$/)])
  await by.get(location!)
  return location!
}
const answerOf = async (one: Device): Promise<string> => {
  const { status, body } = await pollDevice(server, one)
  return status === 200 ? body.scope : body.error
}
const flat = (text: string): string => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
const wrong = 'BBBB-BBBB'

describe('B: the code', () => {
  it('needs a login, which then fills in the code from the address without submitting it', async () => {
    const one = await device()
    const path = `/device?user_code=${one.user_code}`
    const guest = aPerson(server)
    const { status, location } = await guest.get(path)
    expect([status, location]).toEqual([303, `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`])
    expect((await guest.logIn(path)).location).toBe(path)
    const { text } = await guest.get(path)
    expect(text).toMatch(new RegExp(`<input[^>]*name="user_code"[^>]*value="${one.user_code}"`))
    expect(flat(text)).toContain('Check that your device shows the same code.')
    expect(text).not.toContain('Night')
    expect(await answerOf(one)).toBe('authorization_pending')
  })

  it('is accepted in any case and with any spaces', async () => {
    const one = await device()
    const { status, location } = await enter(` ${one.user_code.toLowerCase().replace('-', ' ')} `)
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/device\//)])
  })

  it('does not render markup from the address', async () => {
    const { text } = await person.get('/device?user_code=%22%3E%3Cscript%3Ealert(1)%3C/script%3E')
    expect(text).not.toContain('<script>alert')
  })

  it('looks the same whether it is unknown, expired or answered', async () => {
    const [answered, expired] = [await device(), await device()]
    const path = await opened(answered)
    await person.post(path, { decision: 'deny' })
    const texts: [number, string][] = []
    const keep = async (code: string): Promise<void> => {
      const { status, text } = await enter(code)
      texts.push([status, flat(text)])
    }
    await keep(answered.user_code)
    await keep(wrong)
    await keep('no code at all')
    time.forward(10 * MINUTE_MS)
    await keep(expired.user_code)
    expect(texts[0]![1]).toContain('The code is incorrect or has expired.')
    expect(texts.map(([status, text]) => `${status} ${text}`)).toEqual(texts.map(() => `422 ${texts[0]![1]}`))
  })

  it('can be wrong ten times per user; after that a correct code is rejected for ten minutes', async () => {
    const from = (times: number): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${times}` })
    for (let times = 1; times <= 10; times++) expect((await enter(wrong, person, from(times))).status).toBe(422)
    const one = await device()
    const { status, text, headers } = await enter(one.user_code, person, from(11))
    expect([status, headers.get('retry-after')]).toEqual([429, '600'])
    expect(text).toContain('Too many attempts. Try again in 10 minutes.')
    // another user at another address is not affected
    const { user_id: _, ...account } = await aColleague(server, { email: 'grace@example.net' })
    const grace = aPerson(server)
    await grace.logIn('/device', account)
    await grace.get('/device')
    expect((await enter(one.user_code, grace, from(12))).status).toBe(303)
    time.forward(10 * MINUTE_MS)
    expect((await enter((await device()).user_code, person, from(11))).status).toBe(303)
  })

  it('can be wrong ten times per address, for any user', async () => {
    const there = { 'x-forwarded-for': '203.0.113.7' }
    for (let times = 1; times <= 10; times++) {
      const { user_id: _, ...account } = await aColleague(server, { email: `guest${times}@example.net` })
      const guest = aPerson(server)
      await guest.logIn('/device', account)
      await guest.get('/device')
      expect((await enter(wrong, guest, there)).status).toBe(422)
    }
    const one = await device()
    expect((await enter(one.user_code, person, there)).status).toBe(429)
    expect((await enter(one.user_code, person, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(303)
  })

  it('can be correct any number of times', async () => {
    const one = await device()
    for (let times = 0; times < 12; times++) expect((await enter(one.user_code)).status).toBe(303)
  })
})

describe('B: the decision', () => {
  it('shows the client, the time, the address, the code again and a warning', async () => {
    const { call } = server
    const headers = { 'x-forwarded-for': '198.51.100.77', 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await call('POST', '/oauth/device_authorization', {
      key: null,
      headers,
      body: `client_id=${client_id}`,
    })
    const { text } = await person.get(await opened({ client_id, ...body }))
    const words = flat(text)
    expect(words).toContain('A device with an application that calls itself “Night &lt;Mailer&gt;” requests access')
    expect(words).toContain('Not verified.')
    expect(words).toContain('Continue only if you started this on your own device and it shows the code')
    expect(words).toContain('If someone sent you this code or a link, deny the request')
    expect(words).toContain(`Device code ${body.user_code}`)
    expect(words).toContain('IP address 198.51.100.77')
    expect(words).toContain(`Requested ${dateTimeText(time.now().toISOString())} UTC`)
    expect(words).toContain('Permissions')
    expect(text).not.toContain('<nav')
  })

  it('approves, and says on which page to end the access', async () => {
    const one = await device()
    const path = await opened(one)
    const { status, location } = await person.post(path, { decision: 'approve' })
    expect([status, location]).toEqual([303, '/device?done=allowed'])
    expect(flat((await person.get(location!)).text)).toContain('Device connected.')
    expect(await answerOf(one)).toBe('full_access emails:send')
    expect((await person.get('/grants')).text).toContain('Night &lt;Mailer&gt;')
    expect(flat((await person.get('/clients')).text)).toContain('Device authorization only')
  })

  it('grants fewer scopes than requested', async () => {
    const one = await device()
    const path = await opened(one)
    expect((await person.post(path, { decision: 'approve', scope: 'emails:send' })).status).toBe(303)
    expect(await answerOf(one)).toBe('emails:send')
  })

  it('denies', async () => {
    const one = await device()
    const path = await opened(one)
    expect((await person.post(path, { decision: 'deny' })).location).toBe('/device?done=denied')
    expect(flat((await person.get('/device?done=denied')).text)).toContain('Access denied.')
    expect(await answerOf(one)).toBe('access_denied')
  })

  it('is accepted once, even in two browsers at the same moment', async () => {
    const one = await device()
    const other = aPerson(server)
    await other.logIn('/device')
    await other.get('/device')
    const [path, again] = [await opened(one), await opened(one, other)]
    const answers = await Promise.all([
      person.post(path, { decision: 'approve' }),
      other.post(again, { decision: 'deny' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect((await person.get(path)).status).toBe(409)
    expect((await person.post(path, { decision: 'approve' })).text).toContain('<h1>Already answered</h1>')
  })

  it('does not apply to another device', async () => {
    await person.post(await opened(await device()), { decision: 'approve' })
    const next = await device()
    expect((await person.get(await opened(next))).text).toContain('value="approve"')
    expect(await answerOf(next)).toBe('authorization_pending')
  })

  it('is offered only to the user who entered the code', async () => {
    const one = await device()
    const path = await opened(one)
    const { user_id: _, ...account } = await aColleague(server, { email: 'victim@example.net' })
    const victim = aPerson(server)
    await victim.logIn('/device', account)
    expect((await victim.get(path)).status).toBe(404)
    await victim.get('/device')
    expect((await victim.post(path, { decision: 'approve' })).status).toBe(404)
    expect(await answerOf(one)).toBe('authorization_pending')
  })

  it('is rejected after ten minutes, for a disabled client and for a forged address', async () => {
    const late = await opened(await device())
    time.forward(10 * MINUTE_MS)
    const id = await aDeviceClient(server)
    const shut = await opened(await aDevice(server, { client_id: id }))
    await disableClient(server, id)
    for (const path of [late, shut, '/device/unknown', `${shut}x`]) {
      const { status, text } = await person.get(path)
      expect([status, text.includes('<h1>Request expired</h1>')]).toEqual([404, true])
      expect((await person.post(path, { decision: 'approve' })).status).toBe(404)
    }
  })

  it('requires a user with two teams to choose one of them', async () => {
    const { user_id: _, ...account } = await aColleague(server, { email: 'two@example.net' })
    await aTeamOf(server, account.email, 'Second')
    const second = await firstTeamOf(server, account.email)
    const foreign = await aTeamOf(server, server.admin.email, 'Foreign')
    const two = aPerson(server)
    await two.logIn('/device', account)
    await two.get('/device')
    const one = await device()
    const path = await opened(one, two)
    expect((await two.post(path, { decision: 'approve' })).status).toBe(400)
    expect((await two.post(path, { decision: 'approve', team_id: foreign })).status).toBe(403)
    expect(await answerOf(one)).toBe('authorization_pending')
    expect((await two.post(path, { decision: 'approve', team_id: second })).status).toBe(303)
  })

  it('rejects a form from another origin, without the token, or with fields that were not shown', async () => {
    const one = await device()
    const path = await opened(one)
    const yes = { decision: 'approve' }
    for (const at of [path, '/device']) {
      const form = { ...yes, user_code: one.user_code }
      expect((await person.post(at, form, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await person.post(at, { ...form, form_token: 'x' })).status).toBe(403)
    }
    expect((await person.post(path, { ...yes, redirect_uri: 'https://evil.example' })).status).toBe(400)
    expect((await person.post(path, { ...yes, scope: 'everything' })).status).toBe(400)
    expect((await person.post(path, {})).status).toBe(400)
    expect(await answerOf(one)).toBe('authorization_pending')
  })

  it('cannot be framed, cached or used as a referrer', async () => {
    const { headers } = await person.get(await opened(await device()))
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })
})

it('B: a user without a team can deny but not approve', async () => {
  const { user_id, ...account } = await aColleague(server, { email: 'teamless@example.net' })
  const alone = aPerson(server)
  await alone.logIn('/device', account)
  await person.get('/team')
  expect((await person.post('/team/remove', { user_id })).status).toBe(303)
  await alone.get('/device')
  const one = await device()
  const path = await opened(one, alone)
  const { text } = await alone.get(path)
  expect(text).toContain('You are not a member of a team,')
  expect(text).not.toContain('value="approve"')
  expect((await alone.post(path, { decision: 'approve' })).status).toBe(403)
  expect((await alone.post(path, { decision: 'deny' })).status).toBe(303)
})
