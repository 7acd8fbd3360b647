// The published SDK, unmodified and in a separate process, against a real server and a real mail server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SdkRun, sdkRun } from '../support/sdk.ts'

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)

let answers: SdkRun['answers']
let sink: SdkRun['sink']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, sink, end } = await sdkRun('sdk-program.ts'))
})
afterAll(() => end())

const arrived = async (subject: string): Promise<string[]> => {
  await sink.received(3)
  return sink.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).map(({ raw }) => raw)
}

describe('the SDK', () => {
  it('sends and delivers an email once per idempotency key', async () => {
    expect(answers.send).toEqual({ id: UUID })
    expect(answers['send again']).toEqual(answers.send)
    expect(answers['send otherwise'].error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' })
    const mails = await arrived('Invoice 7')
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Reply-To: help@example.org')
    expect(mails[0]).toContain(`Message-ID: <${answers.send.id}@example.org>`)
  })

  it('parses an error', () => {
    expect(answers['send to nobody'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
  })

  it('reads emails', () => {
    expect(answers.get).toMatchObject({ object: 'email', id: answers.send.id, reply_to: ['help@example.org'] })
    expect(answers.list).toMatchObject({ object: 'list', has_more: false, data: [{ id: answers.send.id }] })
  })

  it('creates, lists and deletes API keys; a send-only key can only send', () => {
    expect(answers['create key']).toMatchObject({ id: UUID, token: 'hidden' })
    expect(answers['list keys'].data).toHaveLength(2)
    expect(answers['list emails with a sending key'].error).toMatchObject({ name: 'restricted_api_key' })
    expect(answers['remove key']).toMatchObject({ id: answers['create key'].id, deleted: true })
  })

  it('creates and publishes a template and sends it', async () => {
    expect(answers['get template']).toMatchObject({ alias: 'invoice', status: 'published' })
    expect(answers['send template']).toEqual({ id: UUID })
    expect(await arrived('Invoice 8')).toHaveLength(1)
  })

  it('creates and enables an automation, which sends email after its event', async () => {
    expect(answers['create automation']).toMatchObject({ object: 'automation', id: UUID })
    expect(answers['get automation']).toMatchObject({ status: 'enabled' })
    expect(answers['send event']).toMatchObject({ object: 'event', event: 'order.paid' })
    expect(await arrived('Invoice 9')).toHaveLength(1)
  })
})
