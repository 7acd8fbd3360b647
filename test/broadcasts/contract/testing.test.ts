import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsOf } from '../../support/contacts.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let sink: MailSink
let server: TestServer
let own: ReturnType<typeof contactsOf>
let segment_id: string

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url })
  own = contactsOf(server)
  segment_id = await own.aSegment()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const made = async (more: object = {}): Promise<string> => {
  const html = '<p>{{{contact.first_name|you}}} {{{plan}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>'
  const body = { segment_id, from: 'Acme <news@acme.example>', subject: 'Hi {{{contact.first_name}}}', html, ...more }
  return (await own.ask('POST', '/broadcasts', body)).body.id
}
const get = async (path: string) => (await own.ask('GET', path)).body
const test = (id: string, to: unknown) => own.ask('POST', `/broadcasts/${id}/test`, { to })

describe('testBroadcast', () => {
  it('sends each address the email of its contact, or one with the default values', async () => {
    await own.aProperty('plan', { fallback_value: 'Basic' })
    const contact = await own.aContact('Mira@example.net', { first_name: 'Mira', properties: { plan: 'Pro' } })
    const id = await made({ reply_to: 'answers@acme.example', preview_text: 'Look' })
    const { status, body } = await test(id, ['Tester <nobody@example.net>', 'mira@example.net', 'MIRA@example.net'])
    expect([status, body]).toEqual([
      200,
      {
        object: 'broadcast_test',
        id,
        emails: [
          { id: expect.any(String), to: 'nobody@example.net' },
          { id: expect.any(String), to: 'MIRA@example.net' },
        ],
      },
    ])
    const [nobody, mira] = await Promise.all(body.emails.map((email: { id: string }) => get(`/emails/${email.id}`)))
    expect(nobody).toMatchObject({ to: ['nobody@example.net'], subject: '[Test] Hi ' })
    expect(nobody.html).toContain(`<p>you Basic</p><a href="${server.url}/unsubscribe">Leave</a>`)
    expect(mira).toMatchObject({ subject: '[Test] Hi Mira', reply_to: ['answers@acme.example'] })
    expect(mira.html).toMatch(/^<div style="display:none[^>]*>Look<\/div><p>Mira Pro<\/p>/)
    const link = /href="([^"]+)"/.exec(mira.html)![1]!
    expect(
      (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status,
    ).toBe(204)
    expect((await get(`/contacts/${contact}`)).unsubscribed).toBe(true)
  })

  it('does not change the broadcast or its results', async () => {
    const id = await made()
    const before = await get(`/broadcasts/${id}`)
    const { emails } = (await test(id, 'a@example.net')).body
    await expect.poll(async () => (await get(`/emails/${emails[0].id}`)).last_event).toBe('delivered')
    expect(await get(`/broadcasts/${id}`)).toEqual(before)
    expect((await get(`/broadcasts/metrics?broadcast_id=${id}`)).totals).toMatchObject({ sent: 0, delivered: 0 })
  })

  it('accepts one to five addresses', async () => {
    const id = await made()
    const some = (count: number): string[] => Array.from({ length: count }, (_, n) => `some-${n}@example.net`)
    expect((await test(id, some(5))).body.emails).toHaveLength(5)
    for (const wrong of [some(6), [], 'nobody', ['nobody'], undefined]) {
      const { status, body } = await test(id, wrong)
      expect([status, body.message], JSON.stringify(wrong)).toEqual([422, expect.stringContaining('`to`')])
    }
  })

  it('rejects a broadcast without content', async () => {
    const { body } = await test(await made({ html: null }), 'a@example.net')
    expect(body).toMatchObject({ statusCode: 422, message: expect.stringContaining('`html`') })
  })
})
