// Races for one code and for one refresh token: exactly one request succeeds.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type IssuedGrant, redeemCode, refreshToken } from '../../src/identity/oauth/token/actions.ts'
import { findLiveGrant, findRefreshToken } from '../../src/identity/oauth/store/grants.ts'
import { createOAuth, removeExpiredOAuthRows } from '../../src/identity/oauth/actions.ts'
import { knownClients } from '../../src/identity/oauth/clients/known-clients.ts'
import { codeRecord } from '../../src/identity/oauth/authorize/requests.ts'
import { saveAnswer } from '../../src/identity/oauth/store/answers.ts'
import { findClient, saveClientUse, saveDisabled, upsertClient } from '../../src/identity/oauth/store/clients.ts'
import { insertCode } from '../../src/identity/oauth/store/codes.ts'
import { Refusal } from '../../src/base/text/refusal.ts'
import { hashToken, randomToken } from '../../src/base/secrets/tokens.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { findUserByEmail } from '../../src/identity/teams/store.ts'
import { type OpenDatabase, databases } from '../support/databases.ts'
import { CALLBACK, CHALLENGE, VERIFIER, countRows } from '../support/oauth.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const later = (duration_ms: number): Date => new Date(now.getTime() + duration_ms)
const standing = (at: Date) => ({ now: () => at, read: () => at })
const DAY_MS = 24 * 3_600_000
const rotation = { refresh_secret: 'a secret of the server', refresh_window_ms: 60_000, refresh_token_ms: 60 * DAY_MS }
const client = knownClients(now)[0]!

const count = statement<object, { count: number }>(knex => knex('oauth_refresh_tokens').count({ count: '*' }))
const unused = statement<object, { token_hash: string }>(knex =>
  knex('oauth_refresh_tokens').select('token_hash').whereNull('rotated_at'),
)

