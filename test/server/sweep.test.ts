// The sweep deletes expired records, a part at a time, and nothing else.
import http from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { sql as besideIt } from '../support/beside.ts'
import { ON_POSTGRES } from '../support/databases.ts'
import { anEmailBody } from '../support/emails.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { aTrackedDomain, readMail } from '../support/tracked.ts'

const DAY_MS = 86_400_000
const AT = '2026-11-20T12:00:00.000Z'

let server: TestServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

const sql = <T = unknown>(text: string, ...values: unknown[]): Promise<T[]> => besideIt<T>(server!, text, ...values)

/** This many rows of a table, copied from an existing one. */
function many(table: string, key: string, count: number, columns: string, row: string): Promise<unknown> {
  return sql(`insert into ${table} (${key}, ${columns})
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
       select 'row ' || i, ${row} from n`)
}

const countOf = async (table: string): Promise<number> =>
  (await sql<{ n: number }>(`select count(*) n from ${table}`))[0]!.n

describe('the sweep', () => {
  it('deletes thousands of expired rows in parts, and lets other work run between them', async () => {
    const time = clock(AT)
    server = await startServer({}, { now: time.now })
    const [user] = await sql<{ id: string }>('select id from users')
    const [team] = await sql<{ id: string }>('select id from teams')
    const COUNT = 6000
    await many(
      'sessions',
      'token_hash',
      COUNT,
      'user_id, created_at, last_seen_at, expires_at',
      `'${user!.id}', '${AT}', '${AT}', '2026-11-21'`,
    )
    await many(
      'idempotency_keys',
      'key',
      COUNT,
      'team_id, operation, body_hash, status, answer, created_at',
      `'${team!.id}', 'x', 'x', 200, '{}', '${AT}'`,
    )
    // kept: neither expired nor old
    await sql(
      "insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values ('live', ?, ?, '2026-11-22', '2027-01-01')",
      user!.id,
      AT,
    )
    time.forward(2 * DAY_MS)
    const expired = async (): Promise<number> => (await countOf('sessions')) - 1 + (await countOf('idempotency_keys'))
    const seen = new Set<number>()
    while ((await expired()) > 0) {
      expect((await server.call('POST', '/emails', { body: anEmailBody() })).status).toBe(200)
      seen.add(await expired())
    }
    // other queries were answered during it, again and again
    expect(seen.size).toBeGreaterThan(5)
    expect(await sql('select token_hash from sessions')).toEqual([{ token_hash: 'live' }])
  })

  it('deletes the recipients of finished broadcasts, in parts, together with their emails', async () => {
    const time = clock(AT)
    server = await startServer({ RETENTION_DAYS: '10' }, { now: time.now })
    const { call } = server
    const [team] = await sql<{ id: string }>('select id from teams')
    const { body: segment } = await call('POST', '/segments', { body: { name: 'Everybody' } })
    const content = { segment_id: segment.id, from: 'news@acme.example', subject: 'Hi', text: 'Hello' }
    const contact = `('01890000-0000-7000-8000-' || (100000000000 + i))${ON_POSTGRES ? '::uuid' : ''}`
    const made = async (status: string, at: string): Promise<string> => {
      const { body } = await call('POST', '/broadcasts', { body: content })
      await sql('update broadcasts set status = ?, sent_at = ? where id = ?', status, at, body.id)
      for (const [table, more, values] of [
        ['broadcast_recipients', 'email', "'a@example.net'"],
        ['broadcast_waiting', 'name', "'held'"],
      ] as const) {
        await sql(`insert into ${table} (broadcast_id, contact_id, team_id, ${more})
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
          select '${body.id}', ${contact}, '${team!.id}', ${values} from n`)
      }
      await sql(
        'insert into broadcast_turns (broadcast_id, team_id, name) values (?, ?, ?)',
        body.id,
        team!.id,
        'zone:UTC',
      )
      return body.id
    }
    // within days in which no month of emails expires
    const young = new Date(Date.parse(AT) + 13 * DAY_MS).toISOString()
    const [old, canceled, later, running] = [
      await made('sent', AT),
      await made('canceled', AT),
      await made('sent', young),
      await made('queued', AT),
    ]
    time.forward(14 * DAY_MS)
    const left = async (table: string): Promise<Record<string, number>> => {
      const rows = await sql<{ id: string; n: number }>(
        `select broadcast_id id, count(*) n from ${table} group by broadcast_id`,
      )
      return Object.fromEntries(rows.map(({ id, n }) => [id, n]))
    }
    const settles = (table: string) => expect.poll(async () => (await server!.queue.idle(), left(table)))
    await settles('broadcast_recipients').toEqual({ [later]: 2500, [running]: 2500 })
    await settles('broadcast_waiting').toEqual({ [running]: 2500 })
    await settles('broadcast_turns').toEqual({ [running]: 1 })
    for (const id of [old, canceled]) expect((await call('GET', `/broadcasts/${id}`)).body.text).toBe('Hello')
  })

  // PostgreSQL deletes whole months: test/store/postgres/months.test.ts
  it.skipIf(ON_POSTGRES)(
    'deletes finished emails with all that belongs to them, and captured emails, after their retention',
    async () => {
      const time = clock(AT)
      server = await startServer({ RETENTION_DAYS: '10', CAPTURED_RETENTION_DAYS: '3' }, { now: time.now })
      const { call, queue } = server
      const post = async (count: number): Promise<string[]> => {
        const ids = []
        for (let each = 0; each < count; each++)
          ids.push(
            (await call('POST', '/emails', { body: anEmailBody({ attachments: [{ content: 'YQ==' }] }) })).body.id,
          )
        await queue.idle()
        return ids
      }
      const old = await post(60)
      // as if these still waited for their server
      const waiting = old.slice(0, 30)
      for (const id of waiting)
        await sql("update email_states set last_event = 'delivery_delayed' where email_id = ?", id)
      time.forward(4 * DAY_MS)
      const young = await post(3)
      await expect.poll(async () => (await queue.idle(), countOf('captured_mail'))).toBe(3)
      expect(await countOf('emails')).toBe(63)
      time.forward(7 * DAY_MS)
      await expect.poll(async () => (await queue.idle(), countOf('emails'))).toBe(33)
      const { body } = await call('GET', '/emails?limit=100')
      expect(body.data.map(({ id }: { id: string }) => id).toSorted()).toEqual([...waiting, ...young].toSorted())
      expect((await call('GET', `/emails/${old.at(-1)}`)).status).toBe(404)
      for (const table of ['email_states', 'email_attempts', 'email_events', 'email_attachments']) {
        expect(await sql(`select * from ${table} where email_id not in (select id from emails)`), table).toEqual([])
      }
      expect([await countOf('email_states'), await countOf('email_attachments')]).toEqual([33, 33])
      // their files share one content, which other emails still use
      expect([await countOf('blobs'), await countOf('blob_chunks')]).toEqual([1, 1])
      await sql("update email_states set last_event = 'failed'")
      time.forward(11 * DAY_MS)
      await expect.poll(async () => (await queue.idle(), countOf('emails'))).toBe(0)
      for (let day = 0; day < 3; day++) {
        time.forward(DAY_MS)
        await queue.idle()
      }
      await expect.poll(async () => (await queue.idle(), countOf('blobs'))).toBe(0)
      expect(await countOf('blob_chunks')).toBe(0)
    },
  )

  it('keeps emails forever and captured emails for 30 days by default', async () => {
    const time = clock(AT)
    server = await startServer({}, { now: time.now })
    await server.call('POST', '/emails', { body: anEmailBody() })
    await server.queue.idle()
    time.forward(29 * DAY_MS)
    await server.queue.idle()
    expect([await countOf('emails'), await countOf('captured_mail')]).toEqual([1, 1])
    time.forward(2 * DAY_MS)
    await expect.poll(async () => (await server!.queue.idle(), countOf('captured_mail'))).toBe(0)
    time.forward(3000 * DAY_MS)
    await server.queue.idle()
    expect(await countOf('emails')).toBe(1)
  })

  it('deletes the program and network of an opened email after 30 days, but not the open event', async () => {
    const time = clock(new Date().toISOString())
    const settings = { DELIVERY: 'capture', PUBLIC_URL: 'http://mail.example' }
    server = await startServer(settings, { now: time.now })
    await aTrackedDomain(server, 'tracked.example.org')
    const body = anEmailBody({ from: 'ada@tracked.example.org' })
    const { id } = (await server.call('POST', '/emails', { body })).body
    await server.queue.idle()
    const [{ raw } = { raw: '' }] = await sql<{ raw: string }>('select raw from captured_mail')
    const { picture } = await readMail(raw)
    const at = new URL(picture!)
    // fetch sets no such header
    const status = await new Promise(resolve => {
      const asked = { host: '127.0.0.1', port: server!.port, path: at.pathname, headers: { host: at.host } }
      http.get(asked, answer => answer.resume().on('end', () => resolve(answer.statusCode)))
    })
    expect([status, await countOf('email_visits')]).toEqual([200, 1])
    time.forward(29 * DAY_MS)
    await server.queue.idle()
    expect(await countOf('email_visits')).toBe(1)
    time.forward(2 * DAY_MS)
    await expect.poll(async () => (await server!.queue.idle(), countOf('email_visits'))).toBe(0)
    const { timeline } = (await server.call('GET', `/emails/${id}?include=timeline`)).body
    expect(timeline.filter(({ type }: { type: string }) => type === 'opened').length).toBe(1)
  })
})
