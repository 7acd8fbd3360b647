// The editor tools of the published MCP server, unmodified and in a separate process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsOf } from '../support/contacts.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let mcp: Mcp
let own: ReturnType<typeof contactsOf>
let broadcast: string

beforeAll(async () => {
  server = await startServer()
  own = contactsOf(server)
  const segment_id = await own.aSegment()
  broadcast = (await own.ask('POST', '/broadcasts', { segment_id, from: 'a@acme.example', subject: 'Old' })).body.id
  const variables = [{ key: 'NAME', type: 'string' }]
  await own.ask('POST', '/templates', { name: 'Welcome', alias: 'welcome', html: '<h2>Hi {{{NAME}}}</h2>', variables })
  const env = { RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url, RESEND_DASHBOARD_URL: server.url }
  mcp = await startMcp(env)
})
afterAll(async () => {
  mcp?.stop()
  await server.stop()
})

const content = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'News' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hi {{{contact.first_name|there}}}, ' },
        { type: 'text', marks: [{ type: 'link', attrs: { href: '{{{RESEND_UNSUBSCRIBE_URL}}}' } }], text: 'leave' },
      ],
    },
  ],
}

describe('the MCP server', () => {
  it('connects to the editor and disconnects', async () => {
    const place = {
      resource_type: 'broadcast',
      resource_id: `${server.url}/broadcasts/${broadcast}`,
      agent_name: 'Helper',
    }
    const told = await mcp.call('connect-to-editor', place)
    expect(told).toContain(`Room ID: broadcast-${broadcast}`)
    expect(told).toMatch(/Token: [0-9a-f-]{36}/)
    expect(await mcp.call('disconnect-from-editor', {})).toContain('Disconnected from editor successfully.')
    expect(await mcp.call('disconnect-from-editor', {})).toContain('No active editor connection')
    await expect(mcp.call('connect-to-editor', { resource_type: 'template', resource_id: 'no-such' })).rejects.toThrow(
      'API error (404): Template not found',
    )
  })

  it('composes a broadcast and reads it back', async () => {
    const before = await mcp.call('get-tiptap-json-content', { resource_type: 'broadcast', resource_id: broadcast })
    expect(before).toContain('"type": "paragraph"')
    expect(before).toMatch(/TipTap Schema Reference \(version: \w+\)[\s\S]*horizontalRule/)
    const composed = await mcp.call('compose-broadcast', {
      broadcastId: broadcast,
      content,
      subject: 'Fresh',
      previewText: 'Look',
    })
    expect(composed).not.toContain('rror')
    const { body } = await own.ask('GET', `/broadcasts/${broadcast}`)
    expect(body).toMatchObject({
      subject: 'Fresh',
      preview_text: 'Look',
      html: '<h1>News</h1>\n<p>Hi {{{contact.first_name|there}}}, <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a></p>',
    })
    const after = await mcp.call('get-tiptap-json-content', {
      resource_type: 'broadcast',
      resource_id: broadcast,
      include_schema: false,
    })
    expect(JSON.parse(after.slice(after.indexOf('{')))).toEqual(content)
  })

  it('composes a template by its alias', async () => {
    const read = await mcp.call('get-tiptap-json-content', {
      resource_type: 'template',
      resource_id: 'welcome',
      include_schema: false,
    })
    const document = JSON.parse(read.slice(read.indexOf('{')))
    expect(document.content[0]).toEqual({
      type: 'heading',
      attrs: { level: 2 },
      content: [{ type: 'text', text: 'Hi {{{NAME}}}' }],
    })
    document.content.push({ type: 'paragraph', content: [{ type: 'text', text: 'Bye' }] })
    await mcp.call('compose-template', { id: 'welcome', content: document, subject: 'Welcome {{{NAME}}}' })
    expect((await own.ask('GET', '/templates/welcome')).body).toMatchObject({
      subject: 'Welcome {{{NAME}}}',
      html: '<h2>Hi {{{NAME}}}</h2>\n<p>Bye</p>',
    })
    const table = { type: 'doc', content: [{ type: 'table' }] }
    await expect(mcp.call('compose-template', { id: 'welcome', content: table })).rejects.toThrow(
      'API error (422): Invalid `content.content[0].type` field',
    )
  })
})
