// Pages link only to pages that the person may open.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contactsOf } from '../support/contacts.ts'
import { aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
const PAGES_MAX = 150

beforeAll(async () => {
  server = await startServer()
  const made = contactsOf(server)
  const segment_id = await made.aSegment('Readers')
  await made.aTopic({ name: 'News' })
  await made.aContact('ada@example.net', { segments: [{ id: segment_id }] })
  const mail = { from: 'news@example.com', subject: 'Hi', html: '<p>Hi</p>' }
  await server.call('POST', '/emails', { body: { ...mail, to: 'ada@example.net' } })
  await server.call('POST', '/broadcasts', { body: { ...mail, segment_id } })
  await server.call('POST', '/broadcasts', { body: { ...mail, segment_id, send: true } })
  await server.call('POST', '/templates', { body: { name: 'Receipt', ...mail } })
  await server.call('POST', '/webhooks', { body: { endpoint: 'https://hook.example/', events: ['email.sent'] } })
  await server.call('POST', '/domains', { body: { name: 'mail.example.org' } })
  await server.queue.idle()
})
afterAll(() => server.stop())

it.each(['viewer', 'marketer', 'developer'] as const)(
  'pages link a %s only to pages that the role may open',
  async role => {
    const person = aPerson(server)
    await person.logIn('/start', await aColleague(server, { email: `${role}@example.net`, role }))
    const seen = new Map<string, Set<string>>([['/start', new Set()]])
    const refused: string[] = []
    for (const path of seen.keys()) {
      const { status, text } = await person.get(path)
      if (status === 403) refused.push(path)
      if (status !== 200) continue
      for (const [, href] of text.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)/g)) {
        const next = href!.replaceAll('&amp;', '&')
        if (/^\/(?:docs|assets)/.test(next)) continue
        if (seen.size < PAGES_MAX && !seen.has(next)) seen.set(next, new Set())
        seen.get(next)?.add(path)
      }
    }
    expect(refused.flatMap(path => [...seen.get(path)!].map(from => `${from} leads to ${path}`))).toEqual([])
    expect(seen.size).toBeGreaterThan(40)
  },
)
