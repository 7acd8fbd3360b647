// Commands next to running servers on PostgreSQL: those that write connect like a server, those for a file name the
// alternative.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../../support/commands.ts'
import { runCommand } from '../../support/process.ts'
import { aGrantedClient } from '../../support/oauth.ts'
import { aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const env = (): Record<string, string> => ({ DATABASE_URL: server.database_url })
const run = (...words: string[]): ReturnType<typeof runCommand> => runCommand(env(), ...words)

describe('a command on PostgreSQL', () => {
  it("sets a new password while servers run, and ends the user's sessions and tokens", async () => {
    const { access_token } = await aGrantedClient(server)
    const person = aPerson(server)
    await person.logIn()
    const { code, output } = await run('password:reset', server.admin.email)
    const password = /^ {2}(\S{20})$/m.exec(output)?.[1]
    expect([code, password]).toEqual([0, expect.any(String)])
    expect((await person.get('/account')).location).toContain('/login')
    expect((await server.call('GET', '/emails', { key: access_token })).status).toBe(401)
    const { status } = await aPerson(server).logIn('/', { email: server.admin.email, password: password! })
    expect(status).toBe(303)
  })

  it('reports an unknown user, and which setting to check', async () => {
    const { code, output } = await command(env(), 'password:reset', 'nobody@example.com')
    expect([code, output.trim()]).toEqual([
      1,
      'No user with the address nobody@example.com. Check the address and DATABASE_URL.',
    ])
  })

  it('creates a signing key that is used from the next token on, while servers run', async () => {
    const kids = async (): Promise<string[]> =>
      (await server.call('GET', '/.well-known/jwks.json', { key: null })).body.keys.map(
        ({ kid }: { kid: string }) => kid,
      )
    const [before] = await kids()
    const { access_token } = await aGrantedClient(server)
    const { code, output } = await run('keys:rotate', '--at-once')
    const made = /new key (\S+)\./.exec(output)?.[1]
    expect([code, await kids()]).toEqual([0, [made]])
    expect(made).not.toBe(before)
    expect((await server.call('GET', '/emails', { key: access_token })).status).toBe(401)
    const { access_token: next } = await aGrantedClient(server)
    expect((await server.call('GET', '/emails', { key: next })).status).toBe(200)
  })

  it.each<['backup' | 'restore' | 'compact', ...string[]]>([
    ['backup', 'copy.db'],
    ['restore', 'copy.db'],
    ['compact'],
  ])('that needs a file is rejected in one sentence: %s', async (name, ...options) => {
    const { code, output } = await command(env(), name, ...options)
    expect([code, output.split('\n').length]).toEqual([1, 1])
    expect(output).toContain(`npm run ${name} supports only SQLite`)
    expect(output).toContain('pg_dump (see docs/postgres.md)')
  })
})
