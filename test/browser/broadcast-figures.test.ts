// Progress figures of a broadcast: accepted, delivered and delayed recipients, and why it waits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const time = clock('2026-11-20T12:00:00.000Z')
let sink: MailSink
let server: TestServer
let person: Person
let made: ReturnType<typeof contactsOf>

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (address.startsWith('busy') ? { code: 451, words: '4.2.0 Come again' } : undefined),
  })
  server = await startServer({ SMTP_URL: sink.url }, { now: time.now })
  made = contactsOf(server)
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const text = async (path: string): Promise<string> => (await person.get(path)).text.replaceAll(/\s+/g, ' ')

async function begun(names: readonly string[], more: object = {}): Promise<string> {
  const segment_id = await made.aSegment()
  for (const name of names) await made.aContact(`${name}@figures.example`, { segments: [{ id: segment_id }] })
  const body = {
    name: 'Figures',
    from: 'a@acme.example',
    subject: 'Hi',
    html: '<p>Hi</p>',
    segment_id,
    send: true,
    ...more,
  }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}

/** Numbers in the results table, by row title. */
function figures(page: string): Record<string, string> {
  const rows = [...page.matchAll(/<th scope="row">(.*?)<\/th> <td>([\d,]+)<\/td>/g)]
  return Object.fromEntries(rows.map(([, title, count]) => [title!.replaceAll(/<[^>]*>/g, '').trim(), count!]))
}

describe('broadcast figures', () => {
  it('count queued, delivered and delayed recipients separately', async () => {
    const id = await begun(['well', 'fine', 'busy'])
    await expect
      .poll(async () => {
        time.forward(50)
        return figures(await text(`/broadcasts/${id}`))
      })
      .toMatchObject({ Queued: '3', Sent: '3', Delivered: '2', 'Delayed at first': '1', Bounced: '0' })
    expect(await text(`/broadcasts/${id}`)).toContain('3 of 3 emails queued.')
  })

  it('show when quiet hours end, in the time zone of the recipients', async () => {
    const hours = { quiet_hours: { from: '06:00', to: '09:00' }, time_zone: 'America/New_York' }
    const id = await begun(['early'], hours)
    const words = 'The next emails are sent at 09:00 in America/New_York (<time datetime="2026-11-20T14:00:00.000Z"'
    await expect
      .poll(async () => {
        time.forward(50)
        return text(`/broadcasts/${id}`)
      })
      .toContain(words)
    expect(figures(await text(`/broadcasts/${id}/progress`))).toMatchObject({ Queued: '0', Delivered: '0' })
    await person.post(`/broadcasts/${id}/cancel`)
    expect(await text(`/broadcasts/${id}`)).not.toContain('The next emails are sent at')
  })
})
