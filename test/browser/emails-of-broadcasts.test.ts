// The email list and the mailbox after a broadcast.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let sink: MailSink
let server: TestServer
let person: Person

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url })
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const listed = (text: string): string[] => [...text.matchAll(/class="subject"><bdi>([^<]+)/g)].map(([, name]) => name!)
const search = async (query: Record<string, string>): Promise<string[]> =>
  listed((await person.get(`/emails?${new URLSearchParams(query)}`)).text)

describe('mailbox with captured broadcasts', () => {
  it('hides broadcast emails by default and shows them on request', async () => {
    const fresh = await startServer()
    try {
      const newcomer = aPerson(fresh)
      await newcomer.logIn()
      const made = contactsOf(fresh)
      const segment_id = await made.aSegment('Captured')
      for (let each = 0; each < 30; each++)
        await made.aContact(`captured-${each}@example.net`, { segments: [{ id: segment_id }] })
      const body = { from: 'a@example.org', subject: 'Flood', html: '<p>Hi</p>', segment_id, send: true }
      await fresh.call('POST', '/broadcasts', { body })
      const see = async (path: string) => (await newcomer.get(path)).text
      await expect.poll(async () => listed(await see('/mailbox?broadcasts=yes')).length).toBe(25)
      await fresh.queue.idle()
      const alone = await see('/mailbox')
      expect(listed(alone)).toEqual([])
      expect(alone).toContain('Only broadcast emails here.')
      expect(alone).toContain('Delete captured emails')
      const one = { from: 'a@example.org', to: 'grace@example.net', subject: 'By itself', text: 'T' }
      for (let each = 0; each < 26; each++) await fresh.call('POST', '/emails', { body: one })
      await fresh.queue.idle()
      const first = await see('/mailbox')
      expect(listed(first)).toEqual(Array(25).fill('By itself'))
      const [, next] = /href="([^"]*)" class="older"/.exec(first)!
      const second = await see(next!.replaceAll('&amp;', '&'))
      expect(listed(second)).toEqual(['By itself'])
      const [, back] = /href="([^"]*)">Newer</.exec(second)!
      expect(listed(await see(back!))).toEqual(listed(first))
      const [, apart] = /href="([^"]*)">Broadcast emails</.exec(second)!
      expect(listed(await see(apart!))).toHaveLength(25)
      expect(listed(await see('/mailbox?q=captured-7@'))).toEqual(['Flood'])
    } finally {
      await fresh.stop()
    }
  })
})

describe('email list after a broadcast', () => {
  it('shows single and automation emails by default and broadcast emails on request', async () => {
    const made = contactsOf(server)
    const alone = { from: 'a@example.org', to: 'grace@example.net', subject: 'Before it', text: 'T' }
    await server.call('POST', '/emails', { body: alone })
    const segment_id = await made.aSegment('Flood')
    for (let each = 0; each < 30; each++)
      await made.aContact(`flood-${each}@example.net`, { segments: [{ id: segment_id }] })
    const body = { from: 'a@example.org', subject: 'Flood', html: '<p>Hi</p>', segment_id, send: true }
    await server.call('POST', '/broadcasts', { body })
    await expect.poll(() => sink.messages.length).toBe(31)
    await server.queue.idle()
    const { text } = await person.get('/emails')
    expect(listed(text)).toContain('Before it')
    expect(listed(text)).not.toContain('Flood')
    expect(text).toContain('<a href="/emails" aria-current="page">Except broadcasts</a>')
    expect(new Set(await search({ origin: 'broadcast' }))).toEqual(new Set(['Flood']))
    expect(await search({ origin: 'single' })).toContain('Before it')
    expect(await search({ origin: 'automation' })).toEqual([])
    expect(new Set(await search({ origin: 'all' }))).toEqual(new Set(['Flood']))
    // A search includes emails of any origin.
    expect(await search({ q: 'flood-7@example.net' })).toEqual(['Flood'])
    expect(await search({ q: 'Flood', origin: 'single' })).toEqual([])
    expect(await search({ status: 'delivered', origin: 'broadcast' })).toContain('Flood')
    expect((await person.get('/emails?origin=nothing')).status).toBe(200)
    // The filtered list is paginated.
    const first = (await person.get('/emails?origin=broadcast')).text
    const [, next] = /href="([^"]*)" class="older"/.exec(first)!
    expect(listed((await person.get(next!.replaceAll('&amp;', '&'))).text)).toHaveLength(5)
    // The mailbox hides broadcast emails too.
    expect(listed((await person.get('/mailbox')).text)).toContain('Before it')
    expect(listed((await person.get('/mailbox')).text)).not.toContain('Flood')
  })
})
