// The global search, used without scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation } from '../support/automations.ts'
import { contactsOf } from '../support/contacts.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const find = (q: string): ReturnType<Person['get']> => person.get(`/search?${new URLSearchParams({ q })}`)

/** Listed names by group. */
async function groups(q: string): Promise<Record<string, string[]>> {
  const { text } = await find(q)
  const sections = [...text.matchAll(/<section aria-labelledby="(\w+)">(.*?)<\/section>/gs)]
  const names = (part: string): string[] =>
    [...part.matchAll(/<a href="[^"]*"(?: class="subject")?>\s*<bdi>([^<]+)/g)].map(([, name]) => name!)
  return Object.fromEntries(sections.map(([, title, part]) => [title, names(part!)]))
}

async function sent(fields: object = {}, key = server.key): Promise<string> {
  const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'S', text: 'T', ...fields }
  return (await server.call('POST', '/emails', { body, key })).body.id
}

describe('global search', () => {
  it('explains what can be searched', async () => {
    const { text } = await person.get('/search')
    expect(text).toMatch(/<form class="search" method="get" action="\/search" role="search"/)
    expect(text).toContain('Search tips')
    expect((await find('  ')).text).toContain('Search tips')
  })

  it('matches parts of names and address prefixes in each group, case-insensitively', async () => {
    const own = contactsOf(server)
    await own.aContact('quince@example.net', { first_name: 'Ada' })
    await own.aContact('other@example.net', { first_name: 'Rose', last_name: 'Quincey' })
    await sent({ subject: 'About quinces' })
    await sent({ to: 'eva.quince@example.net', subject: 'To Eva' })
    const segment_id = await own.aSegment()
    const broadcast = { name: 'Autumn', from: 'a@example.org', subject: 'Quince time', html: '<p>Hi</p>', segment_id }
    await server.call('POST', '/broadcasts', { body: broadcast })
    await anAutomation(server, { name: 'Quince reminder' })
    await aPublishedTemplate(server, { name: 'Jam', alias: 'quince-jam' })
    const inboxes = await inboxesOf(server, 'help.example.org')
    await inboxes.anInbox()
    await inboxes.receive({ subject: 'My quince tree' })
    expect(await groups('QUINCE')).toEqual({
      people: ['quince@example.net', 'other@example.net'],
      emails: ['To Eva', 'About quinces'],
      threads: ['My quince tree'],
      broadcasts: ['Autumn'],
      templates: ['Jam'],
      automations: ['Quince reminder'],
    })
  })

  it('shows five results per group with a link to the full list', async () => {
    for (let each = 1; each <= 6; each++) {
      await contactsOf(server).aContact(`many-${each}@example.net`)
      await sent({ to: 'x@example.net', subject: `Many ${each}` })
    }
    const found = await groups('many')
    expect(found.people).toEqual([1, 2, 3, 4, 5].map(each => `many-${each}@example.net`))
    expect(found.emails).toEqual([6, 5, 4, 3, 2].map(each => `Many ${each}`))
    const { text } = await find('many')
    expect(text).toContain('<a class="alone" href="/emails?q=many">More matching emails</a>')
    expect(text).toContain('<a class="alone" href="/contacts?q=many">More matching contacts</a>')
  })

  it('redirects from an id, a Message-ID or the address of a contact to its page', async () => {
    const id = await sent()
    const contact = await contactsOf(server).aContact('Whole@example.net')
    const { body: domain } = await server.call('POST', '/domains', { body: { name: 'ids.example.org' } })
    const automation = await anAutomation(server, { name: 'By its ID' })
    const cases = {
      [id]: `/emails/${id}`,
      [`<${id.toUpperCase()}@example.org>`]: `/emails/${id}`,
      [contact]: `/contacts/${contact}`,
      [domain.id]: `/domains/${domain.id}`,
      [automation]: `/automations/${automation}`,
      'whole@EXAMPLE.net': '/people/whole%40example.net',
    }
    for (const [q, location] of Object.entries(cases)) expect([q, (await find(q)).location]).toEqual([q, location])
  })

  it('links to the page of an address without a contact', async () => {
    await sent({ to: 'no.contact@example.net', subject: 'Only a mail' })
    const { text } = await find('no.contact@example.net')
    expect(text).toContain('<a class="alone" href="/people/no.contact%40example.net">')
    expect(text).toContain('<bdi>Only a mail</bdi>')
  })

  it('hides the data of another team, by words and by id', async () => {
    const stranger = await aTeam(server)
    const id = await sent({ subject: 'Secret plans' }, stranger.key)
    const contact = await contactsOf(server, stranger.key).aContact('secret@example.com')
    for (const q of ['secret', 'secret@example.com', id, contact]) {
      const { status, text } = await find(q)
      expect([status, text.includes('No results.')]).toEqual([200, true])
    }
  })

  it.each(['%', '"\'><script>x', '_', '\u{1f600}', 'x'.repeat(400), 'a\u0000b'])('accepts %j', async q => {
    const { status, text } = await find(q)
    expect([status, text.includes('<script>x')]).toEqual([200, false])
  })
})
