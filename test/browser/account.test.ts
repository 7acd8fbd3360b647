// Passwords: rate limits, information leaks, and the sessions that end when a password changes.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/base/secrets/passwords.ts'
import { findUserByEmail, listTeams, replacePassword } from '../../src/identity/teams/store.ts'
import { createInvitation } from '../../src/identity/teams/invitations/actions.ts'
import { startSession } from '../../src/identity/teams/sessions/actions.ts'
import { clock } from '../support/clock.ts'
import { aCode, aGrantedClient, exchange, refresh } from '../support/oauth.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { quickHash } from '../support/passwords.ts'
import { type TestServer, anAddress, startServer } from '../support/server.ts'

const NEW = 'another long password'
const time = clock(new Date().toISOString())
/** Real hashing, because these tests measure its cost. */
const REAL = { now: time.now, hashPassword: hashPassword }
let server: TestServer
beforeAll(async () => {
  server = await startServer({}, REAL)
})
afterAll(() => server.stop())

type Scrypt = (password: string, salt: Buffer, length: number, cost: object, done: (...result: never[]) => void) => void

/** Runs `act` with `crypto.scrypt` replaced by `instead`. */
async function withScrypt<T>(instead: (original: Scrypt) => Scrypt, act: () => Promise<T>): Promise<T> {
  const original = crypto.scrypt
  Object.assign(crypto, { scrypt: instead(original as Scrypt) })
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    Object.assign(crypto, { scrypt: original })
    syncBuiltinESMExports()
  }
}

/**
 * Returns the scrypt calls made during `act`. Counting calls does not depend on the load of the machine, unlike
 * measuring time.
 */
async function workOf(act: () => Promise<unknown>): Promise<unknown[]> {
  const calls: unknown[] = []
  const counting =
    (original: Scrypt): Scrypt =>
    (password, salt, length, cost, done) => {
      calls.push({ length, cost })
      original(password, salt, length, cost, done)
    }
  await withScrypt(counting, act)
  return calls
}

/** Runs `act` with a cheap scrypt, for tests that send many wrong passwords. */
const quickly = <T>(act: () => Promise<T>): Promise<T> =>
  withScrypt(
    original => (password, salt, length, _, done) => original(password, salt, length, { N: 2, r: 1, p: 1 }, done),
    act,
  )

const change = (old_password: string, changed: object = {}): Record<string, string> => ({
  old_password,
  new_password: NEW,
  new_password_again: NEW,
  ...changed,
})

async function loggedIn(email: string, hash = quickHash): Promise<{ person: Person; email: string; password: string }> {
  const { password } = await aColleague(server, { email, hash })
  const person = aPerson(server)
  await person.logIn('/account', { email, password })
  await person.get('/account')
  return { person, email, password }
}

describe('a password hash with outdated parameters', () => {
  it('accepts concurrent logins and is replaced by the first of them', async () => {
    const { email, password, user_id } = await aColleague(server, { email: 'early@example.net', hash: hashPassword })
    const hash = async (): Promise<string> =>
      (await server.database.read(tx => findUserByEmail(tx, email)))!.password_hash
    const today = await hash()
    const [, , , salt, key] = today.split('$').map(part => part.replaceAll('+', '-').replaceAll('/', '_'))
    const before = `scrypt$32768$8$3$${salt}$${key}`
    await server.database.unit(tx => replacePassword(tx, { id: user_id, old: today, password_hash: before }))
    expect((await aPerson(server).logIn('/mailbox', { email, password: NEW })).status).toBe(422)
    expect(await hash()).toBe(before)
    const logins = [1, 2].map(() => aPerson(server).logIn('/mailbox', { email, password }))
    expect((await Promise.all(logins)).map(({ status }) => status)).toEqual([303, 303])
    expect(await hash()).toBe(today)
    expect((await aPerson(server).logIn('/mailbox', { email, password })).status).toBe(303)
  })
})

