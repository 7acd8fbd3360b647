// Inboxes in the published SDK, unmodified and in a separate process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inboxesOf } from '../support/inboxes.ts'
import { runSdkProgram, type SdkRun } from '../support/sdk.ts'
import { startServer, type TestServer } from '../support/server.ts'

let answers: SdkRun['answers']
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  const own = await inboxesOf(server, 'inbound.example.com')
  await own.anInbox()
  await own.receive({ id: '<a@x>', text: 'Eleven bicycles, please.' })
  await own.receive({ refs: ['<a@x>'], subject: 'Re: Hello' })
  answers = await runSdkProgram('inboxes-program.ts', server)
})
afterAll(() => server.stop())

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('the SDK', () => {
  it('creates, retrieves, updates and deletes an inbox', () => {
    const { id } = answers.create
    expect(answers.create).toEqual({ object: 'inbox', id })
    expect(answers['create again'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers.list).toMatchObject({ object: 'list', has_more: true, data: [{ id, from_name: 'New name' }] })
    expect(answers['get by address']).toMatchObject({
      object: 'inbox',
      email_address: 'help@inbound.example.com',
      unread: 1,
    })
    expect(answers.update).toEqual({ object: 'inbox', id })
    expect(answers['get updated']).toMatchObject({ name: 'Newer', from_name: 'Newer name' })
    expect(answers.remove).toEqual({ object: 'inbox', id, deleted: true })
    expect(answers['get unknown'].error).toMatchObject({ statusCode: 404, message: 'Inbox not found' })
  })

  it('creates, updates and deletes a label, and adds it to a thread', () => {
    const { id } = answers['create label']
    expect(answers['create label']).toEqual({ object: 'inbox_label', id })
    expect(answers['update label']).toEqual({ object: 'inbox_label', id })
    const label = { id, name: 'Very urgent', color: '#E93D82' }
    expect(answers['list labels']).toMatchObject({ object: 'list', data: [label] })
    expect(answers['add labels']).toEqual({ object: 'list', data: [label] })
    expect(answers['list labelled']).toMatchObject({ data: [{ labels: [label] }] })
    for (const name of ['set labels', 'remove label of thread'])
      expect(answers[name]).toEqual({ object: 'list', data: [] })
    expect(answers['remove label']).toEqual({ object: 'inbox_label', id, deleted: true })
  })

  it('lists, reads, moves, searches and deletes threads', () => {
    const [{ id }] = answers['list threads'].data
    expect(answers['list threads']).toMatchObject({ data: [{ email_count: 2, folder: 'inbox', read: false }] })
    expect(answers['get thread']).toMatchObject({ object: 'inbox_thread', id, read: false })
    expect(answers['update thread']).toMatchObject({ object: 'inbox_thread', id, read: true, folder: 'archive' })
    const [newer, older] = answers['list emails'].data
    expect(answers['get email']).toEqual(newer)
    expect(older).toMatchObject({ direction: 'inbound', text: 'Eleven bicycles, please.', read: true })
    expect(answers.search).toMatchObject({ data: [{ id, matched_email_id: older.id }] })
    expect(answers['search others']).toEqual({ object: 'list', has_more: false, data: [] })
    expect(answers['remove thread']).toEqual({ object: 'inbox_thread', id, deleted: true })
    expect(answers['get removed'].error).toMatchObject({ statusCode: 404, message: 'Thread not found' })
    expect(id).toEqual(UUID)
  })
})
