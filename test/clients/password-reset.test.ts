// `npm run password:reset`: access for users who lost their password.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../support/commands.ts'
import { aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const DATA_DIR = temporaryFolder()
let server: TestServer

beforeAll(async () => {
  server = await startServer({ DATA_DIR })
})
afterAll(async () => {
  await server.stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

async function reset(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.resolve('src/start.js'), 'password:reset', ...args],
    {
      env: { PATH: process.env.PATH, DATA_DIR, ...env },
    },
  )
  return stdout
}

/** The same without a separate process. */
async function resetHere(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, output } = await command({ DATA_DIR, ...env }, 'password:reset', ...args)
  if (code !== 0) throw new Error(output)
  return output
}

const opens = async (password: string): Promise<boolean> =>
  (await aPerson(server).logIn('/', { email: server.admin.email, password })).status === 303

describe('password:reset', () => {
  it('generates a new password while the server runs, shows it once and ends the sessions', async () => {
    const person = aPerson(server)
    await person.logIn()
    expect((await person.get('/account')).status).toBe(200)
    const said = await reset([server.admin.email.toUpperCase()])
    const password = /^ {2}(\S{20})$/m.exec(said)![1]!
    expect((await person.get('/account')).status).not.toBe(200)
    expect([await opens(server.admin.password), await opens(password)]).toEqual([false, true])
  })

  it('allows a login after too many failed attempts', async () => {
    const guessing = aPerson(server)
    await guessing.get('/login')
    const guess = { email: server.admin.email, password: 'wrong' }
    while ((await guessing.post('/login', guess)).status !== 429);
    const said = await resetHere([server.admin.email])
    expect(await opens(/^ {2}(\S{20})$/m.exec(said)![1]!)).toBe(true)
  })

  it('accepts the operator’s password and does not print it', async () => {
    const NEW_PASSWORD = 'a password of my own'
    const said = await reset([server.admin.email], { NEW_PASSWORD })
    expect(said).not.toContain(NEW_PASSWORD)
    expect(await opens(NEW_PASSWORD)).toBe(true)
  })

  it('works while the server is stopped', async () => {
    await server.stop()
    const said = await resetHere([server.admin.email])
    server = await startServer({ DATA_DIR })
    expect(await opens(/^ {2}(\S{20})$/m.exec(said)![1]!)).toBe(true)
  })

  it.each<[string, string[], Record<string, string>, string]>([
    ['nobody', [], {}, 'Usage: npm run password:reset -- <email>'],
    ['two', ['a@example.com', 'b@example.com'], {}, 'Usage: npm run password:reset'],
    ['an unknown user', ['nobody@example.com'], {}, 'No user with the address nobody@example.com'],
    ['a password that is too short', ['admin@localhost'], { NEW_PASSWORD: 'short' }, 'Invalid NEW_PASSWORD.'],
    ['another folder', ['admin@localhost'], { DATA_DIR: '/nowhere' }, 'No database at /nowhere'],
  ])('with %s reports the error in one sentence without a secret', async (_what, args, env, sentence) => {
    const said = await resetHere(args, env).catch((error: Error) => error.message)
    expect(said).toContain(sentence)
    expect(said.split('\n')).toHaveLength(1)
    expect(said).not.toContain(server.admin.email === args[0] ? '\0' : server.admin.email)
  })

  it('exits with 1 and prints only the error', async () => {
    const failing = await reset(['nobody@example.com']).catch((error: { code: number; stderr: string }) => error)
    expect(failing).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No user with the address nobody@example.com'),
    })
    expect((failing as { stderr: string }).stderr.trim().split('\n')).toHaveLength(1)
  })
})