describe('login', () => {
  it('does the same work for an unknown address as for a wrong password', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const tries = [server.admin.email, 'nobody@example.com', '', 'x'.repeat(10_000)]
    const works = []
    for (const email of tries) works.push(await workOf(() => stranger.post('/login', { email, password: 'wrong' })))
    expect(works[0]).toHaveLength(1)
    for (const work of works) expect(work).toEqual(works[0])
  })

  it('returns the same text and headers for an unknown address as for a wrong password', async () => {
    const answers = []
    for (const email of [server.admin.email, 'nobody@example.com']) {
      const stranger = aPerson(server)
      await stranger.get('/login')
      const { status, text, headers } = await stranger.post('/login', { email, password: 'wrong' })
      const { date: _, 'x-request-id': __, 'content-length': ___, ...same } = Object.fromEntries(headers)
      const random = /value="[\w-]{43}"|&quot;challenge&quot;:&quot;[\w-]+/g
      answers.push({ status, same, text: text.replaceAll(email, '').replaceAll(random, '') })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('does not hash passwords after too many attempts', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const attempt = (): ReturnType<Person['post']> =>
      stranger.post('/login', { email: 'target@example.net', password: 'x' })
    await quickly(() => Promise.all(Array.from({ length: 10 }, attempt)))
    let status = 0
    expect(await workOf(async () => ({ status } = await attempt()))).toEqual([])
    expect(status).toBe(429)
    time.forward(15 * 60_000)
    expect((await attempt()).status).toBe(422)
    time.forward(15 * 60_000)
  })

  it('limits attempts by client address across accounts', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const attempt = (count: number): ReturnType<Person['post']> =>
      stranger.post('/login', { email: `user${count}@example.net`, password: 'x' })
    const answers = await quickly(() => Promise.all(Array.from({ length: 32 }, (_, count) => attempt(count))))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    time.forward(15 * 60_000)
  })

  it.each([
    ['as a trusted proxy tells it', '127.0.0.1, ::1', [422, 422, 429]],
    ['whatever a stranger says of it', '10.9.9.9', [422, 429, 429]],
  ])('limits attempts by client address, %s', async (_, TRUSTED_PROXIES, expected) => {
    const own = await startServer({ TRUSTED_PROXIES }, REAL)
    const stranger = aPerson(own)
    await stranger.get('/login')
    const from = (address: string): ReturnType<Person['post']> => {
      const headers = { origin: own.url, 'x-forwarded-for': address }
      return stranger.post('/login', { email: `${Math.random()}@example.net`, password: 'x' }, headers)
    }
    await quickly(() => Promise.all(Array.from({ length: 29 }, () => from('203.0.113.1'))))
    const statuses = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) statuses.push((await from(address)).status)
    expect(statuses).toEqual(expected)
    await own.stop()
  })

  it('hashes two passwords in parallel, one per network, and returns 503 when the queue is full', async () => {
    let at_once = 0
    let most = 0
    const counted =
      (original: Scrypt): Scrypt =>
      (password, salt, length, _, done) => {
        most = Math.max(most, ++at_once)
        original(password, salt, length, { N: 2, r: 1, p: 1 }, (...result) => {
          setImmediate(() => {
            at_once--
            done(...result)
          })
        })
      }
    const own = await startServer({}, REAL)
    const stranger = aPerson(own)
    await stranger.get('/login')
    const from = (address: Record<string, string>, index: number): ReturnType<Person['post']> =>
      stranger.post('/login', { email: `e${index}@example.net`, password: 'x' }, { origin: own.url, ...address })
    const one = anAddress()
    await withScrypt(counted, () => Promise.all(Array.from({ length: 5 }, (_, index) => from(one, index))))
    expect(most).toBe(1)
    await withScrypt(counted, () => Promise.all(Array.from({ length: 20 }, (_, index) => from(anAddress(), index))))
    expect(most).toBe(2)

    // No hash completes until all requests have arrived.
    const held: (() => void)[] = []
    let let_go = false
    const holding =
      (original: Scrypt): Scrypt =>
      (password, salt, length, _, done) => {
        original(password, salt, length, { N: 2, r: 1, p: 1 }, (...result) => {
          if (let_go) done(...result)
          else held.push(() => done(...result))
        })
      }
    const letGo = (): void => {
      let_go = true
      for (const answer of held) answer()
    }
    const answers = await withScrypt(holding, async () => {
      const all = Array.from({ length: 40 }, (_, index) =>
        from(anAddress(), index).then(answer => {
          if (answer.status === 503) letGo()
          return answer
        }),
      )
      return Promise.all(all)
    })
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.headers.get('retry-after')).toBe('5')
    expect(refused[0]!.text).toContain('Too many people are logging in right now.')
    expect(answers.filter(({ status }) => status === 422).length + refused.length).toBe(40)
    await own.stop()
  })

  it('shares one hashing queue with password changes and new accounts', async () => {
    const { person, password, email } = await loggedIn('in-line@example.net', hashPassword)
    const { token } = await server.database.unit(async tx => {
      const [team] = await listTeams(tx, { user_id: (await findUserByEmail(tx, email))!.id })
      const by = (await findUserByEmail(tx, server.admin.email))!.id
      const invitation = {
        team_id: team!.id,
        email: 'newcomer@example.net',
        role: 'developer',
        invited_by: by,
      } as const
      return (await createInvitation(tx, invitation, time.now())) as { token: string }
    })
    const newcomer = aPerson(server)
    await newcomer.get(`/invitation?token=${token}`)
    await newcomer.get('/invitation')
    const stranger = aPerson(server)
    await stranger.get('/login')
    let at_once = 0
    let most = 0
    let calls = 0
    const counted =
      (original: Scrypt): Scrypt =>
      (secret, salt, length, cost, done) => {
        calls++
        most = Math.max(most, ++at_once)
        original(secret, salt, length, cost, (...result) => {
          at_once--
          done(...result)
        })
      }
    const answers = await withScrypt(counted, () =>
      Promise.all([
        stranger.post('/login', { email: 'stranger@example.net', password: 'x' }),
        person.post('/account/password', change(password)),
        newcomer.post('/invitation', { name: 'Newcomer', password: 'a long enough password' }),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 303, 303])
    expect({ calls, most }).toEqual({ calls: 4, most: 1 })
  })

  it('does not lock out the owner: each network has its own ten attempts', async () => {
    const { email, password } = await aColleague(server, { email: 'wanted@example.net' })
    const stranger = aPerson(server)
    await stranger.get('/login')
    const attempt = (): ReturnType<Person['post']> => stranger.post('/login', { email, password: 'x' })
    await quickly(() => Promise.all(Array.from({ length: 10 }, attempt)))
    expect((await attempt()).status).toBe(429)
    const owner = aPerson(server)
    await owner.get('/login')
    const { status } = await owner.post('/login', { email, password }, { origin: server.url, ...anAddress() })
    expect(status).toBe(303)
    time.forward(15 * 60_000)
  })

  it('counts addresses of one IPv6 network as one', async () => {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const attempt = (index: number): ReturnType<Person['post']> => {
      const address = { 'x-forwarded-for': `2001:db8:0:7::${index}` }
      return stranger.post('/login', { email: 'six@example.net', password: 'x' }, { origin: server.url, ...address })
    }
    const answers = await quickly(() => Promise.all(Array.from({ length: 11 }, (_, index) => attempt(index + 1))))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    time.forward(15 * 60_000)
  })

  it('rejects a password that is changed during its verification', async () => {
    const { person, email, password } = await loggedIn('race@example.net', hashPassword)
    const thief = aPerson(server)
    await thief.get('/login')
    const begun = Promise.withResolvers<void>()
    let calls = 0
    let answerLogin = (): void => {}
    // The first check, made by the login, succeeds, but returns only after the change.
    const slow =
      (original: Scrypt): Scrypt =>
      (secret, salt, length, cost, done) => {
        const is_first = calls++ === 0
        begun.resolve()
        original(secret, salt, length, cost, (...result) => {
          if (is_first) answerLogin = (): void => done(...result)
          else done(...result)
        })
      }
    const { status } = await withScrypt(slow, async () => {
      // From another address, because each network has one password checked at a time.
      const elsewhere = { origin: server.url, ...anAddress() }
      const login = thief.post('/login', { email, password }, elsewhere)
      await begun.promise
      expect((await person.post('/account/password', change(password))).status).toBe(303)
      answerLogin()
      return login
    })
    expect(status).toBe(422)
    expect((await thief.get('/mailbox')).location).toContain('/login')
    expect((await person.get('/mailbox')).status).toBe(200)
  })
})

