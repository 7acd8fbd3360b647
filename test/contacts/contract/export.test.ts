// The CSV export of contacts: its content, its filters, and that memory use is limited to one page.
import { once } from 'node:events'
import http from 'node:http'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TEAM_RESPONSES_MAX } from '../../../src/interfaces/http/pieces.ts'
import { contactsOf } from '../../support/contacts.ts'
import { importOf } from '../../support/imports.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Row = Record<string, string>

const rowsIn = (csv: string): Row[] => parse(csv, { columns: true })
const emailsIn = (csv: string): string[] => rowsIn(csv).map(({ email }) => email!)

/** Prefixes of cells that no program treats as a formula, and texts that look like one. */
const NAMES = [
  'Ann',
  "'t Hooft",
  "O'Neil",
  '=1+1',
  "'=1",
  "''@x",
  '+49 30 1',
  '-5',
  '@me',
  '\t=1',
  '\uFF1D1',
  'a,"b"',
  'a\r\nb\nc\rd',
  'Zoë 🐈',
]

let teams = 0

async function ofTeam(): Promise<{
  key: string
  own: ReturnType<typeof contactsOf>
  csv: (query?: string) => Promise<string>
}> {
  const { key } = await aTeam(server, `Team ${++teams}`)
  const at = {
    ...server,
    key,
    call: (method: string, path: string, ask = {}) => server.call(method, path, { key, ...ask }),
  }
  const csv = async (query = ''): Promise<string> => {
    const { status, body } = await at.call('GET', `/contacts/export${query}`)
    expect([status, typeof body]).toEqual([200, 'string'])
    return body
  }
  return { key, own: contactsOf(at), csv }
}

describe('exportContacts', () => {
  it('returns a file with a column for each field and each property', async () => {
    const { key, own } = await ofTeam()
    await own.aProperty('plan', { fallback_value: 'free' })
    await own.aProperty('created_at')
    const id = await own.aContact('a@example.com', { first_name: 'Ann', properties: { created_at: 'long ago' } })
    await own.aContact('b@example.com', { unsubscribed: true, properties: { plan: 'pro' } })
    const { status, body, headers } = await server.call('GET', '/contacts/export', { key })
    const [one, two] = [await own.contact(id), rowsIn(body)[1]!.created_at]
    expect(status).toBe(200)
    expect(['content-type', 'content-disposition'].map(name => headers.get(name))).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="contacts.csv"',
    ])
    expect(body).toBe(
      [
        'email,first_name,last_name,unsubscribed,created_at,properties.created_at,plan',
        `a@example.com,Ann,,false,${one.created_at},long ago,`,
        `b@example.com,,,true,${two},,pro`,
        '',
      ].join('\r\n'),
    )
  })

  it('accepts Accept headers that allow CSV or JSON, and returns 406 for others', async () => {
    for (const accept of ['text/csv', 'application/json', 'text/*;q=0.5']) {
      expect((await server.call('GET', '/contacts/export', { headers: { accept } })).status).toBe(200)
    }
    const { status, body } = await server.call('GET', '/contacts/export', { headers: { accept: 'image/png' } })
    expect([status, body.message]).toEqual([406, 'The answer is a CSV: accept text/csv.'])
  })

  it('returns only the header row if there are no contacts', async () => {
    const { csv } = await ofTeam()
    expect(await csv()).toBe('email,first_name,last_name,unsubscribed,created_at\r\n')
  })

  it('returns the contacts of a segment, static or by rule, and 404 for an unknown one', async () => {
    const { key, own, csv } = await ofTeam()
    const segment = await own.aSegment('picked')
    await own.aContact('in@example.com', { first_name: 'Ada', segments: [{ id: segment }] })
    await own.aContact('out@example.com', { first_name: 'Ada' })
    await own.aContact('other@example.com')
    const rule = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Ada' }
    const ruled = await server.call('POST', '/segments', { key, body: { name: 'ruled', rule } })
    expect(ruled.status).toBe(201)
    expect(emailsIn(await csv(`?segment_id=${segment}`))).toEqual(['in@example.com'])
    expect(emailsIn(await csv(`?segment_id=${ruled.body.id.toUpperCase()}`))).toEqual([
      'in@example.com',
      'out@example.com',
    ])
    expect(emailsIn(await csv())).toHaveLength(3)
    const stranger = await server.call('GET', `/contacts/export?segment_id=${segment}`)
    expect([stranger.status, stranger.body.message]).toEqual([404, 'Segment not found'])
    const wrong = await server.call('GET', '/contacts/export?segment_id=x', { key })
    expect(wrong.status).toBe(422)
  })

  it('returns every contact once, across several pages, each with its own values', async () => {
    const { key, own, csv } = await ofTeam()
    const segment = await own.aSegment('all')
    const emails = Array.from({ length: 1203 }, (_, at) => `p${at}@example.com`)
    const file = `email,n\n${emails.map((email, at) => `${email},${at}`).join('\n')}\n`
    const column_map = { email: 'email', properties: { n: { column: 'n', type: 'number' } } }
    await importOf({ url: server.url, key }, { file, column_map, segments: [{ id: segment }] })
    for (const query of ['', `?segment_id=${segment}`]) {
      const rows = rowsIn(await csv(query))
      expect(rows.map(({ email, n }) => `${email} ${n}`).toSorted()).toEqual(
        emails.map((email, at) => `${email} ${at}`).toSorted(),
      )
    }
  })
})

