// Effect of a password or two-factor reset on passkeys, provider logins and API keys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countAccess, withAllAccess } from '../support/account-access.ts'
import { command } from '../support/commands.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { withFactor } from '../support/totp.ts'

const ISSUER = 'https://id.example.com'
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

let count = 0
async function anAccount(): Promise<Account & { key: string }> {
  const account = await aColleague(server, { email: `access${++count}@example.net` })
  return { ...account, key: await withAllAccess(server, account, ISSUER) }
}
const run = (name: 'password:reset' | 'factors:reset', ...options: string[]) =>
  command({ DATA_DIR: server.data_dir, DATABASE_URL: server.database_url }, name, ...options)
const left = (account: Account) => countAccess(server, account.user_id)
const statusOf = async (key: string): Promise<number> => (await server.call('GET', '/emails', { key })).status

describe('password:reset', () => {
  it('removes passkeys and provider logins and lists the API keys that are still valid', async () => {
    const [account, other] = [await anAccount(), await anAccount()]
    const { output } = await run('password:reset', account.email)
    expect(output).toContain('Passkeys removed: Phone.')
    expect(output).toContain(`OpenID provider links removed: ${ISSUER}.`)
    expect(output).toContain('API keys created by this user still valid: Night job.')
    expect([await left(account), await left(other), await statusOf(account.key)]).toEqual([[0, 0, 1], [1, 1, 1], 200])
  })

  it('keeps logins with --keep-logins and removes API keys with --remove-api-keys', async () => {
    const account = await anAccount()
    const { output } = await run('password:reset', account.email, '--keep-logins', '--remove-api-keys')
    expect(output).toContain('Passkeys still valid: Phone.')
    expect(output).toContain('API keys created by this user removed: Night job.')
    expect([await left(account), await statusOf(account.key)]).toEqual([[1, 1, 0], 401])
  })

  it('prints that two-factor authentication stays on', async () => {
    const account = await aColleague(server, { email: `access${++count}@example.net` })
    const person = aPerson(server)
    await person.logIn('/account', account)
    await withFactor(person, account.password, new Date())
    const { output } = await run('password:reset', account.email)
    expect(output).toContain(
      `Two-factor authentication is still enabled. To disable it: npm run factors:reset -- ${account.email}`,
    )
  })

  it('rejects an unknown flag before it changes anything', async () => {
    const account = await anAccount()
    const { code, output } = await run('password:reset', account.email, '--keep')
    expect([code, output]).toEqual([1, expect.stringContaining('Unknown option: --keep')])
    expect(await left(account)).toEqual([1, 1, 1])
  })
})

describe('factors:reset', () => {
  it('removes passkeys and lists the provider logins and API keys that are still valid', async () => {
    const account = await anAccount()
    const { output } = await run('factors:reset', account.email)
    expect(output).toContain('Passkeys removed: Phone.')
    expect(output).toContain(`OpenID provider links still valid: ${ISSUER}.`)
    expect(output).toContain('API keys created by this user still valid: Night job.')
    expect(await left(account)).toEqual([0, 1, 1])
  })

  it('keeps passkeys with --keep-passkeys and removes provider logins and API keys with their flags', async () => {
    const account = await anAccount()
    const flags = ['--keep-passkeys', '--remove-provider-links', '--remove-api-keys']
    const { output } = await run('factors:reset', account.email, ...flags)
    expect(output).toContain(`${account.email} has no second factor.`)
    expect(await left(account)).toEqual([1, 0, 0])
  })
})

describe('password change form', () => {
  const NEW = 'another long password'
  async function changed(remove: string[]): Promise<{ person: Person; account: Account & { key: string } }> {
    const colleague = await aColleague(server, { email: `access${++count}@example.net` })
    const person = aPerson(server)
    // Log in before the account has a passkey, because the login would then require it.
    await person.logIn('/account', colleague)
    const account = { ...colleague, key: await withAllAccess(server, colleague, ISSUER) }
    const flags = Object.fromEntries(remove.map(name => [name, 'on']))
    const { text } = await person.get('/account')
    for (const name of ['Phone', ISSUER, 'Night job']) expect(text).toContain(name)
    const passwords = { old_password: account.password, new_password: NEW, new_password_again: NEW }
    const { location } = await person.post('/account/password', { ...passwords, ...flags })
    expect(location).toBe('/account?done=password')
    return { person, account }
  }

  it('lists the access that stays valid and removes none of it by default', async () => {
    const { person, account } = await changed([])
    expect(await left(account)).toEqual([1, 1, 1])
    const { text } = await person.get('/account?done=password')
    expect(text).toContain('API keys that you did not remove are still valid.')
  })

  it('removes the selected access', async () => {
    const { account } = await changed(['remove_passkeys', 'remove_api_keys'])
    expect([await left(account), await statusOf(account.key)]).toEqual([[0, 1, 0], 401])
  })
})