describe('a browser with an earlier login', () => {
  const guesses = 100
  /** Sends `guesses` wrong passwords, each from another network. */
  async function locked(email: string): Promise<void> {
    const stranger = aPerson(server)
    await stranger.get('/login')
    const attempt = (): ReturnType<Person['post']> =>
      stranger.post('/login', { email, password: 'x' }, { origin: server.url, ...anAddress() })
    for (let done = 0; done < guesses; done += 20) {
      await quickly(() => Promise.all(Array.from({ length: 20 }, attempt)))
    }
    expect((await attempt()).status).toBe(429)
  }

  it('bypasses a lock caused by strangers, with its own attempts, until the password is changed', async () => {
    const { person, email, password } = await loggedIn('besieged@example.net')
    const cookie = person.cookies.get('lettermill_browser')!
    const known = (value = cookie): Person => {
      const browser = aPerson(server)
      browser.cookies.set('lettermill_browser', value)
      return browser
    }
    await locked(email)
    expect((await aPerson(server).logIn('/mailbox', { email, password })).status).toBe(429)
    expect((await known().logIn('/mailbox', { email, password })).status).toBe(303)
    // The cookie is bound to the account and cannot be forged.
    const [id, until, seal] = cookie.split('.') as [string, string, string]
    const flipped = `${seal.slice(0, -2)}${seal.at(-2) === 'A' ? 'B' : 'A'}${seal.at(-1)}`
    for (const made_up of [`${id}.${Number(until) + 1}.${seal}`, `${id}.${until}.${flipped}`, 'x', '']) {
      expect((await known(made_up).logIn('/mailbox', { email, password })).status).toBe(429)
    }
    // The cookie is not a credential and opens no page.
    expect((await known().get('/mailbox')).location).toContain('/login')

    const guessing = known()
    await guessing.get('/login')
    const guess = (): ReturnType<Person['post']> => guessing.post('/login', { email, password: 'x' })
    const wrong = await quickly(() => Promise.all(Array.from({ length: 11 }, guess)))
    expect(wrong.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 422), 429])

    const changed = await person.post('/account/password', change(password))
    expect(changed.status).toBe(303)
    const fresh = person.cookies.get('lettermill_browser')!
    expect(fresh).not.toBe(cookie)
    // Failed attempts with the old password do not count against the new one.
    expect((await aPerson(server).logIn('/mailbox', { email, password: NEW })).status).toBe(303)
    await locked(email)
    expect((await known().logIn('/mailbox', { email, password: NEW })).status).toBe(429)
    expect((await known(fresh).logIn('/mailbox', { email, password: NEW })).status).toBe(303)
    time.forward(15 * 60_000)
  })

  it('is remembered for a year by a cookie with HttpOnly and SameSite=Strict', async () => {
    const { password } = await aColleague(server, { email: 'cookie@example.net' })
    const { headers } = await aPerson(server).logIn('/mailbox', { email: 'cookie@example.net', password })
    const line = headers.getSetCookie().find(each => each.startsWith('lettermill_browser='))
    const form = /^lettermill_browser=[\w.-]+; path=\/; expires=(?<until>[^;]+); samesite=strict; httponly$/
    const until = Date.parse(form.exec(line!)?.groups?.until ?? '')
    const days = (until - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThanOrEqual(365)
    expect(server.logged()).not.toContain(/=([^;]+)/.exec(line!)![1])
  })
})

