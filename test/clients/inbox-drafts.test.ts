// Replies and drafts in the published SDK, unmodified and in a separate process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inboxesOf } from '../support/inboxes.ts'
import { runSdkProgram, type SdkRun } from '../support/sdk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let answers: SdkRun['answers']
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  const own = await inboxesOf(server, 'written.example.com')
  await own.anInbox('help', { from_name: 'Help' })
  await own.receive({ subject: 'Bicycles', text: 'Eleven, please.', more: { cc: ['cy@example.net'] } })
  answers = await runSdkProgram('inbox-drafts-program.ts', server)
})
afterAll(() => server.stop())

describe('the SDK', () => {
  it('replies once per idempotency key', () => {
    const { id } = answers.reply
    expect(answers.reply).toEqual({ id })
    expect(answers['reply again']).toEqual({ id })
    const to = { to: ['mira@example.net'], cc: ['cy@example.net', 'bo@example.net'] }
    expect(answers['get reply']).toMatchObject({
      ...to,
      from: '"Help" <help@written.example.com>',
      subject: 'Re: Bicycles',
    })
    expect(answers['reply with References'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  it('forwards a received email', () => {
    expect(answers['get forward']).toMatchObject({ to: ['books@example.net'], subject: 'Fwd: Bicycles' })
    expect(answers['get forward'].html).toMatch(/Yours\?.*Eleven, please\./s)
    const ids = answers['emails after'].data.map((each: { id: string }) => each.id)
    expect(ids).toEqual([answers.forward.id, answers.reply.id, answers.emails.data[0].id])
    expect(answers['emails after'].data[1].attachments).toMatchObject([{ filename: 'a.txt', size: 3 }])
  })

  it('creates, retrieves, updates and sends a draft', () => {
    const { id } = answers.create
    expect(answers.create).toEqual({ object: 'inbox_draft', id })
    expect(answers['create again']).toEqual(answers.create)
    const file = { filename: 'b.txt', content_type: 'text/plain', size: 4 }
    expect(answers.get).toMatchObject({
      object: 'inbox_draft',
      type: 'standalone',
      to: ['mira@example.net'],
      text: 'Hello',
      attachments: [file],
    })
    expect(answers.update).toEqual({ object: 'inbox_draft', id })
    expect(answers['get updated']).toMatchObject({ html: '<p>Hello</p>', text: null, attachments: [] })
    expect(answers.list).toMatchObject({ object: 'list', has_more: false, data: [{ id, snippet: 'Hello' }] })
    expect(answers['send again'].error).toMatchObject({ statusCode: 409 })
    const { id: sent } = answers['send by key']
    expect([answers['send by key'], answers['send by key again']]).toEqual([{ id: sent }, { id: sent }])
    expect(answers['get sent']).toMatchObject({ id: answers.send.id, to: ['mira@example.net'], subject: 'Later' })
  })

  it('drafts a single reply to an email, and deletes it', () => {
    const { id } = answers['create answer']
    expect(answers['create second answer'].error).toMatchObject({ statusCode: 409, name: 'validation_error' })
    expect(answers['get answer']).toMatchObject({ type: 'reply', to: ['mira@example.net'], subject: 'Re: Bicycles' })
    expect(answers['threads with draft'].data.map((each: { has_draft: boolean }) => each.has_draft)).toContain(true)
    expect(answers.remove).toEqual({ object: 'inbox_draft', id, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Draft not found' })
  })

  it('retrieves and updates the instructions of an agent', () => {
    expect(answers.agent).toEqual({ object: 'inbox_agent', instructions: null, tone: null, actions: [] })
    expect(answers['update agent'].object).toBe('inbox_agent')
    expect(answers['agent updated']).toMatchObject({ tone: 'concise_casual', actions: ['draft_reply'] })
  })
})
