// Emails and the rows that belong to them are partitioned by month: partitions are created in advance, whatever blocks
// the table, and dropped as a whole.
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parsePostgresUrl } from '../../../src/base/store/postgres/address.ts'
import {
  type RunSql,
  PARTITIONED_TABLE_NAMES,
  createPartitionsSince,
} from '../../../src/base/store/postgres/partitions.ts'
import { PostgresMaintenance } from '../../../src/base/store/postgres/maintenance.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const MONTH_MS = 31 * 86_400_000
const TEAM = randomUUID()
let alone: NewDatabase
let client: Client
let upkeep: PostgresMaintenance

beforeEach(async () => {
  alone = await newDatabaseAlone()
  client = await connected()
  upkeep = new PostgresMaintenance(parsePostgresUrl(alone.url))
})
afterEach(async () => {
  await client.end()
  await alone.drop()
})

async function connected(): Promise<Client> {
  const made = new Client({ connectionString: alone.url })
  await made.connect()
  return made
}

const ask: RunSql = async sql => (await client.query(sql)).rows
const column = async (sql: string): Promise<unknown[]> =>
  (await client.query({ text: sql, rowMode: 'array' })).rows.map(row => (row as unknown[])[0])

function idAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`
}

async function addEmails(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await client.query(
      `insert into emails (id, team_id, message_id, "from", "to", cc, bcc, reply_to, subject, tags, created_at)
       values ($1, $2, '', '', '[]', '[]', '[]', '[]', '', '[]', '')`,
      [id, TEAM],
    )
  }
}

/** The partition of each row. */
const placesOf = (giant: string): Promise<unknown[]> =>
  column(`select tableoid::regclass::text from ${giant} order by id`)

const monthsOf = (giant: string): Promise<unknown[]> =>
  column(
    `select replace(relname, '${giant}_', '') from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = '${giant}'::regclass order by relname`,
  )

/** The names of the partitions from this month on. */
function fromNow(count: number): string[] {
  const now = new Date()
  return Array.from({ length: count }, (_each, by) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + by)).toISOString().slice(0, 7).replace('-', '_'),
  )
}

const inMonths = (by: number): Date => new Date(Date.now() + by * MONTH_MS)

describe('the partitions of future months', () => {
  it('exist from the start: the current month and the next two, for every large table', async () => {
    for (const giant of PARTITIONED_TABLE_NAMES)
      expect(await monthsOf(giant), giant).toEqual([...fromNow(3), 'after', 'before'])
  })

  it('are created as time passes', async () => {
    const made = fromNow(12)
    await upkeep.createPartitions(inMonths(4))
    for (const giant of PARTITIONED_TABLE_NAMES) {
      const months = (await monthsOf(giant)).slice(0, -2)
      expect(months, giant).toEqual(made.slice(0, months.length))
      expect(months.length).toBeGreaterThanOrEqual(6)
    }
  })

  it('receive the rows that existed before them, and leave the last partition open', async () => {
    const ids = [inMonths(0), inMonths(4), inMonths(5), inMonths(30)].map(idAt)
    await addEmails(...ids)
    const [now] = fromNow(1)
    expect(await placesOf('emails')).toEqual([`emails_${now}`, 'emails_after', 'emails_after', 'emails_after'])
    await upkeep.createPartitions(inMonths(4))
    const places = (await placesOf('emails')) as string[]
    expect(places[1]).toMatch(/_\d{4}_\d\d$/)
    expect(places[2]).toMatch(/_\d{4}_\d\d$/)
    expect(new Set(places.slice(0, 3)).size).toBe(3)
    expect(places[3]).toBe('emails_after')
    expect(await column('select id from emails order by id')).toEqual(ids)
    await addEmails(idAt(inMonths(50)))
    expect((await placesOf('emails')).at(-1)).toBe('emails_after')
  })

  it('are created a year at a time when a clock was far behind, and by one of two concurrent processes', async () => {
    const far = inMonths(40)
    await Promise.all([upkeep.createPartitions(far), upkeep.createPartitions(far)])
    const months = async (): Promise<number> => (await monthsOf('emails')).length - 2
    expect([15, 27]).toContain(await months())
    for (let round = 0; round < 4; round++) await upkeep.createPartitions(far)
    expect(await months()).toBeGreaterThanOrEqual(42)
    expect(new Set(await monthsOf('emails')).size).toBe((await months()) + 2)
  })

  it('are created back to a given month for imported rows', async () => {
    const id = idAt(new Date('2025-03-05'))
    await addEmails(id)
    expect(await placesOf('emails')).toEqual(['emails_before'])
    for (const giant of PARTITIONED_TABLE_NAMES) await createPartitionsSince(ask, giant, new Date('2025-02-03'))
    expect(await placesOf('emails')).toEqual(['emails_2025_03'])
    expect((await monthsOf('email_events')).slice(0, 2)).toEqual(['2025_02', '2025_03'])
    await addEmails(idAt(new Date('2025-01-05')))
    expect(await placesOf('emails')).toEqual(['emails_before', 'emails_2025_03'])
  })

  it('block other queries only briefly: a transaction that uses the table delays them to the next round', async () => {
    const other = await connected()
    await other.query('begin')
    await other.query('select id from emails')
    await upkeep.createPartitions(inMonths(3))
    expect((await monthsOf('emails')).length).toBe(5)
    expect((await monthsOf('email_events')).length).toBeGreaterThan(5)
    await other.query('commit')
    await other.end()
    await upkeep.createPartitions(inMonths(3))
    expect(await monthsOf('emails')).toEqual(await monthsOf('email_events'))
  })
})

describe('a list', () => {
  /** The newest 21 rows of the team: the scan of each partition, and how many rows of other teams it read there. */
  async function listed(team_id: string): Promise<{ name: string; others: number }[]> {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query('deallocate all')
    await client.query(
      `prepare it as select id, subject, last_event from emails left join email_states
       on email_states.team_id = emails.team_id and email_id = id
       where emails.team_id = $1 and id < $2 order by id desc limit $3`,
    )
    const { rows } = await client.query(
      `explain (analyze, costs off, timing off, format json) execute it ('${team_id}', '${idAt(inMonths(20))}', 21)`,
    )
    const looked: { name: string; others: number }[] = []
    const look = (node: Record<string, unknown>): void => {
      if (node['Node Type'] === 'Merge Append') throw new Error('All partitions are looked into')
      const name = node['Relation Name']
      if (typeof name === 'string' && name.startsWith('emails_') && node['Actual Loops'] !== 0) {
        looked.push({ name, others: Number(node['Rows Removed by Filter'] ?? 0) })
      }
      for (const part of (node.Plans as Record<string, unknown>[] | undefined) ?? []) look(part)
    }
    look(rows[0]['QUERY PLAN'][0].Plan)
    // partitions that have rows
    return looked.filter(({ name }) => fromNow(2).includes(name.slice('emails_'.length)))
  }

  /** That many in both the current and the next month. */
  async function addMany(team_id: string, count: number): Promise<void> {
    for (const month of [inMonths(0), inMonths(1)]) {
      const ids = Array.from({ length: count }, (_each, index) => idAt(new Date(month.getTime() + index)))
      await client.query(
        `insert into emails (id, team_id, message_id, "from", "to", cc, bcc, reply_to, subject, tags, created_at)
         select id, $2, 'm', 'f', '[]', '[]', '[]', '[]', 's', '[]', '' from unnest($1::uuid[]) as t(id)`,
        [ids, team_id],
      )
    }
    await client.query('analyze')
  }

  it('reads only the newest month while that has enough rows', async () => {
    await addMany(TEAM, 3000)
    expect(await listed(TEAM)).toEqual([{ name: `emails_${fromNow(2)[1]}`, others: 0 }])
  })

  it('of a small team does not scan the rows of a large team', async () => {
    const small = randomUUID()
    await addMany(TEAM, 5000)
    await addMany(small, 5)
    const [now, next] = fromNow(2)
    expect(await listed(small)).toEqual([
      { name: `emails_${next}`, others: 0 },
      { name: `emails_${now}`, others: 0 },
    ])
  })

  it('does not read the columns that make an email large', async () => {
    const server = await startServer({ DATABASE_URL: alone.url })
    const html = Array.from({ length: 2000 }, () => randomUUID()).join(' ')
    for (let each = 0; each < 20; each++) {
      expect((await server.call('POST', '/emails', { body: anEmailBody({ html }) })).status).toBe(200)
    }
    await server.queue.idle()
    await server.stop()
    expect(await toastRead(server.key, '/emails?limit=100')).toBe(0)
    const [id] = await column('select id::text from emails limit 1')
    expect(await toastRead(server.key, `/emails/${id as string}`)).toBeGreaterThan(0)
  })

  /** How much out-of-line (TOAST) data is read to answer. */
  async function toastRead(key: string, path: string): Promise<unknown> {
    await client.query('select pg_stat_reset()')
    const server = await startServer({ DATABASE_URL: alone.url })
    expect((await server.call('GET', path, { key })).status).toBe(200)
    // PostgreSQL reports the counts of a connection when it closes
    await server.stop()
    const [count] = await column(
      `select sum(toast_blks_read + toast_blks_hit)::int from pg_statio_user_tables where relname like 'emails_2%'`,
    )
    return count
  }
})

describe('retention', () => {
  let server: TestServer
  let time: Clock

  beforeEach(async () => {
    for (const giant of PARTITIONED_TABLE_NAMES) await createPartitionsSince(ask, giant, new Date('2026-01-01'))
    time = clock('2026-01-10T12:00:00.000Z')
    // ids by the clock of the test
    const ids = { next: () => idAt(time.now()) }
    const env = { DATABASE_URL: alone.url, RETENTION_DAYS: '30', CAPTURED_RETENTION_DAYS: '0' }
    server = await startServer(env, { now: time.now, ids })
  })
  afterEach(() => server.stop())

  async function post(count: number): Promise<string[]> {
    const ids = []
    for (let each = 0; each < count; each++) {
      ids.push(
        (await server.call('POST', '/emails', { body: anEmailBody({ attachments: [{ content: 'YQ==' }] }) })).body.id,
      )
    }
    await server.queue.idle()
    return ids
  }
  const until = (moment: string): void => time.forward(Date.parse(moment) - time.now().getTime())
  const emails = async (): Promise<unknown[]> => (
    await server.queue.idle(),
    column('select id from emails order by id')
  )

  it('drops a whole month when its last day is old enough, with all rows that belong to it', async () => {
    await post(3)
    // more than are examined in one unit of work
    const many = Array.from({ length: 1200 }, (_each, index) => idAt(new Date(time.now().getTime() + index)))
    await client.query(
      `insert into emails select t.id, team_id, message_id, "from", "to", cc, bcc, reply_to, subject, tags, scheduled_at,
       created_at from (select * from emails limit 1) one, unnest($1::uuid[]) as t(id)`,
      [many],
    )
    await client.query(
      `insert into email_states (email_id, team_id, last_event, settled)
       select id, team_id, 'delivered', '{}' from emails where id = any($1)`,
      [many],
    )
    until('2026-02-10T12:00:00.000Z')
    const february = (await post(2)).toSorted()
    // the first ones of January are old enough, and the last one of them would not be
    expect((await emails()).length).toBe(1205)
    until('2026-03-05T12:00:00.000Z')
    await expect.poll(emails).toEqual(february)
    for (const giant of PARTITIONED_TABLE_NAMES) expect(await monthsOf(giant), giant).not.toContain('2026_01')
    for (const table of ['email_states', 'email_events', 'email_attempts', 'captured_mail', 'email_attachments']) {
      expect(await column(`select distinct email_id from ${table} order by 1`), table).toEqual(february)
    }
    expect((await server.call('GET', `/emails/${february[0]}`)).status).toBe(200)
  })

  it('keeps a month while any of its rows is unfinished, and deletes the finished ones individually', async () => {
    const [waiting] = await post(4)
    await client.query("update email_states set last_event = 'delivery_delayed' where email_id = $1", [waiting])
    until('2026-03-05T12:00:00.000Z')
    await expect.poll(emails).toEqual([waiting])
    expect(await monthsOf('emails')).toContain('2026_01')
    for (const table of ['email_states', 'email_events', 'email_attempts', 'captured_mail', 'email_attachments']) {
      expect(await column(`select distinct email_id from ${table} order by 1`), table).toEqual([waiting])
    }
    expect(server.logged()).toContain('email partition retained: unfinished email')
    await client.query("update email_states set last_event = 'bounced' where email_id = $1", [waiting])
    time.forward(20 * 60_000)
    await expect.poll(emails).toEqual([])
    await expect.poll(() => monthsOf('emails')).not.toContain('2026_01')
  })
})
