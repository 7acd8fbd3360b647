// Lists without a limit: everything up to a bound, read in parts so that other work continues.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOrCreateContactRecord } from '../../src/audience/contacts/actions.ts'
import { listContacts } from '../../src/audience/contacts/store.ts'
import { insertGrant } from '../../src/identity/oauth/store/grants.ts'
import { OrderedIds } from '../../src/base/store/ids.ts'
import { WHOLE_LIST_MAX } from '../../src/base/store/page.ts'
import { removeDatabaseOf } from '../support/databases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aGrantedClient, anApprover } from '../support/oauth.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let team: { team_id: string; key: string }
let walked: string[]

beforeAll(async () => {
  server = await startServer()
  team = await aTeam(server)
  // several rows of the same moment, which differ only by their ids
  for (let made = 0; made <= WHOLE_LIST_MAX; made += 500) {
    await server.database.unit(async tx => {
      for (let index = made; index < Math.min(made + 500, WHOLE_LIST_MAX + 1); index++) {
        const now = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 300))
        await findOrCreateContactRecord({ tx, team_id: team.team_id, now }, `c${index}@example.com`)
      }
    })
  }
  walked = []
  for (let after: string | undefined, more = true; more;) {
    const query = { limit: 100, ...(after !== undefined && { after }) }
    const page = await server.database.read(tx => listContacts(tx, team.team_id, query))
    walked.push(...page.rows.map(({ id }) => id))
    after = page.rows.at(-1)!.id
    more = page.has_more
  }
})
afterAll(() => server.stop())

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
const list = async (query: string) => (await server.call('GET', `/contacts${query}`, { key: team.key })).body

describe('an operation on all rows', () => {
  it('is not limited to the page size: revokes the grants of a removed member, however many newer ones exist', async () => {
    const { client_id, access_token } = await aGrantedClient(server)
    const { user_id, team_id } = await anApprover(server)
    const moment = (at: number): string => new Date(Date.now() + at).toISOString()
    const grant = {
      team_id,
      user_id,
      client_id,
      scopes: [],
      last_used_at: null,
      revoked_reason: 'revoked_by_client',
      client_auth: null,
    } as const
    for (let made = 0; made <= WHOLE_LIST_MAX; made += 500) {
      await server.database.unit(async tx => {
        for (let index = 0; index < 500; index++) {
          const at = moment(made + index)
          insertGrant(tx, { ...grant, id: randomUUIDv7(), scopes: [], created_at: at, revoked_at: at })
        }
      })
    }
    const status = async (): Promise<number> =>
      (await server.call('GET', '/contacts?limit=1', { key: access_token })).status
    expect(await status()).toBe(200)
    await server.database.unit(tx => server.oauth.revokeGrantsOfMember({ tx, team_id, now: new Date() }, user_id))
    expect(await status()).toBe(401)
  })
})

describe('a list', () => {
  it('starts with the newest row, even on a server that starts with its clock set back', async () => {
    const DATA_DIR = temporaryFolder()
    const ahead = new Date('2090-01-01T00:00:00.000Z')
    const ids = new OrderedIds()
    ids.followClock(() => ahead)
    const made: string[] = []
    let key = ''
    for (const options of [{ now: () => ahead, ids }, { now: () => new Date('2026-11-20T12:00:00.000Z') }]) {
      const each = await startServer({ DATA_DIR }, options)
      key ||= each.key
      for (const name of ['a', 'b']) {
        const { body } = await each.call('POST', '/segments', { key, body: { name } })
        made.unshift(body.id)
      }
      expect(idsOf((await each.call('GET', '/segments', { key })).body.data)).toEqual(made)
      await each.stop()
    }
    await removeDatabaseOf(DATA_DIR)
  })
})

describe('a list without a limit', () => {
  it('returns the same rows as its pages, up to the bound, and reports that there are more', async () => {
    expect(new Set(walked).size).toBe(WHOLE_LIST_MAX + 1)
    const { data, has_more } = await list('')
    expect([has_more, data.length]).toEqual([true, WHOLE_LIST_MAX])
    expect(idsOf(data)).toEqual(walked.slice(0, -1))
    const rest = await list(`?after=${data.at(-1).id}`)
    expect([rest.has_more, idsOf(rest.data)]).toEqual([false, walked.slice(-1)])
  })

  it('returns everything after and before a row', async () => {
    const older = await list(`?after=${walked[0]}`)
    expect([older.has_more, idsOf(older.data)]).toEqual([false, walked.slice(1)])
    const newer = await list(`?before=${walked.at(-1)}`)
    expect([newer.has_more, idsOf(newer.data)]).toEqual([false, walked.slice(0, -1)])
    const middle = await list(`?before=${walked[1234]}`)
    expect([middle.has_more, idsOf(middle.data)]).toEqual([false, walked.slice(0, 1234)])
  })

  it('lets other work run after each part', async () => {
    let turns = 0
    let over = false
    const tick = (): void => {
      turns++
      if (!over) setImmediate(tick)
    }
    setImmediate(tick)
    await server.database.read(tx => listContacts(tx, team.team_id, {}))
    over = true
    expect(turns).toBeGreaterThanOrEqual(WHOLE_LIST_MAX / 500 - 1)
  })

  it('works in a unit of work, without interruption by other units', async () => {
    const { rows, has_more } = await server.database.unit(tx => listContacts(tx, team.team_id, {}))
    expect([rows.length, has_more]).toEqual([WHOLE_LIST_MAX, true])
  })
})
