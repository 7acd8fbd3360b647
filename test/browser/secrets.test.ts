// Secrets of all kinds, used in one flow: none appears in the log, in an error or in the database files.
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/base/secrets/tokens.ts'
import { CALLBACK, aRequest, aSealedRequest, token } from '../support/oauth.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { type Reply, type TestServer, startServer } from '../support/server.ts'

const INVITED = { name: 'Grace', password: 'the first long password' }
const CHANGED = 'the second long password'
const WRONG = 'a password that is wrong'

let server: TestServer
/** By name. */
const secrets: Record<string, string> = {}
/** Bodies and headers of all error responses. */
const errors: string[] = []

beforeAll(async () => {
  server = await startServer()
  await flow()
})
afterAll(() => server.stop())

function refused(answer: Reply | PageSeen): void {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  const body = 'text' in answer ? answer.text : JSON.stringify(answer.body)
  errors.push(`${body}\n${JSON.stringify([...answer.headers])}`)
}

/** A person whose session cookies and error responses are recorded. */
function watched(name: string): Person {
  const person = aPerson(server)
  const noted = (seen: PageSeen): PageSeen => {
    for (const [cookie, value] of person.cookies) secrets[`${cookie} of ${name} ${value.slice(0, 4)}`] = value
    if (seen.status >= 400) refused(seen)
    return seen
  }
  const { get, post, logIn } = person
  return Object.assign(person, {
    get: async (...args: Parameters<typeof get>) => noted(await get(...args)),
    post: async (...args: Parameters<typeof post>) => noted(await post(...args)),
    logIn: async (...args: Parameters<typeof logIn>) => noted(await logIn(...args)),
  })
}

async function flow(): Promise<void> {
  const admin = watched('the admin')
  Object.assign(secrets, { 'first key': server.key, 'admin password': server.admin.password })
  await admin.get('/login')
  await admin.post('/login', { email: server.admin.email, password: WRONG })
  secrets['wrong password'] = WRONG
  await admin.logIn()
  const grace = await invited(admin)
  const client = await registered(admin)
  await granted(grace, client)
  await used(client)
  await passwordChanged(grace)
  const { body } = await server.call('POST', '/api-keys', { body: { name: 'Another' } })
  secrets['new key'] = body.token
  await server.call('DELETE', `/api-keys/${body.id}`)
  refused(await server.call('GET', '/emails', { key: body.token }))
}

async function invited(admin: Person): Promise<Person> {
  await admin.get('/team')
  await admin.post('/team/invite', { email: 'grace@example.net', role: 'developer' })
  const [, link] = /(\/invitation\?token=[\w-]+)/.exec((await admin.get('/team')).text)!
  secrets['invitation token'] = link!.split('=')[1]!
  const grace = watched('grace')
  await grace.get(link!)
  await grace.get('/invitation')
  await grace.post('/invitation', { ...INVITED, name: '' })
  secrets['invited password'] = INVITED.password
  expect((await grace.post('/invitation', INVITED)).status).toBe(303)
  await grace.get(`${link!}x`)
  await grace.get(link!)
  await grace.get('/invitation')
  return grace
}

interface Confidential {
  client_id: string
  authorization: string
}

async function registered(admin: Person): Promise<Confidential> {
  await admin.get('/clients')
  const described = { client_name: 'Office', redirect_uris: CALLBACK, scope: 'full_access' }
  await admin.post('/clients', { ...described, token_endpoint_auth_method: 'client_secret_basic' })
  const { text } = await admin.get('/clients')
  const [client_id, secret] = [...text.matchAll(/<dd><code>([\w-]+)<\/code>/g)].map(([, value]) => value!)
  const credentials = Buffer.from(`${client_id}:${secret}`).toString('base64')
  Object.assign(secrets, { 'client secret': secret!, 'client credentials': credentials })
  return { client_id: client_id!, authorization: `Basic ${credentials}` }
}

const ask = (fields: Record<string, string>, authorization: string): Promise<Reply> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
  return server.call('POST', '/oauth/token', { key: null, headers, body: String(new URLSearchParams(fields)) })
}

