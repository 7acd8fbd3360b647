// B: concurrent decisions about one device, on databases that run transactions in parallel: exactly one succeeds.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OAuth, createOAuth, removeExpiredOAuthRows } from '../../../src/identity/oauth/actions.ts'
import { type Client, DEVICE_GRANT } from '../../../src/identity/oauth/clients/rules.ts'
import { redeemDevice, storeDevice } from '../../../src/identity/oauth/device/actions.ts'
import { type ClientRecord, findClient, insertClient } from '../../../src/identity/oauth/store/clients.ts'
import type { IssuedGrant } from '../../../src/identity/oauth/token/actions.ts'
import { hashToken, randomToken } from '../../../src/base/secrets/tokens.ts'
import { serverSecret } from '../../../src/base/store/server-secret.ts'
import { statement } from '../../../src/base/store/statement.ts'
import type { Tx } from '../../../src/base/store/database.ts'
import type { Refusal } from '../../../src/base/text/refusal.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { findUserByEmail } from '../../../src/identity/teams/store.ts'
import { type OpenDatabase, databases } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'
import { race } from '../../support/race.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = (duration_ms: number): Date => new Date(now.getTime() + duration_ms)
const DAY_MS = 24 * 3_600_000
const client_id = anId('client')
const described: Client = {
  client_id,
  client_name: 'Night Mailer',
  redirect_uris: [],
  grant_types: [DEVICE_GRANT],
  token_endpoint_auth_method: 'none',
  scopes: ['emails:send'],
  client_uri: null,
  logo_uri: null,
  created_at: now.toISOString(),
  disabled_at: null,
  document_url: null,
  jwks: null,
  jwks_uri: null,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
}

const grants = statement<object, { count: number }>(knex => knex('oauth_grants').count({ count: '*' }))
const devices = statement<object, { answer: string | null; interval_s: number; expires_at: string }>(knex =>
  knex('oauth_device_codes').select('answer', 'interval_s', 'expires_at'),
)

describe.each(databases)('B: a device on %s', (_, open) => {
  let opened: OpenDatabase
  let database: OpenDatabase['database']
  let oauth: OAuth
  let client: ClientRecord
  let by: { user_id: string; team_id: string }
  let device_code: string
  let sealed: string

  beforeEach(async () => {
    opened = await open()
    database = opened.database
    oauth = await createOAuth({ database, issuer: 'https://mail.example', clock: { now: () => now, read: () => now } })
    by = await database.unit(async tx => {
      insertClient(tx, { ...described, id: client_id, verified: false, secret_hash: null, last_used_at: null })
      const team = await addTeam(tx, { name: 'A team', email: 'ada@example.org', password_hash: 'none' }, now)
      return { user_id: (await findUserByEmail(tx, 'ada@example.org'))!.id, team_id: team.id }
    })
    client = (await database.read(tx => findClient(tx, client_id)))!
    device_code = randomToken()
    const letters = await database.unit(async tx => {
      const parts = { user_code_secret: await serverSecret(tx, 'oauth_user_codes', now), device_code_s: 600 }
      const asked = { device_code_hash: hashToken(device_code), client_id, document: null, ip: '192.0.2.1' }
      return storeDevice({ tx, now }, parts, { ...asked, scopes: client.scopes })
    })
    const entered = await database.unit(tx =>
      oauth.enterUserCode(tx, letters, { user_id: by.user_id, ip: '192.0.2.1' }),
    )
    sealed = (entered as { sealed: string }).sealed
  })
  afterEach(async () => {
    await database.close()
    await opened.remove()
  })

  const poll = (tx: Tx): Promise<IssuedGrant | Refusal> => {
    const credentials = { method: 'none', client_id, client_secret: undefined } as const
    const request = { grant_type: DEVICE_GRANT, credentials, device_code } as const
    return redeemDevice({ tx, now }, { refresh_token_ms: 60 * DAY_MS }, { client, request, jkt: undefined })
  }
  const approve = (tx: Tx): Promise<boolean> => oauth.approveDevice(tx, sealed, by)
  const deny = (tx: Tx): Promise<boolean> => oauth.denyDevice(tx, sealed, by.user_id)
  const rows = () => database.read(tx => tx.all(devices, {}))
  const countGrants = async (): Promise<number> => (await database.read(tx => tx.get(grants, {})))!.count
  const errorOf = (result: PromiseSettledResult<IssuedGrant | Refusal>): unknown => {
    const outcome = (result.status === 'fulfilled' ? result.value : result.reason) as { body?: { error: string } }
    return outcome.body?.error
  }

  it('returns tokens to one of two concurrent polls', async () => {
    await database.unit(approve)
    const raced = await race(database, poll, poll)
    expect([raced.again, errorOf(raced.first), errorOf(raced.second)]).toEqual([true, 'invalid_grant', undefined])
    expect(await countGrants()).toBe(1)
  })

  it('counts both of two early polls', async () => {
    expect(errorOf({ status: 'fulfilled', value: await database.unit(poll) })).toBe('authorization_pending')
    const raced = await race(database, poll, poll)
    expect([raced.again, errorOf(raced.first), errorOf(raced.second)]).toEqual([true, 'slow_down', 'slow_down'])
    expect((await rows())[0]!.interval_s).toBe(15)
  })

  it('is approved or denied, not both', async () => {
    const raced = await race(database, approve, deny)
    expect(raced).toMatchObject({ again: true, first: { value: false }, second: { value: true } })
    expect((await rows())[0]!.answer).toBe('denied')
  })

  it('receives no tokens if the user ends all access during the approval', async () => {
    const end = (tx: Tx): Promise<number> => oauth.revokeGrantsOfUser(tx, by.user_id, now)
    const raced = await race(database, end, approve)
    expect(raced.again).toBe(true)
    expect(errorOf({ status: 'fulfilled', value: await database.unit(poll) })).toBe('expired_token')
    expect(await countGrants()).toBe(0)
  })

  it('is deleted a day after it ends', async () => {
    const left = async (at: Date): Promise<number> => {
      await database.unit(tx => removeExpiredOAuthRows(tx, at))
      return (await rows()).length
    }
    expect(await left(later(600_000 + DAY_MS - 1))).toBe(1)
    expect(await left(later(600_000 + DAY_MS))).toBe(0)
  })
})
