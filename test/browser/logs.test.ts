// The request log pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock(new Date().toISOString())
let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer({}, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

const paths = (text: string): string[] => [...text.matchAll(/<bdi>(\/[^<]*)<\/bdi>/g)].map(([, path]) => path!)

describe('log page', () => {
  it('is empty at first', async () => {
    expect((await person.get('/logs')).text).toContain('No requests yet.')
  })

  it('lists requests, newest first, and filters them', async () => {
    await server.call('POST', '/contacts', { body: { email: '<b>' } })
    await server.call('GET', '/contacts')
    await server.call('GET', '/topics/00000000-0000-4000-8000-000000000001')
    const list = async (query = '') => paths((await person.get(`/logs${query}`)).text)
    expect(await list()).toEqual(['/topics/00000000-0000-4000-8000-000000000001', '/contacts', '/contacts'])
    expect(await list('?q=contacts')).toEqual(['/contacts', '/contacts'])
    expect(await list('?q=/contacts&status=4')).toEqual(['/contacts'])
    expect(await list('?method=GET&status=404')).toEqual(['/topics/00000000-0000-4000-8000-000000000001'])
    const { text } = await person.get('/logs?status=500')
    expect(text).toContain('No matching requests.')
  })

  it('is paginated', async () => {
    for (let count = 0; count < 30; count++) await server.call('GET', `/segments?limit=${1 + count}`)
    const { text } = await person.get('/logs?q=/segments')
    const older = /<a href="([^"]+)" class="older">Older<\/a>/.exec(text)![1]!
    const next = await person.get(older.replaceAll('&amp;', '&'))
    expect([paths(text).length, paths(next.text).length]).toEqual([25, 5])
    expect(next.text).toContain('Newest')
  })

  it('shows a request with its bodies and finds it by id', async () => {
    const { headers } = await server.call('POST', '/contacts', { body: { email: '<b>' } })
    const id = headers.get('x-request-id')
    expect((await person.get(`/logs?q=${id}`)).location).toBe(`/logs/${id}`)
    const { status, text } = await person.get(`/logs/${id}`)
    expect(status).toBe(200)
    expect(text).toContain('&quot;email&quot;: &quot;&lt;b&gt;&quot;')
    expect(text).toContain('validation_error')
    const unread = await server.call('GET', '/logs')
    const page = await person.get(`/logs/${unread.headers.get('x-request-id')}`)
    expect(page.text).toContain('Not stored: responses of the log itself are not logged.')
  })

  it('hides requests of other teams', async () => {
    const { key } = await aTeam(server, 'Elsewhere')
    const { headers } = await server.call('GET', '/audiences', { key })
    expect((await person.get('/logs?q=/audiences')).text).toContain('No matching requests.')
    expect((await person.get(`/logs/${headers.get('x-request-id')}`)).status).toBe(404)
  })
})
