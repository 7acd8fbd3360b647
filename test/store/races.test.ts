// Two concurrent units that decide about the same thing, on a database that runs units in parallel: one of them is run
// again, and its result is the one it would have had if it had come second.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCallerWithKey, createApiKey as makeApiKey } from '../../src/identity/api-keys/actions.ts'
import { listApiKeysOf } from '../../src/identity/api-keys/store.ts'
import { apiKeyHandlers } from '../../src/identity/api-keys/handlers.ts'
import { handle_contact_removed, handle_event } from '../../src/campaigns/automations/contact-events/jobs.ts'
import { acceptEvent } from '../../src/campaigns/automations/contact-events/actions.ts'
import { removeAutomation } from '../../src/campaigns/automations/handlers.ts'
import { countRunning } from '../../src/campaigns/automations/actions.ts'
import { advance_run, cancel_runs } from '../../src/campaigns/automations/runs/jobs.ts'
import { removeContact } from '../../src/audience/contacts/actions.ts'
import { removeMemberWithAccess } from '../../src/interfaces/dashboard/pages/team/remove-member.ts'
import type { Jobs, JobKind } from '../../src/base/queue/kinds.ts'
import type { Work } from '../../src/base/queue/claimed-work.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { firstStart } from '../../src/app/first-start.ts'
import { findCallerPerson } from '../../src/identity/callers/actions.ts'
import { isGrantUsable } from '../../src/identity/oauth/grants/actions.ts'
import { ensureKey, rotateKeys } from '../../src/identity/oauth/keys/actions.ts'
import { enqueueOnce } from '../../src/base/queue/enqueue.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeamForUser, changeMemberRole, removeMember } from '../../src/identity/teams/actions.ts'
import { listMembers, listTeams } from '../../src/identity/teams/store.ts'
import { createInvitation, acceptInvitation } from '../../src/identity/teams/invitations/actions.ts'
import { TEAM_SIZE_MAX } from '../../src/identity/teams/invitations/rules.ts'
import { findLiveSession, startSession } from '../../src/identity/teams/sessions/actions.ts'
import { endSessionsOfUser } from '../../src/identity/teams/sessions/store.ts'
import { TEAMS_OF_PERSON_MAX } from '../../src/identity/teams/rules.ts'
import { anAutomation, aPublishedTemplate, runsOf } from '../support/automations.ts'
import { chain, delay, trigger, wait } from '../automations/rules/support.ts'
import { clock } from '../support/clock.ts'
import { type OpenDatabase, databases, ON_POSTGRES } from '../support/databases.ts'
import { anEmailBody } from '../support/emails.ts'
import { anId } from '../support/ids.ts'
import { aClient, aCode, aGrantedClient, anApprover, exchange, refresh } from '../support/oauth.ts'
import { aConsentRequest } from '../support/pages.ts'
import { type Account, aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { race, raceTables } from '../support/race.ts'
import { type TestServer, startServer } from '../support/server.ts'

const { createApiKey } = apiKeyHandlers({ findOriginOf: findCallerPerson, mayMakeWith: isGrantUsable })

const NOW = new Date('2026-11-20T12:00:00.000Z')

const jobs = statement<object, { id: string; kind: string; payload: string; run_at: string | null }>(knex =>
  knex('jobs').select('id', 'kind', 'payload', 'run_at').orderBy('id'),
)
const keys = statement<object, { status: string }>(knex =>
  knex('oauth_signing_keys').select('status').orderBy('created_at'),
)
const copyKey = statement<object>(knex =>
  knex.raw(
    "insert into oauth_signing_keys select 'another', status, public_key, private_key, created_at, retired_at from oauth_signing_keys",
  ),
)
const codes = statement<object, { expires_at: string }>(knex => knex('oauth_codes').select('expires_at'))
const setStatus = statement<{ id: string; status: string }>((knex, place) =>
  knex('automations')
    .where('id', place('id'))
    .update({ status: place('status') }),
)
const names = statement<object, { name: string }>(knex => knex('teams').select('name').orderBy('name'))
const insertTeam = statement<{ id: string; name: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: place('name'), created_at: NOW.toISOString() }),
)
const removeJob = statement<{ id: string }>((knex, place) => knex('jobs').where('id', place('id')).delete())
const sameContact = statement<object>(knex =>
  knex('contact_events').update({ contact_id: knex('contacts').select('id').where('email', 'ana@example.com') }),
)
const rename = statement<{ id: string; name: string }>((knex, place) =>
  knex('teams')
    .where('id', place('id'))
    .update({ name: place('name') }),
)

