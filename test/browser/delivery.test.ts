// The delivery page of operators: relays, destinations, queued emails and pauses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'

let sink: MailSink
let server: TestServer
let person: Person
beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, STOP_SECONDS: '1' })
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

async function sent(to: string): Promise<string> {
  const body = { from: 'me@from.example', to, subject: 'S', text: 'T' }
  return (await server.call('POST', '/emails', { body })).body.id
}
const event = async (id: string): Promise<string> => (await server.call('GET', `/emails/${id}`)).body.last_event
const page = async (): Promise<string> => (await person.get('/delivery')).text

describe('delivery page', () => {
  it('shows the last response of a relay and lists pauses, which can be ended', async () => {
    const first = await sent('x@a.example')
    await expect.poll(() => event(first)).toBe('delivered')
    await expect.poll(page).toContain('<bdi>relay:main</bdi>')
    const made = await person.post('/delivery/pause', {
      scope: 'destination',
      name: 'b.example',
      reason: '<b>Moving</b>',
    })
    expect([made.status, made.location]).toEqual([303, '/delivery?done=paused'])
    expect(await page()).toContain('Emails to a domain: b.example')
    expect(await page()).toContain('&lt;b&gt;Moving&lt;/b&gt;')
    const [, end] = /action="(\/delivery\/pauses\/[\w-]+\/end)"/.exec(await page())!
    expect((await person.post(end!, {})).location).toBe('/delivery?done=resumed')
    expect(await page()).toContain('Nothing is paused.')
    const again = await person.post(end!, {})
    expect(again.status).toBe(404)
  })

  it('shows the number of queued emails and the next attempt', async () => {
    await expect.poll(page).toContain('No emails are queued.')
    const body = { from: 'me@from.example', to: 'x@later.example', subject: 'S', text: 'T' }
    const ids: string[] = []
    for (const hours of [2, 3]) {
      const scheduled_at = new Date(Date.now() + hours * 3_600_000).toISOString()
      ids.push((await server.call('POST', '/emails', { body: { ...body, scheduled_at } })).body.id)
    }
    const text = (await page()).replaceAll(/\s+/g, ' ')
    expect(text).toContain('2 emails are queued, including scheduled and retried emails. The next attempt is due <time')
    for (const id of ids) await server.call('POST', `/emails/${id}/cancel`)
  })

  it('shows an unreachable relay and the emails queued for it', async () => {
    const own = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, STOP_SECONDS: '1' })
    const operator = aPerson(own)
    await operator.logIn()
    const body = { from: 'me@from.example', to: 'x@down.example', subject: 'S', text: 'T' }
    for (let count = 0; count < 3; count++) await own.call('POST', '/emails', { body })
    const read = async () => (await operator.get('/delivery')).text.replaceAll(/\s+/g, ' ')
    await expect.poll(read).toMatch(/<bdi>relay:main<\/bdi>.*Unreachable/)
    const text = await read()
    expect(text).toContain('3 emails are queued')
    expect(text).not.toMatch(/>Open<|No emails are queued/)
    expect(text).toMatch(/Can’t reach the mail server 127.0.0.1:\d+. Emails are queued. Last attempt <time /)
    expect(text).not.toMatch(/>[^<]*\d{4}-\d\d-\d\dT[^<]*</)
    await own.stop()
  })

  it('rejects an invalid pause and keeps the input', async () => {
    const { status, text } = await person.post('/delivery/pause', { scope: 'sender', name: 'no domain', reason: 'Why' })
    expect(status).toBe(422)
    expect(text).toContain('must be a domain such as example.com')
    expect(text).toContain('value="no domain"')
    expect(await page()).toContain('Nothing is paused.')
  })

  it('shows the rules of each relay without its credentials', async () => {
    const relays = [
      'one=smtp://user:hunter2-secret@relay-1.example;weight=3',
      'spare=smtp://relay-3.example:2525;weight=0',
      'eu=smtps://relay-4.example;domains=gmx.example,*.web.example;senders=shop.example;connections=7;per_minute=600',
    ]
    const own = await startServer({ SMTP_RELAYS: relays.join(' '), UNVERIFIED_DOMAINS: 'allow' })
    const operator = aPerson(own)
    await operator.logIn()
    const { text } = await operator.get('/delivery')
    for (const words of [
      '<bdi>one</bdi>',
      '<code>relay-1.example</code>',
      'Weight 3',
      '<code>relay-3.example:2525</code>',
      'Standby',
      'Emails to gmx.example, *.web.example',
      'Emails from shop.example',
      '7 connections, 600 emails per minute',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('user')
    await own.stop()
  })

  it('returns 403 to members who are not operators', async () => {
    const account = await aColleague(server, { email: 'colleague@example.net' })
    const colleague = aPerson(server)
    await colleague.logIn('/mailbox', account)
    expect((await colleague.get('/delivery')).status).toBe(403)
    expect((await colleague.get('/mailbox')).text).not.toContain('href="/delivery"')
    expect(await page()).toContain('href="/delivery"')
  })
})