describe('an exported file', () => {
  it('contains no formula, and imports as the same contacts', async () => {
    const [from, to] = [await ofTeam(), await ofTeam()]
    await from.own.aProperty('note')
    await from.own.aProperty('seats', { type: 'number' })
    for (const [at, name] of NAMES.entries()) {
      const properties = { note: name, seats: at - 5 }
      const names = { first_name: name, last_name: name, unsubscribed: at % 2 === 0 }
      await from.own.aContact(`${at % 3 === 0 ? '+' : '='}n${at}@example.com`, { ...names, properties })
    }
    const file = await from.csv()
    const cells = rowsIn(file).flatMap(({ email, first_name, last_name, note }) => [
      email!,
      first_name!,
      last_name!,
      note!,
    ])
    expect(cells.filter(cell => /^[=+\-@\t\r\n\uFF1D]/.test(cell))).toEqual([])
    const column_map = {
      email: 'email',
      first_name: 'first_name',
      last_name: 'last_name',
      unsubscribed: 'unsubscribed',
      properties: { note: { column: 'note' }, seats: { column: 'seats', type: 'number' } },
    }
    const { counts } = await importOf({ url: server.url, key: to.key }, { file, column_map })
    expect(counts).toMatchObject({ created: NAMES.length, failed: 0 })
    const without = (csv: string): string[] =>
      rowsIn(csv)
        .map(row => JSON.stringify(row, (name, value) => (name === 'created_at' ? undefined : value)))
        .toSorted()
    expect(without(await to.csv())).toEqual(without(file))
    for (const [at, name] of NAMES.entries()) {
      const email = `${at % 3 === 0 ? '+' : '='}n${at}@example.com`
      expect(await to.own.contact(encodeURIComponent(email))).toMatchObject({
        first_name: name,
        last_name: name,
        properties: { note: { value: name }, seats: { value: at - 5 } },
      })
    }
  })
})

describe('a client that reads slowly', () => {
  /** Contacts with so many values that a file of them exceeds what a connection buffers. */
  async function aLargeTeam(): Promise<string> {
    const { key } = await ofTeam()
    const note = 'x'.repeat(2000)
    const rows = Array.from({ length: 12_000 }, (_, at) => `p${at}@example.com,${note}\n`).join('')
    const column_map = { email: 'email', properties: { note: { column: 'note' } } }
    await importOf({ url: server.url, key }, { file: `email,note\n${rows}`, column_map })
    return key
  }

  async function ask(key: string): Promise<http.IncomingMessage> {
    const headers = { authorization: `Bearer ${key}` }
    const [answer] = await once(http.get(`${server.url}/contacts/export`, { headers, agent: false }), 'response')
    return answer as http.IncomingMessage
  }

  it('blocks no other request, counts against the limit of exports, and frees its place by disconnecting', async () => {
    const key = await aLargeTeam()
    const slow = await Promise.all(Array.from({ length: TEAM_RESPONSES_MAX }, () => ask(key)))
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200))
    const more = await server.call('GET', '/contacts/export', { key })
    expect([more.status, more.body.name, more.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5'])
    expect((await server.call('POST', '/contacts', { key, body: { email: 'new@example.com' } })).status).toBe(201)
    const other = await ofTeam()
    expect((await server.call('GET', '/contacts/export', { key: other.key })).status).toBe(200)
    slow.pop()!.destroy()
    const whole = await vi.waitFor(async () => {
      const again = await server.call('GET', '/contacts/export', { key })
      expect(again.status).toBe(200)
      return rowsIn(again.body)
    }, 60_000)
    expect(whole).toHaveLength(12_001)
    // the waiting exports continue where they were, without contacts created in the meantime
    const chunks: Buffer[] = []
    for await (const chunk of slow.pop()!) chunks.push(chunk as Buffer)
    expect(rowsIn(Buffer.concat(chunks).toString())).toHaveLength(12_000)
    for (const each of slow) each.destroy()
  })
})