describe.each(databases)('a race of two units on %s', (_, open) => {
  let opened: OpenDatabase
  let database: OpenDatabase['database']

  beforeEach(async () => {
    opened = await open()
    database = opened.database
  })
  afterEach(async () => {
    await database.close()
    await opened.remove()
  })

  const namesOfTeams = async (): Promise<string[]> =>
    (await database.read(tx => tx.all(names, {}))).map(({ name }) => name)
  /** Creates a team unless one exists. Two units must not both do that. */
  const onlyTeam =
    (name: string, guard: (tx: Tx) => void) =>
    async (tx: Tx): Promise<boolean> => {
      guard(tx)
      if ((await tx.all(names, {})).length > 0) return false
      tx.put(insertTeam, { id: anId(name), name })
      return true
    }

  it('is lost by both if each decides by rows that the other changes, without a guard', async () => {
    const without = await race(
      database,
      onlyTeam('a', () => {}),
      onlyTeam('b', () => {}),
    )
    expect(without).toMatchObject({ first: { value: true }, second: { value: true }, again: false })
    expect(await namesOfTeams()).toEqual(['a', 'b'])
  })

  it('is won by one if they guard what they decide about', async () => {
    const guard = (tx: Tx): void => tx.guard(null, 'teams')
    const raced = await race(database, onlyTeam('a', guard), onlyTeam('b', guard))
    expect(raced).toMatchObject({ first: { value: false }, second: { value: true }, again: true })
    expect(await namesOfTeams()).toEqual(['b'])
  })

  it('does not affect units that guard or write something else, and affects one that writes the same row', async () => {
    const others = await race(
      database,
      onlyTeam('a', tx => tx.guard('a', 'teams')),
      onlyTeam('b', tx => tx.guard('b', 'teams')),
    )
    expect(others.again).toBe(false)
    const named = (id: string, name: string) => async (tx: Tx) =>
      tx.must(rename, { id: anId(id), name }, () => new Error('gone'))
    expect((await race(database, named('a', 'one'), named('b', 'two'))).again).toBe(false)
    expect((await race(database, named('a', 'first'), named('a', 'second'))).again).toBe(true)
    expect(await namesOfTeams()).toEqual(['first', 'two'])
  })

  it('creates a unique job once', async () => {
    const leave = (tx: Tx): Promise<void> => enqueueOnce(tx, 'sweep', { what: 'expired' }, NOW)
    const raced = await race(database, leave, leave)
    expect([raced.first.status, raced.second.status, raced.again]).toEqual(['fulfilled', 'fulfilled', true])
    expect(await database.read(tx => tx.all(jobs, {}))).toMatchObject([{ id: 'sweep', kind: 'sweep' }])
  })

  it('creates a secret of the server once, and both get it', async () => {
    const secret = (tx: Tx): Promise<string> => serverSecret(tx, 'anything', NOW)
    const { first, second } = await race(database, secret, secret)
    expect(first).toMatchObject({ status: 'fulfilled', value: expect.any(String) })
    expect(first).toEqual(second)
  })

  it('creates one team in two first starts, and one of them shows the key', async () => {
    const config = readConfig({ DATA_DIR: '/nowhere', ADMIN_PASSWORD: 'correct horse battery' })
    const raced = raceTables(database, 'teams')
    const accesses = await Promise.all([
      firstStart(database, config, { now: NOW }),
      firstStart(database, config, { now: NOW }),
    ])
    expect((await raced).again).toBe(true)
    expect(accesses.filter(access => access !== undefined)).toHaveLength(1)
    expect(await namesOfTeams()).toHaveLength(1)
  })

  it('creates one signing key, at the start and on rotation', async () => {
    const statuses = async (): Promise<string[]> =>
      (await database.read(tx => tx.all(keys, {}))).map(({ status }) => status).toSorted()
    const started = raceTables(database, 'oauth_signing_keys')
    await Promise.all([ensureKey(database, NOW), ensureKey(database, NOW)])
    expect([(await started).again, await statuses()]).toEqual([true, ['active']])
    const rotated = raceTables(database, 'oauth_signing_keys')
    const [one, two] = await Promise.all([rotateKeys(database, NOW), rotateKeys(database, NOW)])
    expect([(await rotated).again, await statuses()]).toEqual([true, ['active', 'retiring', 'retiring']])
    expect(one.kid).not.toBe(two.kid)
  })

  it('cannot create a second signing key, whatever writes it', async () => {
    await ensureKey(database, NOW)
    await expect(database.unit(tx => tx.run(copyKey, {}))).rejects.toThrow(ON_POSTGRES ? 'not available' : 'UNIQUE')
  })
})