describe.each(databases)('OAuth on %s', (_, open) => {
  let opened: OpenDatabase
  let database: OpenDatabase['database']

  beforeEach(async () => {
    opened = await open()
    database = opened.database
    await createOAuth({ database, issuer: 'https://mail.example', clock: standing(now) })
  })
  afterEach(async () => {
    await database.close()
    await opened.remove()
  })

  async function aCode(): Promise<string> {
    const code = randomToken()
    const asked = {
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      state: null,
      code_challenge: CHALLENGE,
      dpop_jkt: null,
    }
    const request = { ...asked, scopes: ['emails:send' as const] }
    await database.unit(async tx => {
      const team = await addTeam(tx, { name: 'A team', email: 'ada@example.org', password_hash: 'none' }, now)
      const user = await findUserByEmail(tx, 'ada@example.org')
      const made = { code_hash: hashToken(code), user_id: user!.id, team_id: team.id, now }
      await saveAnswer(tx, { request_id: randomToken(), expires_at: later(600_000).toISOString() })
      insertCode(tx, codeRecord(request, made))
    })
    return code
  }

  const redeem = (code: string): Promise<IssuedGrant | Refusal> => {
    const credentials = { method: 'none', client_id: client.client_id, client_secret: undefined } as const
    const grant_type = 'authorization_code' as const
    const request = { grant_type, credentials, code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
    return database.unit(tx => redeemCode({ tx, now }, rotation, { client, request }))
  }
  const refresh = (refresh_token: string, at = now, window_ms = 60_000): Promise<IssuedGrant | Refusal> => {
    const credentials = { method: 'none', client_id: client.client_id, client_secret: undefined } as const
    const request = { grant_type: 'refresh_token', credentials, refresh_token, scope: undefined } as const
    const settings = { ...rotation, refresh_window_ms: window_ms }
    return database.unit(tx => refreshToken({ tx, now: at }, settings, { client, request }))
  }
  const issued = (outcomes: (IssuedGrant | Refusal)[]): IssuedGrant[] =>
    outcomes.filter((outcome): outcome is IssuedGrant => !(outcome instanceof Refusal))
  const fifty = (act: () => Promise<IssuedGrant | Refusal>): Promise<(IssuedGrant | Refusal)[]> =>
    Promise.all(Array.from({ length: 50 }, act))
  const isLive = async (grant_id: string): Promise<boolean> =>
    (await database.read(tx => findLiveGrant(tx, { id: grant_id }))) !== undefined

  it('returns one token set for fifty redemptions of one code, and ends it because the code was reused', async () => {
    const code = await aCode()
    const outcomes = await fifty(() => redeem(code))
    const [winner, ...others] = issued(outcomes)
    expect([winner!.scopes, others]).toEqual([['emails:send'], []])
    expect(await countRows({ database })).toMatchObject({ oauth_grants: 1, oauth_refresh_tokens: 1 })
    expect(await isLive(winner!.grant_id)).toBe(false)
  })

  it('returns one successor for fifty refreshes of one token, and keeps the grant', async () => {
    const [first] = issued([await redeem(await aCode())])
    const outcomes = await fifty(() => refresh(first!.refresh_token!.token))
    const given = new Set(issued(outcomes).map(({ refresh_token }) => refresh_token!.token))
    expect([issued(outcomes).length, given.size]).toEqual([50, 1])
    expect((await database.read(tx => tx.get(count, {})))!.count).toBe(2)
    const [successor] = [...given]
    expect(await database.read(tx => tx.all(unused, {}))).toEqual([{ token_hash: hashToken(successor!) }])
    expect(await isLive(first!.grant_id)).toBe(true)
    expect(await refresh(successor!)).toMatchObject({ grant_id: first!.grant_id })
  })

  it('is strict without a window: one of fifty gets a successor, and the grant ends', async () => {
    const [first] = issued([await redeem(await aCode())])
    expect(issued(await fifty(() => refresh(first!.refresh_token!.token, now, 0)))).toHaveLength(1)
    expect(await isLive(first!.grant_id)).toBe(false)
  })

  it('derives the successor of a token with the server’s secret', async () => {
    const [first] = issued([await redeem(await aCode())])
    const [second] = issued([await refresh(first!.refresh_token!.token)])
    expect(second!.refresh_token!.token).toMatch(/^[\w-]{43}$/)
    expect(second!.refresh_token!.token).not.toBe(hashToken(first!.refresh_token!.token))
  })

  it('creates the built-in client once if the database lacks it', async () => {
    await createOAuth({ database, issuer: 'https://mail.example', clock: standing(later(DAY_MS)) })
    expect(await countRows({ database })).toMatchObject({ oauth_clients: 1 })
    const kept = await database.read(tx => findClient(tx, client.client_id))
    expect(kept).toEqual({ ...client, verified: true, secret_hash: null, last_used_at: null })
  })

  it('updates a client from an earlier version and keeps its state', async () => {
    const older = {
      ...client,
      client_name: 'Old',
      redirect_uris: ['http://127.0.0.1/old'],
      scopes: [],
      verified: false,
    }
    await database.unit(async tx => {
      await upsertClient(tx, older)
      saveClientUse(tx, { id: client.client_id, last_used_at: later(1000).toISOString() })
      await saveDisabled(tx, { id: client.client_id, disabled_at: later(2000).toISOString() })
    })
    await createOAuth({ database, issuer: 'https://mail.example', clock: standing(later(DAY_MS)) })
    const kept = await database.read(tx => findClient(tx, client.client_id))
    const became = { last_used_at: later(1000).toISOString(), disabled_at: later(2000).toISOString() }
    expect(kept).toEqual({ ...client, ...became })
  })

  it('stores when a client was last used', async () => {
    await redeem(await aCode())
    expect(await database.read(tx => findClient(tx, client.client_id))).toMatchObject({
      last_used_at: now.toISOString(),
    })
  })

  it('deletes responses, codes and refresh tokens when they are no longer needed, and none earlier', async () => {
    const [first] = issued([await redeem(await aCode())])
    const sweep = async (at: Date): Promise<number[]> => {
      await database.unit(tx => removeExpiredOAuthRows(tx, at))
      const left = await countRows({ database })
      return [left.oauth_answers, left.oauth_codes, left.oauth_refresh_tokens]
    }
    expect(await sweep(later(600_000 - 1))).toEqual([1, 1, 1])
    expect(await sweep(later(600_000 + DAY_MS - 1))).toEqual([1, 1, 1])
    // for a day a reused code still ends the grant, and an answered request stays answered even if the clock is wrong
    expect(await sweep(later(600_000 + DAY_MS))).toEqual([0, 0, 1])
    expect(await sweep(later(60 * DAY_MS - 1))).toEqual([0, 0, 1])
    expect(await sweep(later(60 * DAY_MS))).toEqual([0, 0, 0])
    expect(
      await database.read(tx => findRefreshToken(tx, { token_hash: hashToken(first!.refresh_token!.token) })),
    ).toBeUndefined()
    expect(await isLive(first!.grant_id)).toBe(true)
  })
})
