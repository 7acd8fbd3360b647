// OAuth in a separate server process: it is killed between a commit and the response, and its keys are rotated by the
// command while it runs.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { aPerson } from '../support/pages.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const ADMIN = { email: 'admin@localhost', password: 'correct horse battery' }
const CLIENT_ID = '7136aa0b-625c-4c9c-8820-e9784c8eb141'
const CALLBACK = 'http://127.0.0.1:4711/oauth/callback'

let env: { PORT: string; DATA_DIR: string; ADMIN_PASSWORD: string; LOG_LEVEL: string }
let server: ServerProcess

beforeEach(async () => {
  env = {
    PORT: String(await freePort()),
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
  }
  server = await serverProcess(env)
})
afterEach(async () => {
  await server.kill()
  rmSync(env.DATA_DIR, { recursive: true, force: true })
})

interface Tokens {
  access_token: string
  refresh_token: string
}

/** Tokens of a command-line client that was authorized through the pages. */
async function aGrant(): Promise<Tokens> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const asked = { client_id: CLIENT_ID, redirect_uri: CALLBACK, response_type: 'code' }
  const query = new URLSearchParams({ ...asked, code_challenge, code_challenge_method: 'S256' })
  const answer = await fetch(`${server.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  const { pathname } = new URL(answer.headers.get('location')!)
  const person = aPerson({ url: server.url, admin: ADMIN })
  await person.logIn(pathname)
  await person.get(pathname)
  const { location } = await person.post(pathname, { decision: 'approve' })
  const code = new URL(location!).searchParams.get('code')!
  const { status, body } = await token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier,
  })
  expect(status).toBe(200)
  return body as Tokens
}

async function token(form: Record<string, string>): Promise<{ status: number; body: unknown }> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...form })
  const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}

const refreshForm = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token })

async function statusWith(access_token: string): Promise<number> {
  return (await fetch(`${server.url}/api-keys`, { headers: { authorization: `Bearer ${access_token}` } })).status
}

/** Resolves as soon as another process sees in the database file that the token was replaced: it is committed. */
async function replaced(refresh_token: string): Promise<void> {
  const file = new SQLite(path.join(env.DATA_DIR, 'lettermill.db'), { readonly: true })
  const hash = createHash('sha256').update(refresh_token).digest('base64url')
  const find = file.prepare('select rotated_at from oauth_refresh_tokens where token_hash = ?')
  const deadline = performance.now() + 10_000
  while ((find.get(hash) as { rotated_at: string | null }).rotated_at === null) {
    if (performance.now() > deadline) throw new Error('it was never replaced')
    await new Promise(resolve => setImmediate(resolve))
  }
  file.close()
}

describe('a server that is killed between the commit and the response', () => {
  it('issues the same successor when the client retries', async () => {
    const { refresh_token } = await aGrant()
    // the response is not read: for the client it is lost, at whatever point the process died
    const body = new URLSearchParams({ client_id: CLIENT_ID, ...refreshForm(refresh_token) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = http.request(`${server.url}/oauth/token`, { method: 'POST', headers }).on('error', () => {})
    request.end(body)
    await replaced(refresh_token)
    await server.kill()
    request.destroy()

    server = await serverProcess(env)
    const first = await token(refreshForm(refresh_token))
    const second = await token(refreshForm(refresh_token))
    expect([first.status, second.status]).toEqual([200, 200])
    const [one, two] = [first.body as Tokens, second.body as Tokens]
    expect(one.refresh_token).toBe(two.refresh_token)
    expect(await statusWith(one.access_token)).toBe(200)
    const next = await token(refreshForm(one.refresh_token))
    expect(next.status).toBe(200)
    // now the successor is in use, and the old token is invalid
    expect((await token(refreshForm(refresh_token))).status).toBe(400)
    expect(await statusWith((next.body as Tokens).access_token)).toBe(200)
  })

  it('never undoes a revocation that it has confirmed', async () => {
    const { access_token, refresh_token } = await aGrant()
    const form = new URLSearchParams({ client_id: CLIENT_ID, token: refresh_token })
    expect((await fetch(`${server.url}/oauth/revoke`, { method: 'POST', body: form })).status).toBe(200)
    await server.kill()
    server = await serverProcess(env)
    expect(await statusWith(access_token)).toBe(401)
    expect((await token(refreshForm(refresh_token))).status).toBe(400)
  })
})

describe('npm run keys:rotate', () => {
  const rotate = async (...options: string[]): Promise<string> => {
    const start = path.resolve('src/start.js')
    const { stdout } = await promisify(execFile)(process.execPath, [start, 'keys:rotate', ...options], {
      env: { PATH: process.env.PATH, ...env },
    })
    return stdout
  }
  const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0]!, 'base64url').toString()).kid

  it('rotates the key of a running server, and of a stopped one', async () => {
    const before = await aGrant()
    const [, kid] = /the new key (\S+)\./.exec(await rotate())!
    const after = (await token(refreshForm(before.refresh_token))).body as Tokens
    expect(kidOf(after.access_token)).toBe(kid)
    expect([await statusWith(before.access_token), await statusWith(after.access_token)]).toEqual([200, 200])

    await server.stop()
    await rotate('--at-once')
    server = await serverProcess(env)
    expect([await statusWith(before.access_token), await statusWith(after.access_token)]).toEqual([401, 401])
    const last = (await token(refreshForm(after.refresh_token))).body as Tokens
    expect(await statusWith(last.access_token)).toBe(200)
  })

  it('reports errors', async () => {
    await expect(rotate('--now')).rejects.toMatchObject({ stderr: expect.stringContaining('Unknown option: --now') })
  })
})
