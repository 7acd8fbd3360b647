// Tool calls: their effects, their results and their entries in the request log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultJson } from '../../../src/interfaces/mcp/result.ts'
import { aGrantedClient } from '../../support/oauth.ts'
import { aSendingKey, type TestServer, startServer } from '../../support/server.ts'
import { sendOlderRpc, sendRpc, callTool, namesOf } from '../../support/tools.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const MAIL = { from: 'Ada <ada@mail.example>', to: ['grace@example.net'], subject: 'Invoice 7', text: 'Thank you!' }

describe('E: a call', () => {
  it('sends an email and returns its id, as text and as structured content', async () => {
    const { status, body } = await callTool(server, 'send-email', MAIL)
    expect(status).toBe(200)
    const { content, structuredContent, isError, resultType } = body.result
    expect({ isError, resultType }).toEqual({ isError: undefined, resultType: 'complete' })
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    const found = await callTool(server, 'get-email', { email_id: structuredContent.id })
    expect(found.body.result.structuredContent.subject).toBe('Invoice 7')
  })

  it('reads path, query and body arguments from one object', async () => {
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
  it('of the API are tool results, so that the model can correct its call', async () => {
    const { status, body } = await callTool(server, 'send-email', { ...MAIL, to: undefined })
    expect(status).toBe(200)
    expect(body.result.isError).toBe(true)
    expect(JSON.parse(body.result.content[0].text)).toEqual({
      statusCode: 422,
      name: 'missing_required_field',
      message: 'Missing `to` field.',
    })
  })

  it('name a missing path parameter', async () => {
    const { body } = await callTool(server, 'get-email')
    expect(body.result.content[0].text).toContain('Missing `email_id` parameter.')
  })

  it('429 with the seconds to wait', async () => {
    const slow = await startServer({ RATE_LIMIT_PER_SECOND: '1' })
    const answers = await Promise.all(Array.from({ length: 4 }, () => callTool(slow, 'get-usage')))
    const refused = answers.find(({ body }) => body.result.isError)!
    const told = { statusCode: 429, name: 'rate_limit_exceeded', retry_after: 1 }
    expect(JSON.parse(refused.body.result.content[0].text)).toMatchObject(told)
    await slow.stop()
  })

  it.each([
    ['an unknown tool', { name: 'no-such-tool' }],
    ['no name', { name: undefined }],
    ['arguments that are not an object', { name: 'get-usage', arguments: [] }],
  ])('-32602 for %s', async (_, params) => {
    expect((await sendOlderRpc(server, 'tools/call', params)).body.error.code).toBe(-32_602)
  })

  it('-32602 for an invalid cursor', async () => {
    expect((await sendRpc(server, 'tools/list', { cursor: 'x' })).body.error.code).toBe(-32_602)
  })

  it('an internal error is -32603 without details', async () => {
    const { read } = server.database
    server.database.read = () => Promise.reject(new Error('secret details'))
    try {
      const { status, body } = await callTool(server, 'list-topics')
      expect({ status, code: body.error.code }).toEqual({ status: 200, code: -32_603 })
      expect(JSON.stringify(body)).not.toContain('secret')
    } finally {
      server.database.read = read
    }
  })
})

describe('E: result', () => {
  it('of over 100,000 characters has long texts truncated, with a note', async () => {
    const html = `<p>${'x'.repeat(150_000)}</p>`
    const { body } = await callTool(server, 'create-template', { name: 'Long', html })
    const found = await callTool(server, 'get-template', { template_id: body.result.structuredContent.id })
    const { structuredContent, content } = found.body.result
    expect(structuredContent.html).toMatch(/^<p>x{3997}… \[truncated: 150007 characters in total\]$/)
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  })

  it('that is still too long is an error that asks for a smaller result', () => {
    const many = JSON.stringify({ data: Array.from({ length: 30 }, () => 'y'.repeat(4000)) })
    expect(resultJson(many, undefined)).toMatch(/Use a smaller.*"isError":true/)
  })

  it('without a body is an empty object', () => expect(resultJson('{}', undefined)).toContain('"text":"{}"'))

  it('names an unknown argument that resembles a known one', async () => {
    const { body } = await callTool(server, 'list-emails', { limt: 1 })
    expect(body.result.content[1].text).toContain('limt')
  })
})

describe('E: visible tools and permissions', () => {
  const SENDING = ['send-broadcast', 'send-email']

  it('a sending key can only send; the rest is 403 without a challenge', async () => {
    const key = await aSendingKey(server)
    expect(await namesOf(server, { key })).toEqual(SENDING)
    const { status, body, headers } = await callTool(server, 'list-emails', {}, { key })
    expect([status, body.error.code, headers.get('www-authenticate')]).toEqual([403, -32_000, null])
    expect((await callTool(server, 'send-email', MAIL, { key })).body.result.isError).toBeUndefined()
  })

  it('a token with emails:send can only send; the rest is 403 with a challenge that names the scope', async () => {
    const { access_token: key } = await aGrantedClient(server, { scope: 'emails:send' })
    expect(await namesOf(server, { key })).toEqual(SENDING)
    const { status, headers } = await callTool(server, 'list-emails', {}, { key })
    expect([status, (await callTool(server, 'get-email', {}, { key })).status]).toEqual([403, 403])
    const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp`
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="full_access", resource_metadata="${metadata}"`,
    )
  })

  it('a token with full_access can call everything, and the log names its client', async () => {
    const { access_token: key } = await aGrantedClient(server, { scope: 'full_access' })
    expect(await namesOf(server, { key })).toEqual(await namesOf(server))
    const { headers } = await callTool(server, 'list-domains', {}, { key })
    await expect
      .poll(async () => (await server.call('GET', `/logs/${headers.get('x-request-id')}`)).status, { timeout: 5000 })
      .toBe(200)
  })
})

describe('E: fewer tools', () => {
  it('toolsets and read_only in the URL limit the listed and callable tools', async () => {
    const query = '?toolsets=emails,contact-properties&read_only=true'
    const names = await namesOf(server, { query })
    expect(names).toContain('list-contact-properties')
    expect(names).not.toContain('send-email')
    expect((await callTool(server, 'send-email', MAIL, { query })).body.error.code).toBe(-32_602)
  })

  it.each(['?toolsets=emials', '?read_only=yes'])('%s is 400', async query => {
    expect(await sendRpc(server, 'tools/list', {}, { query })).toMatchObject({
      status: 400,
      body: { error: { code: -32_602 } },
    })
  })
})
