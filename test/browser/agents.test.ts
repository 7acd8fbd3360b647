// The page for connecting agents over MCP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aClient, aGrantedClient } from '../support/oauth.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { callTool } from '../support/tools.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

describe('agents page', () => {
  it('shows the MCP address and the settings for each agent', async () => {
    const { text } = await person.get('/agents')
    const address = `${server.url}/mcp`
    expect(text).toContain(`<pre class="text" tabindex="0">${address}</pre>`)
    expect(text).toContain(`claude mcp add --transport http lettermill ${address}`)
    for (const agent of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code']) expect(text).toContain(agent)
    expect(text).toContain('No calls yet.')
  })

  it('lists the calls of an agent and revokes its access', async () => {
    const client_id = await aClient(server, { client_name: 'Desk agent' })
    const { access_token: key } = await aGrantedClient(server, { client_id })
    await callTool(server, 'list-topics', {}, { key })
    await server.call('GET', '/topics', { key })
    const { text } = await person.get('/agents')
    expect(text.match(/<code>list-topics<\/code>/g)).toHaveLength(1)
    expect(text).not.toContain('<code>/topics</code>')
    const [, path] = /action="(\/grants\/[\w-]+\/revoke)"/.exec(text)!
    expect((await person.post(path!)).status).toBe(303)
    expect((await callTool(server, 'list-topics', {}, { key })).status).toBe(401)
    expect((await person.get('/agents')).text).toContain('No connected apps yet.')
  })

  it('shows calls only to roles that may open the request log', async () => {
    await callTool(server, 'list-segments')
    expect((await person.get('/agents')).text).toContain('<code>list-segments</code>')
    for (const role of ['marketer', 'viewer'] as const) {
      const member = aPerson(server)
      await member.logIn('/agents', await aColleague(server, { email: `${role}@example.net`, role }))
      const { status, text } = await member.get('/agents')
      expect([status, text.includes('<code>list-segments</code>'), text.includes('Recent calls')]).toEqual([
        200,
        false,
        false,
      ])
    }
  })

  it('shows that the endpoint is turned off', async () => {
    const off = await startServer({ MCP: 'off' })
    const someone = aPerson(off)
    await someone.logIn()
    expect((await someone.get('/agents')).text).toContain('disabled on this server')
    await off.stop()
  })
})