describe('a race of two units of a server', () => {
  const time = clock()
  let server: TestServer

  beforeEach(async () => {
    server = await startServer({}, { now: time.now })
  })
  afterEach(() => server.stop())

  const adminOf = (): Promise<{ user_id: string; team_id: string }> => anApprover(server)

  it('leaves the team one owner when two demote or remove each other', async () => {
    const { user_id: one, team_id } = await adminOf()
    const { user_id: two } = await aColleague(server, { email: 'two@example.com', role: 'owner' })
    const owners = async (): Promise<string[]> =>
      (await server.database.read(tx => listMembers(tx, { team_id })))
        .filter(({ role }) => role === 'owner')
        .map(({ id }) => id)
    const demoted = await race(
      server.database,
      tx => changeMemberRole({ tx, team_id, now: server.now(), user_id: one, by: 'owner' }, 'developer'),
      tx => changeMemberRole({ tx, team_id, now: server.now(), user_id: two, by: 'owner' }, 'developer'),
    )
    expect(demoted).toMatchObject({ first: { value: 'last_owner' }, second: { value: 'done' } })
    expect(await owners()).toEqual([one])
    await server.database.unit(tx =>
      changeMemberRole({ tx, team_id, now: server.now(), user_id: two, by: 'owner' }, 'owner'),
    )
    const removed = await race(
      server.database,
      tx => removeMember({ tx, team_id, now: server.now(), user_id: one, by: 'owner' }),
      tx => removeMember({ tx, team_id, now: server.now(), user_id: two, by: 'owner' }),
    )
    expect(removed).toMatchObject({ first: { value: 'last_owner' }, second: { value: 'done' } })
    expect(await owners()).toEqual([one])
  })

  it('does not exceed the invitation limit of a team', async () => {
    const { user_id: invited_by, team_id } = await adminOf()
    const inviting = (email: string) => (tx: Tx) =>
      createInvitation(tx, { team_id, email, role: 'developer', invited_by }, server.now())
    for (let count = 2; count < TEAM_SIZE_MAX; count++) await server.database.unit(inviting(`p${count}@example.com`))
    const raced = await race(server.database, inviting('a@example.com'), inviting('b@example.com'))
    expect(raced).toMatchObject({ first: { value: 'team_full' }, second: { value: { token: expect.any(String) } } })
  })

  it('accepts an invitation once, and does not exceed the team limit of a user', async () => {
    const { user_id: id, team_id } = await adminOf()
    const { email } = server.admin
    const invitedTo = async (name: string, owner: Account): Promise<string> => {
      const other = await aTeamOf(server, owner.email, name)
      const invitation = { team_id: other, email, role: 'developer', invited_by: owner.user_id } as const
      return ((await server.database.unit(tx => createInvitation(tx, invitation, server.now()))) as { token: string })
        .token
    }
    const owner = await aColleague(server, { email: 'owner@example.com' })
    const joining = (token: string) => (tx: Tx) => acceptInvitation(tx, { token, user: { id, email } }, server.now())
    const token = await invitedTo('Once', owner)
    const once = await race(server.database, joining(token), joining(token))
    expect(once).toMatchObject({ first: { value: undefined }, second: { value: { user_id: id } }, again: true })
    const have = (await server.database.read(tx => listTeams(tx, { user_id: id }))).length
    for (let count = have; count < TEAMS_OF_PERSON_MAX - 1; count++) {
      await server.database.unit(tx => addTeamForUser(tx, { name: `Team ${count}`, user_id: id }, server.now()))
    }
    const [last, more] = [await invitedTo('Last', owner), await invitedTo('More', owner)]
    const full = await race(server.database, joining(last), joining(more))
    expect(full).toMatchObject({ first: { value: 'too_many_teams' }, second: { value: { user_id: id } } })
    expect(await firstTeamOf(server, email)).toBe(team_id)
  })

  it('accepts one email per Idempotency-Key, and rejects the key with another body', async () => {
    const post = (key: string, subject: string) =>
      server.call('POST', '/emails', { body: anEmailBody({ subject }), headers: { 'idempotency-key': key } })
    const same = raceTables(server.database, 'idempotency_keys')
    const [one, two] = await Promise.all([post('same', 'One'), post('same', 'One')])
    expect([(await same).again, one.status, two.status]).toEqual([true, 200, 200])
    expect(one.body).toEqual(two.body)
    const other = raceTables(server.database, 'idempotency_keys')
    const answers = await Promise.all([post('other', 'One'), post('other', 'Two')])
    expect((await other).again).toBe(true)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await server.call('GET', '/emails')).body.data).toHaveLength(2)
  })

  it('issues the same successor for two refreshes with one token, and redeems a code once', async () => {
    const code = await aCode(server, { client_id: await aClient(server) })
    const exchanged = raceTables(server.database, 'oauth_codes')
    const answers = await Promise.all([exchange(server, code), exchange(server, code)])
    expect((await exchanged).again).toBe(true)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)!.body.error).toBe('invalid_grant')
    // a code that is used twice revokes the tokens it was exchanged for
    const again = await aCode(server, { client_id: await aClient(server) })
    const { body } = await exchange(server, again)
    const refreshed = raceTables(server.database, 'oauth_refresh_tokens')
    const { client_id } = again
    const { refresh_token } = body
    const pair = await Promise.all([1, 2].map(() => refresh(server, { client_id, refresh_token })))
    expect((await refreshed).again).toBe(true)
    expect(pair.map(({ status }) => status)).toEqual([200, 200])
    expect(pair[0]!.body.refresh_token).toBe(pair[1]!.body.refresh_token)
  })

  it('leaves no grant to a member who is removed while a code is exchanged', async () => {
    const { user_id, team_id } = await adminOf()
    await aColleague(server, { email: 'two@example.com', role: 'owner' })
    const code = await aCode(server, { client_id: await aClient(server) })
    const leave = async (tx: Tx): Promise<void> => {
      await removeMember({ tx, team_id, now: server.now(), user_id, by: 'owner' })
      await server.oauth.revokeGrantsOfMember({ tx, team_id, now: server.now() }, user_id)
    }
    const raced = raceTables(server.database, 'memberships', 'oauth_grants')
    const leaving = server.database.unit(leave)
    await raced.begun
    const { status, body } = await exchange(server, code)
    await leaving
    expect([(await raced).again, status]).toEqual([true, 200])
    const refreshed = await refresh(server, { ...code, refresh_token: body.refresh_token })
    expect([refreshed.status, refreshed.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('leaves no API key to a client whose grant is revoked while it creates one', async () => {
    const { team_id } = await adminOf()
    const keysOfClients = async () =>
      (await server.call('GET', '/api-keys')).body.data.filter(
        ({ grant_id }: { grant_id: string }) => grant_id !== null,
      )
    const aRace = async (): Promise<{ [who in 'make' | 'revoke']: (tx: Tx) => Promise<unknown> }> => {
      await aGrantedClient(server)
      const { id: grant_id } = (await server.call('GET', '/oauth/grants')).body.data[0]
      const caller = { team_id, kind: 'oauth_token', id: grant_id, grant_id }
      const asked = { caller, body: { name: 'Lasting', permission: 'full_access' } }
      return {
        make: tx => createApiKey({ tx, ...asked, now: server.now() } as never),
        revoke: tx =>
          server.oauth.revokeGrant({ tx, team_id, now: server.now() }, { id: grant_id, reason: 'revoked_from_api' }),
      }
    }
    const late = await aRace()
    const refused = await race(server.database, late.make, late.revoke)
    expect([refused.again, refused.first.status, await keysOfClients()]).toEqual([true, 'rejected', []])
    const early = await aRace()
    const made = await race(server.database, early.revoke, early.make)
    expect([made.again, made.second.status, await keysOfClients()]).toEqual([true, 'fulfilled', []])
  })

  it('leaves no API key to a member who is removed while they create one with another', async () => {
    const { user_id, team_id } = await adminOf()
    await aColleague(server, { email: 'two@example.com', role: 'owner' })
    const now = server.now()
    const token = await server.database.unit(tx => makeApiKey({ tx, team_id, now }, { name: 'Own', owner_id: user_id }))
    const found = await server.database.unit(tx => findCallerWithKey(tx, token, now))
    const asked = { caller: found!.caller, body: { name: 'Lasting', permission: 'full_access' } }
    const made = await race(
      server.database,
      tx => createApiKey({ tx, ...asked, now } as never),
      tx =>
        removeMemberWithAccess(tx, server.oauth, {
          team_id,
          user_id,
          removed_by: 'x',
          by: 'owner',
          keep: [],
          end: [],
          now,
        }),
    )
    expect([made.again, made.first.status, made.second.status]).toEqual([true, 'rejected', 'fulfilled'])
    expect(await server.database.read(tx => listApiKeysOf(tx, { team_id, owner_id: user_id, limit: 100 }))).toEqual([])
  })

  it('creates no full-access key for a member whose role was lowered after authentication', async () => {
    const { team_id } = await adminOf()
    const { user_id } = await aColleague(server, { email: 'lowered@example.com' })
    const now = server.now()
    const token = await server.database.unit(tx => makeApiKey({ tx, team_id, now }, { name: 'Own', owner_id: user_id }))
    const { caller } = (await server.database.unit(tx => findCallerWithKey(tx, token, now)))!
    const create = (permission: string) => (tx: Tx) =>
      createApiKey({ tx, caller, body: { name: 'Lasting', permission }, now } as never)
    await server.database.unit(tx => changeMemberRole({ tx, team_id, now, user_id, by: 'owner' }, 'marketer'))
    await expect(server.database.unit(create('full_access'))).rejects.toMatchObject({ status: 503 })
    expect(await server.database.unit(create('sending_access'))).toMatchObject({ status: 201 })
  })

  it('leaves no session and no code of a login with the old password while it is changed', async () => {
    const { user_id, team_id } = await adminOf()
    const sealed = (await aConsentRequest(server)).split('/').at(-1)!
    const change = async (tx: Tx): Promise<void> => {
      endSessionsOfUser(tx, user_id)
      await server.oauth.revokeGrantsOfUser(tx, user_id, server.now())
    }
    const enter = (tx: Tx): Promise<string> => startSession(tx, { user_id: user_id }, server.now())
    const came = await race(server.database, change, enter)
    expect(came.again).toBe(true)
    const { value } = came.second as PromiseFulfilledResult<string>
    expect(await server.database.unit(tx => findLiveSession(tx, value, server.now()))).toBeUndefined()
    const approve = (tx: Tx) => server.oauth.approveRequest(tx, sealed, { user_id, team_id })
    const approved = await race(server.database, change, approve)
    expect(approved.again).toBe(true)
    expect(approved.second).toMatchObject({ value: { location: expect.stringContaining('code=') } })
    expect(await server.database.read(tx => tx.all(codes, {}))).toEqual([{ expires_at: server.now().toISOString() }])
  })

  it('keeps both of two updates of one contact', async () => {
    const { body } = await server.call('POST', '/contacts', { body: { email: 'ana@example.com' } })
    const patch = (fields: object) => server.call('PATCH', `/contacts/${body.id}`, { body: fields })
    const raced = raceTables(server.database, 'contacts')
    await Promise.all([patch({ first_name: 'Ana' }), patch({ last_name: 'Lopez' })])
    expect((await raced).again).toBe(true)
    const contact = (await server.call('GET', `/contacts/${body.id}`)).body
    expect(contact).toMatchObject({ first_name: 'Ana', last_name: 'Lopez' })
  })

  it('creates one contact per address', async () => {
    const post = () => server.call('POST', '/contacts', { body: { email: 'ana@example.com' } })
    const raced = raceTables(server.database, 'contacts')
    const [one, two] = await Promise.all([post(), post()])
    expect((await raced).again).toBe(true)
    expect(one.body.id).toBe(two.body.id)
  })

  it('assigns an alias to one template', async () => {
    const post = () => server.call('POST', '/templates', { body: { name: 'T', alias: 'taken', html: '<p>Hi</p>' } })
    const raced = raceTables(server.database, 'templates')
    const answers = await Promise.all([post(), post()])
    expect((await raced).again).toBe(true)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(answers.find(({ status }) => status === 422)!.body.message).toContain('already has the alias')
  })

  describe('a race of events of one contact', () => {
    const log = pino({ level: 'silent' })
    /** Runs the job of an event, including its end. */
    const applied = (job: { id: string; payload: string }): Promise<void> => handle_event(workOf<'handle_event'>(job))
    const workOf = <K extends JobKind>(job: { id: string; payload: string }): Work<K> => {
      const finish = (body: (tx: Tx) => Promise<void>): Promise<void> =>
        server.database.unit(async tx => {
          tx.put(removeJob, { id: job.id })
          await body(tx)
        })
      const payload = JSON.parse(job.payload) as Jobs[K]
      return { payload, attempt: 1, now: server.now, log, finish } as unknown as Work<K>
    }
    /** The part of a job inside its unit. */
    const bodyOf = async <K extends JobKind>(
      run: (work: Work<K>) => Promise<void>,
      payload: string,
    ): Promise<(tx: Tx) => Promise<void>> => {
      let found: ((tx: Tx) => Promise<void>) | undefined
      const finish = async (body: (tx: Tx) => Promise<void>): Promise<void> => void (found = body)
      await run({ payload: JSON.parse(payload), attempt: 1, now: server.now, log, finish } as unknown as Work<K>)
      return found!
    }
    const jobsOf = async (kind: JobKind) =>
      (await server.database.read(tx => tx.all(jobs, {}))).filter(job => job.kind === kind)
    const jobsOfEvents = () => jobsOf('handle_event')
    const happens = (email = 'ana@example.com') =>
      server.call('POST', '/events/send', { body: { event: 'trial.started', email } })

    beforeEach(async () => {
      await server.queue.stop()
    })

    it('leaves one job when an event arrives while the last one ends, and when two arrive', async () => {
      const coming = raceTables(server.database, 'contact_events')
      await Promise.all([happens(), happens()])
      expect((await coming).again).toBe(true)
      const [job, ...others] = await jobsOfEvents()
      expect(others).toEqual([])
      await applied(job!)
      const [last] = await jobsOfEvents()
      const finishing = raceTables(server.database, 'contact_events')
      await Promise.all([applied(last!), happens()])
      expect([(await finishing).again, (await jobsOfEvents()).length]).toEqual([true, 1])
    })

    it.each([
      ['stopped', (id: string) => server.call('POST', `/automations/${id}/stop`, { body: { runs: 'cancel' } })],
      ['removed', (id: string) => server.call('DELETE', `/automations/${id}`)],
      ['disabled', (id: string) => server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })],
    ])('starts no run of an automation that is %s before that run exists', async (_, end) => {
      const id = await anAutomation(server, { ...chain(trigger(), delay('d')), status: 'enabled' })
      await happens()
      const [job] = await jobsOfEvents()
      const raced = raceTables(server.database, 'automation_runs', 'automations')
      const applying = applied(job!)
      await raced.begun
      const { status } = await end(id)
      await applying
      expect([(await raced).again, status]).toEqual([true, 200])
      expect(await server.database.read(countRunning)).toBe(0)
    })

    it('cancels a run that started while its automation was deleted, although the deletion did not see it', async () => {
      const automation_id = await anAutomation(server, { ...chain(trigger(), delay('d')), status: 'enabled' })
      await happens()
      const apply = await bodyOf(handle_event, (await jobsOfEvents())[0]!.payload)
      const { team_id } = await adminOf()
      const asked = { team_id, path: { automation_id }, now: server.now() }
      const raced = await race(server.database, tx => removeAutomation({ tx, ...asked } as never), apply)
      // the deletion waits for the start of the run, and is not run again
      expect(raced).toMatchObject({ first: { value: { status: 200 } }, again: false })
      expect(await server.database.read(countRunning)).toBe(1)
      await cancel_runs(workOf<'cancel_runs'>((await jobsOf('cancel_runs'))[0]!))
      expect(await server.database.read(countRunning)).toBe(0)
    })

    it('cancels a run that started while its automation was stopped, by a clock that is ahead', async () => {
      const id = await anAutomation(server, { ...chain(trigger(), delay('d')), status: 'enabled' })
      await happens()
      await server.call('POST', `/automations/${id}/stop`, { body: { runs: 'cancel' } })
      const [job] = await jobsOf('cancel_runs')
      // as for the unit that applied the event, if the stop did not see the run yet
      await server.database.unit(async tx => tx.put(setStatus, { id, status: 'enabled' }))
      time.forward(50)
      await applied((await jobsOfEvents())[0]!)
      await server.database.unit(async tx => tx.put(setStatus, { id, status: 'disabled' }))
      expect(await server.database.read(countRunning)).toBe(1)
      await cancel_runs(workOf<'cancel_runs'>(job!))
      expect(await server.database.read(countRunning)).toBe(0)
    })

    it('cancels no run that started after its automation was enabled again', async () => {
      const id = await anAutomation(server, { ...chain(trigger(), delay('d')), status: 'enabled' })
      await server.call('POST', `/automations/${id}/stop`, { body: { runs: 'cancel' } })
      time.forward(1)
      await server.call('PATCH', `/automations/${id}`, { body: { status: 'enabled' } })
      await happens()
      await applied((await jobsOfEvents())[0]!)
      await cancel_runs(workOf<'cancel_runs'>((await jobsOf('cancel_runs'))[0]!))
      expect(await server.database.read(countRunning)).toBe(1)
    })

    describe('a race of events with a run that starts to wait', () => {
      const ABOUT = 'ana@example.com'
      let id: string
      let team_id: string
      let advance: (tx: Tx) => Promise<void>
      beforeEach(async () => {
        const question = wait('w', { event_name: 'trial.used' })
        id = await anAutomation(server, { ...chain(trigger(), question), status: 'enabled' })
        await happens()
        await applied((await jobsOfEvents())[0]!)
        ;({ team_id } = await adminOf())
        advance = await bodyOf(advance_run, (await jobsOf('advance_run'))[0]!.payload)
      })

      /** In one unit, so that the event comes either before or after the run starts to wait. */
      const acceptedAndApplied = async (): Promise<(tx: Tx) => Promise<void>> => {
        const apply = await bodyOf(handle_event, JSON.stringify({ team_id, about: ABOUT }))
        const event = { team_id, about: ABOUT, name: 'trial.used', payload: '{}', at: server.now().toISOString() }
        return async tx => {
          await acceptEvent(tx, { ...event, email: ABOUT, contact_id: null, run_id: null }, server.now())
          await apply(tx)
        }
      }
      const waits = async (): Promise<string[]> =>
        (await runsOf(server, id)).map(({ steps }) => steps.find(({ key }: { key: string }) => key === 'w').status)

      it('resumes it with an event that arrives after it waits, whatever the order of storing', async () => {
        const raced = await race(server.database, await acceptedAndApplied(), advance)
        expect([raced.again, await waits()]).toEqual([true, ['completed']])
      })

      it('lets it wait for the next event if one came before', async () => {
        const raced = await race(server.database, advance, await acceptedAndApplied())
        expect([raced.again, await waits()]).toEqual([true, ['waiting']])
      })

      it('does not let it wait for a deleted contact', async () => {
        const contact_id = (await server.call('GET', '/contacts')).body.data[0].id
        const end = await bodyOf(handle_contact_removed, JSON.stringify({ team_id, contact_id, about: ABOUT }))
        const remove = async (tx: Tx): Promise<void> => {
          await removeContact({ tx, team_id, now: server.now() }, contact_id)
          await end(tx)
        }
        const raced = await race(server.database, advance, remove)
        expect([raced.again, await waits()]).toEqual([true, ['skipped']])
      })
    })

    it('starts one run of an automation that a contact can enter once', async () => {
      await aPublishedTemplate(server)
      const graph = chain(trigger(), delay('d'))
      const id = await anAutomation(server, { ...graph, settings: { reentry: 'once' }, status: 'enabled' })
      await server.call('POST', '/contacts', { body: { email: 'ana@example.com' } })
      await happens()
      await happens('bo@example.com')
      // two queues of events that concern one contact
      await server.database.unit(async tx => tx.put(sameContact, {}))
      const [one, two] = await jobsOfEvents()
      const raced = raceTables(server.database, 'automation_runs')
      await Promise.all([applied(one!), applied(two!)])
      expect((await raced).again).toBe(true)
      expect(await runsOf(server, id)).toHaveLength(1)
    })
  })
})
