// The suppressions page: reasons, adding, search and removal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, aPerson } from '../support/pages.ts'
import { aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const text = async (path: string): Promise<string> => (await person.get(path)).text

const suppress = async (email: string): Promise<string> =>
  (await server.call('POST', '/suppressions', { body: { email } })).body.id

describe('suppressions page', () => {
  it('explains itself when it is empty', async () => {
    expect(await text('/suppressions')).toContain('Bounces and spam complaints appear here automatically.')
  })

  it('adds a suppression, shows its reason, links to the recipient and removes it', async () => {
    await person.get('/suppressions')
    const { location } = await person.post('/suppressions/add', { email: 'No.More@example.net' })
    expect(location).toBe('/suppressions?done=added')
    const page = await text(location!)
    expect(page).toContain('Address suppressed.')
    expect(page).toMatch(/<a href="\/people\/no\.more%40example\.net"\s*><bdi>No\.More@example\.net<\/bdi>/)
    expect(page).toContain('<span class="tag">Added manually</span>')
    const { body } = await server.call('GET', '/suppressions/no.more@example.net')
    expect(body).toMatchObject({ origin: 'manual' })
    expect((await person.post(`/suppressions/${body.id}/lift`)).location).toBe('/suppressions?done=lifted')
    expect((await server.call('GET', '/suppressions/no.more@example.net')).status).toBe(404)
    expect((await person.post(`/suppressions/${body.id}/lift`)).status).toBe(404)
  })

  it.each(['', 'nobody', 'a@example.net, b@example.net', 'Ada <ada@example.net>', '<script>@example.net'])(
    'rejects %j as an address',
    async email => {
      await person.get('/suppressions')
      const { status, text: page } = await person.post('/suppressions/add', { email })
      expect(status).toBe(422)
      expect(page).toContain('“Email address” must be one address, such as name@example.com.')
      expect(page).not.toContain('<script>')
    },
  )

  it('searches by address and reports an address that is not suppressed', async () => {
    await suppress('found@example.net')
    await suppress('other@example.net')
    const page = await text('/suppressions?q=FOUND%40example.net')
    expect([page.includes('found@example.net</bdi>'), page.includes('other@example.net')]).toEqual([true, false])
    const none = await text('/suppressions?q=none%40example.net')
    expect(none).toContain('This address is not suppressed.')
    expect(none).toContain('href="/people/none%40example.net"')
  })

  it('keeps the filter by reason across pages of 25', async () => {
    for (let count = 0; count < 27; count++) await suppress(`many${count}@example.net`)
    const first = await text('/suppressions?origin=manual')
    expect(first.match(/<th scope="row"/g)).toHaveLength(25)
    const older = /href="(\/suppressions\?origin=manual&amp;after=[^"]+)"/.exec(first)![1]!
    expect(await text(older.replaceAll('&amp;', '&'))).toContain('many0@example.net')
    expect(await text('/suppressions?origin=bounce')).toContain('No suppressions for this reason.')
    expect(Buffer.byteLength(first)).toBeLessThan(40_000)
  })

  it('hides the addresses of erased contacts and the suppressions of another team', async () => {
    const { body } = await server.call('POST', '/contacts', {
      body: { email: 'erased@example.net', unsubscribed: true },
    })
    await server.call('POST', `/contacts/${body.id}/erase`)
    await server.queue.idle()
    const page = await text('/suppressions')
    expect(page).not.toContain('erased@example.net')
    expect(page).not.toContain('erased.invalid')
    const id = await suppress('mine@example.net')
    await aTeamOf(server, server.admin.email, 'Others')
    const { text: own } = await person.get('/suppressions')
    const other = /name="team_id" value="([^"]+)"\s*>\s*<bdi>Others/.exec(own)![1]!
    await person.post('/team/switch', { team_id: other, next: '/suppressions' })
    expect(await text('/suppressions')).not.toContain('mine@example.net')
    expect((await person.post(`/suppressions/${id}/lift`)).status).toBe(404)
  })
})