describe('password change', () => {
  it('ends all other sessions and all grants and issues a new session to this browser', async () => {
    const { person, email, password } = await loggedIn('change@example.net')
    const other = aPerson(server)
    await other.logIn('/mailbox', { email, password })
    const client = await accessOf(email)
    const before = person.cookies.get('lettermill_session')
    expect((await server.call('GET', '/emails', { key: client.access_token })).status).toBe(200)

    await person.get('/account')
    const { status, location } = await person.post('/account/password', change(password))
    expect([status, location]).toEqual([303, '/account?done=password'])
    expect((await person.get(location!)).text).toContain('Password changed.')
    expect(person.cookies.get('lettermill_session')).not.toBe(before)
    expect((await other.get('/mailbox')).location).toContain('/login')
    const old = aPerson(server)
    old.cookies.set('lettermill_session', before!)
    expect((await old.get('/mailbox')).location).toContain('/login')

    expect((await server.call('GET', '/emails', { key: client.access_token })).status).toBe(401)
    expect((await refresh(server, client)).body.error).toBe('invalid_grant')
    expect((await person.get('/grants')).text).toContain('Ended by a password change')
    expect((await aPerson(server).logIn('/mailbox', { email, password })).status).toBe(422)
    expect((await aPerson(server).logIn('/mailbox', { email, password: NEW })).status).toBe(303)
  })

  it('keeps the grants of other members', async () => {
    const client = await aGrantedClient(server)
    const { person, password } = await loggedIn('bystander@example.net')
    expect((await person.post('/account/password', change(password))).status).toBe(303)
    expect((await server.call('GET', '/emails', { key: client.access_token })).status).toBe(200)
  })

  it.each([
    ['a wrong old password', { old_password: 'wrong' }, 'The current password is incorrect.'],
    ['no old password', { old_password: '' }, 'The current password is incorrect.'],
    ['a short one', { new_password: 'short', new_password_again: 'short' }, 'at least 10 characters'],
    ['a very long one', { new_password: 'x'.repeat(1001) }, '1000 characters'],
    ['two different ones', { new_password_again: 'something else' }, 'do not match'],
  ])('rejects %s', async (title, changed, trouble) => {
    const { person, email, password } = await loggedIn(`${title.replaceAll(' ', '-')}@example.net`)
    const { status, text } = await person.post('/account/password', change(password, changed))
    expect([status, text.includes(trouble)]).toEqual([422, true])
    expect(text).not.toContain(password)
    expect((await person.get('/account')).status).toBe(200)
    expect((await aPerson(server).logIn('/mailbox', { email, password })).status).toBe(303)
  })

  it('limits attempts per session, independently of attempts by strangers', async () => {
    const { person, email, password } = await loggedIn('guess@example.net')
    const stranger = aPerson(server)
    await stranger.get('/login')
    const strange = (): ReturnType<Person['post']> => stranger.post('/login', { email, password: 'wrong' })
    await quickly(() => Promise.all(Array.from({ length: 10 }, strange)))
    const attempt = (): ReturnType<Person['post']> => person.post('/account/password', change('wrong'))
    const tries = await quickly(() => Promise.all(Array.from({ length: 10 }, attempt)))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]))
    const { status, text, headers } = await person.post('/account/password', change(password))
    expect([status, headers.get('retry-after')]).toEqual([429, '900'])
    expect(text).toContain('Too many attempts. Try again in 15 minutes.')
    time.forward(15 * 60_000)
    expect((await person.post('/account/password', change(password))).status).toBe(303)
  })

  it('takes effect once when submitted twice', async () => {
    const { person, email, password } = await loggedIn('double@example.net', hashPassword)
    const answers = await Promise.all([1, 2].map(() => person.post('/account/password', change(password))))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(303)
    expect((await aPerson(server).logIn('/mailbox', { email, password: NEW })).status).toBe(303)
  })
})

