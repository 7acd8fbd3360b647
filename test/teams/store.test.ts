// Flash messages: a user sees each one once, in whichever process serves the page.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeamForUser } from '../../src/identity/teams/actions.ts'
import { findUserByEmail } from '../../src/identity/teams/store.ts'
import {
  endSession,
  storeFlash,
  removeExpiredSessions,
  startSession,
  consumeFlash,
} from '../../src/identity/teams/sessions/actions.ts'
import { type WithTeams, databases, withTeams } from '../support/databases.ts'
import { race } from '../support/race.ts'

const SECRET = '<code>re_secret</code> für Ana'
const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes))
const stored = statement<object, { session_hash: string; page: string; sealed: string }>(knex =>
  knex('flashes').select('session_hash', 'page', 'sealed'),
)
const movedTo = statement<{ page: string }>((knex, place) => knex('flashes').update({ page: place('page') }))

describe.each(databases)('a flash on %s', (_, open) => {
  let teams: WithTeams
  let session: string
  let other: string

  beforeEach(async () => {
    teams = await withTeams(open)
    session = await startedSession('one@example.com')
    other = await startedSession('two@example.com')
  })
  afterEach(() => teams.end())

  const startedSession = (email: string): Promise<string> =>
    teams.database.unit(async tx => {
      const user = (await findUserByEmail(tx, email))!
      await addTeamForUser(tx, { name: 'Another', user_id: user.id }, at(0))
      return startSession(tx, { user_id: user.id }, at(0))
    })
  const keep = (flash: string, page = '/api-keys', token = session): Promise<void> =>
    teams.database.unit(async tx => storeFlash(tx, { token, page, flash }, at(0)))
  const taking =
    (token: string, page: string, minutes: number) =>
    (tx: Tx): Promise<string | undefined> =>
      consumeFlash(tx, { token, page }, at(minutes))
  const take = (token = session, page = '/api-keys', minutes = 1): Promise<string | undefined> =>
    teams.database.unit(taking(token, page, minutes))
  const rows = () => teams.database.read(tx => tx.all(stored, {}))

  it('is displayed once, on its page, to its session', async () => {
    await keep(SECRET)
    expect([await take(other), await take(session, '/team')]).toEqual([undefined, undefined])
    expect([await take(), await take()]).toEqual([SECRET, undefined])
    expect(await rows()).toEqual([])
  })

  it('expires after five minutes and is then deleted by the sweep', async () => {
    await keep(SECRET)
    await keep('another', '/team')
    expect(await take(session, '/api-keys', 5)).toBeUndefined()
    const sweep = (minutes: number): Promise<boolean> =>
      teams.database.unit(tx => removeExpiredSessions(tx, at(minutes)))
    await sweep(4)
    expect(await rows()).toHaveLength(1)
    await sweep(5)
    expect(await rows()).toEqual([])
  })

  it('is replaced by the next one of its page, and deleted with the session', async () => {
    for (let each = 0; each < 20; each++) await keep(`${each}`)
    await keep('beside it', '/team')
    expect(await rows()).toHaveLength(2)
    expect(await take()).toBe('19')
    await teams.database.unit(async tx => endSession(tx, session))
    expect(await rows()).toEqual([])
  })

  it('is stored encrypted, and the database cannot decrypt it', async () => {
    await keep(SECRET)
    const [row] = await rows()
    expect(Buffer.from(row!.sealed, 'base64url').toString('latin1')).not.toContain('secret')
    expect(row!.session_hash).not.toBe(session)
    // the same key does not decrypt it on another page
    await teams.database.unit(tx => tx.run(movedTo, { page: '/team' }))
    expect(await take(session, '/team')).toBeUndefined()
  })

  it('is displayed by only one of two concurrent processes', async () => {
    await keep(SECRET)
    const raced = await race(teams.database, taking(session, '/api-keys', 1), taking(session, '/api-keys', 1))
    expect(raced).toMatchObject({ first: { value: undefined }, second: { value: SECRET }, again: true })
  })
})
