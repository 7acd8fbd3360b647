// The keys that sign access tokens change while the server runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeExpiredOAuthRows } from '../../../src/identity/oauth/actions.ts'
import { rotateKeys } from '../../../src/identity/oauth/keys/actions.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { aGrantedClient, refresh } from '../../support/oauth.ts'
import { type TestServer, startServer } from '../../support/server.ts'

let server: TestServer
let time: Clock
beforeAll(async () => {
  time = clock()
  server = await startServer({ OAUTH_ACCESS_TOKEN_SECONDS: '86400' }, { now: time.now })
})
afterAll(() => server.stop())

const HOUR_MS = 3_600_000
const states = statement<object, { id: string; status: string; private_key: string }>(knex =>
  knex('oauth_signing_keys').select('id', 'status', 'private_key').orderBy('created_at'),
)

const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0]!, 'base64url').toString()).kid
const works = async (key: string): Promise<boolean> => (await server.call('GET', '/api-keys', { key })).status === 200
const published = async (): Promise<string[]> => {
  const { body } = await server.call('GET', '/.well-known/jwks.json', { key: null })
  return body.keys.map(({ kid }: { kid: string }) => kid)
}

describe('a rotation', () => {
  it('makes a new key sign immediately, while the old key verifies for as long as its tokens live', async () => {
    const before = await aGrantedClient(server)
    expect(await works(before.access_token)).toBe(true)
    time.forward(1000)
    const { kid } = await rotateKeys(server.database, time.now())
    expect(await published()).toEqual([kid, kidOf(before.access_token)])
    const after = (await refresh(server, before)).body
    expect(kidOf(after.access_token)).toBe(kid)
    expect([await works(before.access_token), await works(after.access_token)]).toEqual([true, true])
    // the longest possible lifetime of a token of the old key
    time.forward(24 * HOUR_MS - 2000)
    expect(await works(before.access_token)).toBe(true)
    time.forward(2 * HOUR_MS)
    expect(await published()).toEqual([kid])
  })

  it('stores nothing that could sign with an old key', async () => {
    await server.database.unit(tx => removeExpiredOAuthRows(tx, time.now()))
    const rows = await server.database.read(tx => tx.all(states, {}))
    expect(rows.map(({ status }) => status)).toEqual(['retired', 'active'])
    expect([rows[0]!.private_key, rows[1]!.private_key.includes('"d"')]).toEqual(['{}', true])
  })

  it('can end all tokens of earlier keys; clients then refresh them', async () => {
    const before = await aGrantedClient(server)
    expect(await works(before.access_token)).toBe(true)
    time.forward(1000)
    const { kid } = await rotateKeys(server.database, time.now(), true)
    expect(await published()).toEqual([kid])
    expect(await works(before.access_token)).toBe(false)
    const after = (await refresh(server, before)).body
    expect([kidOf(after.access_token), await works(after.access_token)]).toEqual([kid, true])
  })

  it('leaves one signing key after concurrent rotations', async () => {
    await Promise.all([1, 2, 3].map(() => rotateKeys(server.database, time.now())))
    const rows = await server.database.read(tx => tx.all(states, {}))
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1)
    expect(await works((await aGrantedClient(server)).access_token)).toBe(true)
  })
})
