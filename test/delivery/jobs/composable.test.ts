// Any HTML that the server accepts is composed and delivered, however the email was created.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCaptured, listCaptured } from '../../../src/mail/delivery/store.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { type TestServer, startServer } from '../../support/server.ts'

/** The library that generates the plain text throws on this list. */
const ROMAN = '<p>Steps</p><ol type="i" start="10000"><li>a</li></ol>'
/** The library generates a NUL from this list. */
const LETTERS = '<ol type=A start=x><li>a</li></ol>'

let sink: MailSink
let sending: TestServer
let capturing: TestServer
beforeAll(async () => {
  sink = await mailSink()
  sending = await startServer({ SMTP_URL: sink.url })
  capturing = await startServer()
})
afterAll(async () => {
  await Promise.all([sending.stop(), capturing.stop()])
  await sink.close()
})

const send = async ({ call }: TestServer, fields: object): Promise<string> =>
  (await call('POST', '/emails', { body: { ...anEmailBody(), ...fields } })).body.id

async function rawOf({ call, database, queue }: TestServer, id: string): Promise<string> {
  await queue.idle()
  const { team_id } = (await database.read(tx => tx.get(captured, { email_id: id })))!
  expect((await call('GET', `/emails/${id}`)).body.last_event).toBe('delivered')
  const { rows } = await database.read(tx => listCaptured(tx, { team_id }, { limit: 100 }))
  const item = rows.find(({ email_id }) => email_id === id)!
  return (await database.read(tx => findCaptured(tx, team_id, item.id)))!.raw
}

const captured = statement<{ email_id: string }, { team_id: string }>((knex, place) =>
  knex('captured_mail').select('team_id').where('email_id', place('email_id')),
)

describe('HTML that the text library cannot convert', () => {
  it.each([ROMAN, LETTERS])('is captured with a plain text part: %s', async html => {
    const id = await send(capturing, { html })
    const parsed = await PostalMime.parse(await rawOf(capturing, id))
    expect(parsed.html?.trim()).toBe(html)
    expect(parsed.text).toMatch(/a\n$/)
    expect(parsed.text).not.toContain('\0')
    const { body } = await capturing.call('GET', `/emails/${id}`)
    // the email is returned as submitted: its text was generated
    expect(body).toMatchObject({ last_event: 'delivered', html, text: null })
  })

  it('is delivered, also from a template', async () => {
    const html = `${ROMAN}<p>{{{NAME}}}</p>`
    const template = { name: 'Steps', alias: 'steps', html, variables: [{ key: 'NAME', type: 'string' }] }
    await sending.call('POST', '/templates', { body: template })
    await sending.call('POST', '/templates/steps/publish')
    // the text of a template is generated the same way
    expect((await sending.call('GET', '/templates/steps')).body.text).toContain('Steps\n\na')
    await send(sending, { html: ROMAN })
    await send(sending, { html: undefined, template: { id: 'steps', variables: { NAME: 'Ada' } } })
    // both are delivered concurrently, in either order
    const parsed = await Promise.all((await sink.received(2)).map(({ raw }) => PostalMime.parse(raw)))
    expect(parsed.map(({ text }) => text).toSorted()).toEqual(['Steps\n\na\n', 'Steps\n\na\n\nAda\n'])
  })

  it('is delivered from an automation', async () => {
    const template = { name: 'Run', alias: 'run', from: 'a@example.org', subject: 'Run', html: ROMAN }
    await capturing.call('POST', '/templates', { body: template })
    await capturing.call('POST', '/templates/run/publish')
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'mail', type: 'send_email', config: { template: { id: 'run' } } },
    ]
    const graph = { name: 'Run', steps, connections: [{ from: 'start', to: 'mail' }] }
    const { id } = (await capturing.call('POST', '/automations', { body: graph })).body
    await capturing.call('PATCH', `/automations/${id}`, { body: { status: 'enabled' } })
    await capturing.call('POST', '/events/send', { body: { event: 'user.created', email: 'run@example.net' } })
    await capturing.queue.idle()
    const { data } = (await capturing.call('GET', '/emails')).body
    expect(data[0]).toMatchObject({ subject: 'Run', last_event: 'delivered' })
  })
})