/** Tokens of a client that this user approved. */
async function accessOf(email: string): ReturnType<typeof aGrantedClient> {
  const person = aPerson(server)
  await person.logIn('/mailbox', { email, password: 'a long enough password' })
  const asked = { ...server, admin: { ...server.admin, email } }
  const client_id = (await aGrantedClient(server)).client_id
  return { client_id, ...(await exchange(server, await aCode(asked, { client_id }))).body }
}

describe('session list', () => {
  it('shows browser, address and login time of each session and ends one', async () => {
    const { person, email, password } = await loggedIn('browsers@example.net')
    const phone = aPerson(server)
    const user_agent = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
    await phone.get('/login')
    const headers = { origin: server.url, 'user-agent': user_agent, 'x-forwarded-for': '203.0.113.7' }
    await phone.post('/login', { email, password }, headers)
    const { text } = await person.get('/account')
    const row = text
      .replaceAll(/\s+/g, ' ')
      .split('<li')
      .find(each => each.includes('Firefox on Android'))!
    // The last use is not before the login, although it is rounded to the hour.
    const [, login] = /logged in <time datetime="([^"]+)"/.exec(row)!
    for (const words of ['203.0.113.7', `last used <time datetime="${login}"`]) expect(row).toContain(words)
    expect(text.match(/>This device</g)).toHaveLength(1)
    const [, session] = /name="session" value="([^"]+)"/.exec(row)!
    const bystander = (await loggedIn('bystander2@example.net')).person
    expect((await bystander.post('/account/sessions/end', { session: session! })).status).toBe(404)
    expect((await phone.get('/mailbox')).status).toBe(200)
    expect((await person.post('/account/sessions/end', { session: session! })).location).toBe('/account?done=session')
    expect((await phone.get('/mailbox')).location).toContain('/login')
    expect((await person.get('/account')).text).not.toContain('Firefox on Android')
  })

  it('shows the 50 most recently used sessions', async () => {
    const { person, email } = await loggedIn('many-browsers@example.net')
    await server.database.unit(async tx => {
      const { id: user_id } = (await findUserByEmail(tx, email))!
      for (let count = 0; count < 60; count++) await startSession(tx, { user_id }, time.now())
    })
    expect((await person.get('/account')).text.match(/last used/g)).toHaveLength(50)
  })
})

describe('logging out everywhere', () => {
  it('ends all sessions of the user and none of other users', async () => {
    const { person, email, password } = await loggedIn('everywhere@example.net')
    const other = aPerson(server)
    await other.logIn('/mailbox', { email, password })
    const bystander = (await loggedIn('not-me@example.net')).person
    const { status, location } = await person.post('/account/log-out-everywhere')
    expect([status, location]).toEqual([303, '/login'])
    expect(person.cookies.has('lettermill_session')).toBe(false)
    expect((await other.get('/mailbox')).location).toContain('/login')
    expect((await bystander.get('/mailbox')).status).toBe(200)
  })

  it.each(['/account/password', '/account/log-out-everywhere'])('%s requires our origin and CSRF token', async path => {
    const { person, password } = await loggedIn(`origin${path.length}@example.net`)
    const form = change(password)
    expect((await person.post(path, form, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await person.post(path, { ...form, form_token: 'wrong' })).status).toBe(403)
    expect((await aPerson(server).post(path, form)).location).toBe('/login?next=/account')
    expect((await person.get(path)).location).toBe('/account')
    expect((await person.get('/account')).status).toBe(200)
  })
})