async function granted(grace: Person, { client_id, authorization }: Confidential): Promise<void> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const consent = `/consent/${await aSealedRequest(server, aRequest(client_id, { code_challenge, state: 'a state' }))}`
  await grace.get(consent)
  const { location } = await grace.post(consent, { decision: 'approve' })
  await grace.post(consent, { decision: 'approve' })
  const code = new URL(location!).searchParams.get('code')!
  Object.assign(secrets, { code, code_verifier })
  const fields = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: CALLBACK }
  refused(await ask({ ...fields, redirect_uri: 'https://app.example/other' }, authorization))
  refused(await ask({ ...fields, code_verifier: `${code_verifier}x` }, authorization))
  refused(await token(server, { ...fields, client_id, client_secret: secrets['client secret'] }))
  const first = await ask(fields, authorization)
  Object.assign(secrets, { 'access token': first.body.access_token, 'refresh token': first.body.refresh_token })
}

async function used({ authorization }: Confidential): Promise<void> {
  const next = (refresh_token: string): Promise<Reply> =>
    ask({ grant_type: 'refresh_token', refresh_token }, authorization)
  const second = await next(secrets['refresh token']!)
  Object.assign(secrets, { 'access token 2': second.body.access_token, 'refresh token 2': second.body.refresh_token })
  const key = secrets['access token 2']!
  const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Hello', text: 'Hi' }
  expect((await server.call('POST', '/emails', { key, body })).status).toBe(200)
  refused(await server.call('POST', '/emails', { key, body: { ...body, to: 'nobody' } }))
  refused(await server.call('GET', '/emails', { key: `${key.slice(0, -2)}xx` }))
  const third = await next(secrets['refresh token 2']!)
  Object.assign(secrets, { 'access token 3': third.body.access_token, 'refresh token 3': third.body.refresh_token })
  refused(await next(`${secrets['refresh token']!.slice(0, -1)}x`))
}

async function passwordChanged(grace: Person): Promise<void> {
  await grace.get('/account')
  const fields = { new_password: CHANGED, new_password_again: CHANGED }
  await grace.post('/account/password', { ...fields, old_password: WRONG })
  secrets['changed password'] = CHANGED
  expect((await grace.post('/account/password', { ...fields, old_password: INVITED.password })).status).toBe(303)
  refused(await server.call('GET', '/emails', { key: secrets['access token 3']! }))
  await grace.logIn('/mailbox', { email: 'grace@example.net', password: INVITED.password })
  await grace.get('/account')
  await grace.post('/account', {})
  await grace.post('/logout')
  await grace.logIn('/mailbox', { email: 'grace@example.net', password: CHANGED })
}

function found(text: string): string[] {
  return Object.keys(secrets).filter(name => text.includes(secrets[name]!))
}

describe('after a flow with all kinds of secrets', () => {
  it('secrets and errors were recorded', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(16)
    expect(Object.values(secrets).every(secret => secret.length >= 16)).toBe(true)
    expect(errors.length).toBeGreaterThan(14)
  })

  it('the log contains no secret', () => {
    const log = server.logged()
    expect(log).toContain('"path":"/oauth/token"')
    expect(log).toContain('"path":"/invitation"')
    expect(found(log)).toEqual([])
  })

  it('errors contain no secret in body or headers', () => {
    // The form cookie of a guest is set with the error page that shows the form.
    const own = errors.map(error => error.replaceAll(/lettermill_visit=[\w-]+/g, ''))
    expect(found(own.join('\n'))).toEqual([])
  })

  it('the database files contain no secret', () => {
    const files = readdirSync(server.data_dir)
    expect(files.some(file => file.endsWith('-wal'))).toBe(true)
    const content = files.map(file => readFileSync(path.join(server.data_dir, file), 'latin1')).join('\n')
    // The hash of a token is found, so the search covers the right files.
    expect(content).toContain(hashToken(secrets['refresh token 3']!))
    expect(found(content)).toEqual([])
  })
})
