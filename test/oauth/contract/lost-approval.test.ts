// A code that is still unused when the user who approved it may no longer grant access.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { aClient, aCode, anApprover, exchange } from '../../support/oauth.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

let server: TestServer
let client_id: string
beforeAll(async () => {
  server = await startServer()
  client_id = await aClient(server)
})
afterAll(() => server.stop())

const leave = statement<{ team_id: string }>((knex, place) =>
  knex('memberships').where('team_id', place('team_id')).delete(),
)

const answer = async (code: Awaited<ReturnType<typeof aCode>>): Promise<unknown[]> => {
  const { status, body } = await exchange(server, code)
  return [status, body.error]
}

describe('a code', () => {
  it('cannot be exchanged after its user ended all access, and a later code can', async () => {
    const code = await aCode(server, { client_id })
    const { user_id } = await anApprover(server)
    await server.database.unit(tx => server.oauth.revokeGrantsOfUser(tx, user_id, server.now()))
    expect(await answer(code)).toEqual([400, 'invalid_grant'])
    expect(await answer(await aCode(server, { client_id }))).toEqual([200, undefined])
  })

  it('cannot be exchanged after its user left the team', async () => {
    const { team_id } = await aTeam(server, 'Left')
    const code = await aCode(server, { client_id, team_id })
    await server.database.unit(tx => tx.run(leave, { team_id }))
    expect(await answer(code)).toEqual([400, 'invalid_grant'])
  })
})
