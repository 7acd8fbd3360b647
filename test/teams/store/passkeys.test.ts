// Passkeys in the database: which responses are accepted, how often, and what another user cannot reuse.
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import {
  addPasskey,
  checkNewPasskey,
  checkPasskeyUse,
  passkeyChallenge,
  removePasskey,
  removePasskeys,
  usePasskey,
} from '../../../src/identity/teams/passkeys/actions.ts'
import { listPasskeys } from '../../../src/identity/teams/passkeys/store.ts'
import {
  relyingParty,
  type NewPasskeyAnswer,
  type PasskeyUse,
  hasNoCertificate,
} from '../../../src/identity/teams/passkeys/rules.ts'
import { countRecoveryCodes, createFirstRecoveryCodes, hasFactor } from '../../../src/identity/teams/factors/actions.ts'
import { findUserByEmail } from '../../../src/identity/teams/store.ts'
import type { User } from '../../../src/identity/teams/store.ts'
import { type WithTeams, databases, withTeams } from '../../support/databases.ts'
import { type Authenticator, type PasskeyOverrides, anAuthenticator, coseOf } from '../../support/passkeys.ts'

const ORIGIN = 'https://mail.example.com'
const PARTY = relyingParty(ORIGIN)!
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
const LOGIN = { purpose: 'log in', token: 'the visit', server_secret: 'a secret' } as const
const ADDING = { purpose: 'add', token: 'the session', server_secret: 'a secret' } as const
const OTHER_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

