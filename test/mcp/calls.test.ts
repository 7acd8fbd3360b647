// Calls of tools: what they do, what they answer, and what the request log has of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSendingKey, type TestServer, startServer } from '../support/server.ts'
import { callTool, namesOf } from '../support/tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MAIL = { from: 'Ada <ada@mail.example>', to: ['grace@example.net'], subject: 'Invoice 7', text: 'Thank you!' }

describe('E: a call', () => {
  it('sends a mail and answers with its id, as text and as structured content', async () => {
    const { status, body } = await callTool(server, 'send-email', MAIL)
    expect(status).toBe(200)
    const { content, structuredContent, isError, resultType } = body.result
    expect({ isError, resultType }).toEqual({ isError: undefined, resultType: 'complete' })
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    const found = await callTool(server, 'get-email', { email_id: structuredContent.id })
    expect(found.body.result.structuredContent.subject).toBe('Invoice 7')
  })

  it('takes the arguments of path, query and body from one object', async () => {
    const { body } = await callTool(server, 'create-contact', { email: 'mira@example.com', first_name: 'Mira' })
    const { id } = body.result.structuredContent
    await callTool(server, 'update-contact', { contact_id: id, last_name: 'Berg' })
    const listed = await callTool(server, 'list-contacts', { limit: 1 })
    expect(listed.body.result.structuredContent.data).toMatchObject([{ id, last_name: 'Berg' }])
  })

  it('with an idempotency key takes effect once', async () => {
    const given = { ...MAIL, idempotency_key: 'invoice-7' }
    const [first, second] = [await callTool(server, 'send-email', given), await callTool(server, 'send-email', given)]
    expect(second.body.result).toEqual(first.body.result)
    const other = await callTool(server, 'send-email', { ...given, subject: 'Other' })
    expect(other.body.result.isError).toBe(true)
  })

  it('has an entry in the request log, with the operation and the tool', async () => {
    const told = { headers: { 'user-agent': 'claude-code/2.1' } }
    const { headers } = await callTool(server, 'send-email', MAIL, told)
    await expect
      .poll(async () => (await server.call('GET', `/logs/${headers.get('x-request-id')}`)).body, { timeout: 5000 })
      .toMatchObject({ endpoint: '/emails', method: 'POST', user_agent: 'claude-code/2.1 mcp/send-email' })
  })
})

describe('E: errors', () => {
  it('of the API are results, so that the model can mend its call', async () => {
    const { status, body } = await callTool(server, 'send-email', { ...MAIL, to: undefined })
    expect(status).toBe(200)
    expect(body.result.isError).toBe(true)
    expect(JSON.parse(body.result.content[0].text)).toEqual({
      statusCode: 422,
      name: 'missing_required_field',
      message: 'Missing `to` field.',
    })
  })

  it('name a parameter of the path that is missing', async () => {
    const { body } = await callTool(server, 'get-email')
    expect(body.result.content[0].text).toContain('Missing `email_id` parameter.')
  })
})

describe('E: which are shown', () => {
  it('to a sending key: what sends, and nothing else', async () => {
    expect(await namesOf(server, { key: await aSendingKey(server) })).toEqual(['send-broadcast', 'send-email'])
  })
})