describe.each(databases)('passkeys on %s', (_, open) => {
  let teams: WithTeams
  let user: User
  let other: User
  beforeEach(async () => {
    teams = await withTeams(open)
    user = await person('one@example.com')
    other = await person('two@example.com')
  })
  afterEach(() => teams.end())

  const person = (email: string): Promise<User> =>
    teams.database.unit(async tx => {
      if (!(await findUserByEmail(tx, email))) await addTeam(tx, { name: email, email, password_hash: 'none' }, at(0))
      return (await findUserByEmail(tx, email))!
    })

  interface Adding extends PasskeyOverrides {
    bound?: typeof ADDING
    seconds?: number
    credential_id?: string
  }
  async function add(
    authenticator: Authenticator,
    { bound = ADDING, seconds = 1, ...twist }: Adding = {},
    of = user,
  ): Promise<string> {
    const options = { challenge: passkeyChallenge(ADDING, at(0)), rp: { id: PARTY.rp_id } }
    const answer = authenticator.create(options, twist) as Record<string, string> & NewPasskeyAnswer
    const { credential_id = answer.credential_id } = twist
    const made = await checkNewPasskey({ ...answer, credential_id }, PARTY)
    if (!made) return 'refused'
    return teams.database.unit(tx => addPasskey({ tx, now: at(seconds) }, of, { made, name: 'Laptop', ...bound }))
  }
  const list = (of = user) => teams.database.read(tx => listPasskeys(tx, { user_id: of.id }))

  interface UsedTwist {
    seconds?: number
    purpose?: 'second step'
  }

  /** A function that uses a response to a new challenge, or to `challenge`. */
  function using(
    authenticator: Authenticator,
    twist: PasskeyOverrides & Partial<Record<'token' | 'credential_id' | 'forged', string>> & UsedTwist = {},
  ) {
    const { token = LOGIN.token, purpose = LOGIN.purpose, seconds = 1, ...changed } = twist
    const options = { challenge: passkeyChallenge(LOGIN, at(0)), rpId: PARTY.rp_id }
    const answer = authenticator.get(options, changed) as Record<string, string> & PasskeyUse
    const { credential_id = answer.credential_id, forged: signature = answer.signature } = changed
    const bound = { ...LOGIN, token, purpose }
    return async () => {
      const used = await checkPasskeyUse(teams.database, { ...answer, credential_id, signature }, PARTY)
      return used && teams.database.unit(tx => usePasskey({ tx, now: at(seconds) }, used, bound))
    }
  }

  it.each(['ec', 'rsa', 'ed25519'] as const)('accepts the signature of an %s key and stores the time', async kind => {
    const authenticator = anAuthenticator(ORIGIN, { kind, counts: true })
    expect(await add(authenticator)).toBe('added')
    expect(await using(authenticator)()).toBe(user.id)
    expect(await using(authenticator, { seconds: 9 })()).toBe(user.id)
    expect(await list()).toMatchObject([{ name: 'Laptop', counter: 2, last_used_at: at(9).toISOString() }])
  })

  it.each(['ec', 'rsa', 'ed25519'] as const)('rejects an invalid signature of an %s key', async kind => {
    const authenticator = anAuthenticator(ORIGIN, { kind })
    await add(authenticator)
    for (const forged of ['', 'AAAA', 'A'.repeat(342), Buffer.alloc(64).toString('base64url')])
      expect(await using(authenticator, { forged })()).toBeUndefined()
  })

  it('accepts a response to a challenge once, even for concurrent requests', async () => {
    const authenticator = anAuthenticator(ORIGIN)
    await add(authenticator)
    const again = using(authenticator)
    expect([await again(), await again()]).toEqual([user.id, undefined])
    const twice = using(authenticator)
    const outcomes = await Promise.all([twice(), twice()])
    expect(outcomes.toSorted()).toEqual([user.id, undefined])
  })

  const HOSTILE: [string, Parameters<typeof using>[1]][] = [
    ['another origin', { origin: 'https://mail.example.com.evil.example' }],
    ['another port', { origin: 'https://mail.example.com:8443' }],
    ['another site, signed for it', { rp_id: 'evil.example' }],
    ['a frame of another site', { crossOrigin: true }],
    ['a registration', { type: 'webauthn.create' }],
    ['no user verification', { flags: 0x01 }],
    ['no user presence', { flags: 0x04 }],
    ['another key', { key: OTHER_KEY }],
    ['a foreign challenge', { challenge: 'AAAA' }],
    ['another browser', { token: 'another visit' }],
    ['another purpose', { purpose: 'second step' }],
    ['an expired challenge', { seconds: 301 }],
    ['an unknown credential', { credential_id: 'AAAA' }],
  ]
  it.each(HOSTILE)('rejects the response of %s', async (_what, twist) => {
    const authenticator = anAuthenticator(ORIGIN)
    await add(authenticator)
    expect(await using(authenticator, twist)()).toBeUndefined()
    expect(await list()).toMatchObject([{ last_used_at: null }])
  })

  it('rejects a malformed response', async () => {
    const authenticator = anAuthenticator(ORIGIN)
    await add(authenticator)
    const broken = { client_data: 'bnVsbA', authenticator_data: '' }
    for (const answer of [broken, { ...broken, client_data: 'AA' }, { client_data: '', authenticator_data: 'AA' }]) {
      const use = { credential_id: authenticator.id, signature: '', ...answer }
      expect(await checkPasskeyUse(teams.database, use, PARTY)).toBeUndefined()
      for (const attestation_object of ['', 'AA', 'oA', '!'])
        expect(await checkNewPasskey({ ...use, attestation_object }, PARTY)).toBeUndefined()
    }
  })

  it('rejects a counter that does not increase, because the authenticator may be a copy', async () => {
    const authenticator = anAuthenticator(ORIGIN)
    await add(authenticator)
    const counts = async (counter: number) => (await using(authenticator, { counter })()) !== undefined
    expect([await counts(0), await counts(7), await counts(7), await counts(6), await counts(0)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(await counts(4_294_967_295)).toBe(true)
  })

  it('logs in its owner, and cannot belong to a second user', async () => {
    const [one, two] = [anAuthenticator(ORIGIN), anAuthenticator(ORIGIN)]
    expect([await add(one), await add(two, {}, other)]).toEqual(['added', 'added'])
    expect([await using(one)(), await using(two)()]).toEqual([user.id, other.id])
    expect(await add(one, {}, other)).toBe('refused')
    // the key of one user with the id of another user's passkey
    expect(await using(two, { credential_id: one.id })()).toBeUndefined()
    expect((await list(other)).map(({ credential_id }) => credential_id)).toEqual([two.id])
  })

  it('logs in no user if the passkey was removed while its response was checked', async () => {
    const authenticator = anAuthenticator(ORIGIN)
    await add(authenticator)
    const options = { challenge: passkeyChallenge(LOGIN, at(0)), rpId: PARTY.rp_id }
    const used = await checkPasskeyUse(teams.database, authenticator.get(options) as never, PARTY)
    await teams.database.unit(tx => removePasskey({ tx, now: at(1) }, user, authenticator.id))
    await add(authenticator, {}, other)
    const outcome = await teams.database.unit(tx => usePasskey({ tx, now: at(1) }, used!, LOGIN))
    expect([used?.user_id, outcome]).toEqual([user.id, undefined])
  })

  it('accepts a self-attestation', async () => {
    expect(await add(anAuthenticator(ORIGIN), { attestation: 'packed' })).toBe('added')
    expect(await add(anAuthenticator(ORIGIN), { attestation: 'packed', key: OTHER_KEY })).toBe('refused')
  })

  const BAD_KEYS: [string, Adding][] = [
    ['another origin', { origin: 'http://mail.example.com' }],
    ['another site', { rp_id: 'evil.example' }],
    ['a login', { type: 'webauthn.get' }],
    ['no user verification', { flags: 0x41 }],
    ['no new credential', { flags: 0x05 }],
    ['a frame of another site', { crossOrigin: true }],
    ['an invalid key', { public_key: new Uint8Array([0]) }],
    ['a short key', { public_key: coseOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey) }],
    ['an unsupported curve', { public_key: coseOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey) }],
    ['an attestation with a certificate', { attestation: 'apple', x5c: [new Uint8Array(9)] }],
    ['a foreign credential id', { credential_id: 'AAAA' }],
    ['another session', { bound: { ...ADDING, token: 'another session' } as never }],
    ['a password entered five minutes ago', { seconds: 301 }],
  ]
  it.each(BAD_KEYS)('does not add one with %s', async (_what, adding) => {
    expect(await add(anAuthenticator(ORIGIN), adding)).toBe('refused')
    expect(await list()).toEqual([])
  })

  it('adds at most twenty', async () => {
    for (let each = 0; each < 20; each++) expect(await add(anAuthenticator(ORIGIN))).toBe('added')
    expect(await add(anAuthenticator(ORIGIN))).toBe('too_many')
    expect(await list()).toHaveLength(20)
    expect(await add(anAuthenticator(ORIGIN), {}, other)).toBe('added')
  })

  it('adds the twentieth once for two concurrent requests', async () => {
    for (let each = 0; each < 19; each++) await add(anAuthenticator(ORIGIN))
    const outcomes = await Promise.all([add(anAuthenticator(ORIGIN)), add(anAuthenticator(ORIGIN))])
    expect(outcomes.toSorted()).toEqual(['added', 'too_many'])
  })

  it('is a second factor until the last one is removed; the recovery codes are removed with it', async () => {
    const [one, two] = [anAuthenticator(ORIGIN), anAuthenticator(ORIGIN)]
    await add(one)
    await add(two)
    const user_id = user.id
    const state = () =>
      teams.database.read(async tx => [await hasFactor(tx, user_id), await countRecoveryCodes(tx, user_id)] as const)
    await teams.database.unit(tx => createFirstRecoveryCodes(tx, user_id))
    expect(await state()).toEqual([true, 10])
    const remove = (of: User, id: string) => teams.database.unit(tx => removePasskey({ tx, now: at(2) }, of, id))
    expect([await remove(other, one.id), await remove(user, one.id), await remove(user, one.id)]).toEqual([
      false,
      true,
      false,
    ])
    expect(await state()).toEqual([true, 10])
    expect(await remove(user, two.id)).toBe(true)
    expect(await state()).toEqual([false, 0])
  })

  it('is removed with all passkeys of its user, and of no other user', async () => {
    await add(anAuthenticator(ORIGIN))
    await add(anAuthenticator(ORIGIN), {}, other)
    await teams.database.unit(tx => createFirstRecoveryCodes(tx, user.id))
    const reset = () => teams.database.unit(tx => removePasskeys({ tx, now: at(2) }, user))
    expect([await reset(), await reset()]).toEqual([true, false])
    const left = await teams.database.read(async tx => [
      await hasFactor(tx, user.id),
      await countRecoveryCodes(tx, user.id),
    ])
    expect([left, (await list(other)).length]).toEqual([[false, 0], 1])
  })
})

describe('an attestation', () => {
  it.each([
    ['none', {}, true],
    ['by the new key', { attestation: 'packed' }, true],
    ['with a certificate', { attestation: 'packed', x5c: [new Uint8Array(9)] }, false],
    ['of a format with certificates', { attestation: 'apple' }, false],
    ['of a format with a token', { attestation: 'android-safetynet' }, false],
  ])('%s contains no certificate: %s %s', (_what, twist, expected) => {
    const { attestation_object } = anAuthenticator(ORIGIN).create({ challenge: 'AAAA', rp: { id: PARTY.rp_id } }, twist)
    expect(hasNoCertificate(attestation_object!)).toBe(expected)
  })
})

describe('the site of a passkey', () => {
  it.each([
    ['https://mail.example.com:8443', { rp_id: 'mail.example.com', origin: 'https://mail.example.com:8443' }],
    ['http://localhost:3000', { rp_id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://mail.example.com', undefined],
    ['https://192.0.2.7', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['https://[2001:db8::1]', undefined],
  ])('for %s is %j', (public_url, party) => expect(relyingParty(public_url)).toEqual(party))
})
