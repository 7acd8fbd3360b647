// Usage is counted in the transaction that stores an email or a run, and equals a recount.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anAutomation, aPublishedTemplate, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, mail, trigger } from '../../automations/rules/support.ts'
import { sql } from '../../support/beside.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let time: Clock
let server: TestServer
beforeEach(async () => {
  // an hour before the last day of a month ends
  time = clock('2026-11-30T23:00:00.000Z')
  server = await startServer({}, { now: time.now })
})
afterEach(() => server.stop())

const usage = async (key = server.key) => (await server.call('GET', '/usage', { key })).body
const send = (fields: object = {}, key = server.key) =>
  server.call('POST', '/emails', { key, body: anEmailBody(fields) })

interface Day {
  team_id: string
  day: string
  emails: number
  recipients: number
  runs: number
}

const length = (column: string): string =>
  server.database.several ? `json_array_length("${column}"::json)` : `json_array_length("${column}")`

/** The stored counts. */
async function counted(): Promise<Day[]> {
  return sql<Day>(
    server,
    `select cast(team_id as text) as team_id, day, sum(emails) as emails, sum(recipients) as recipients, sum(runs) as runs from (
      select team_id, substr(created_at, 1, 10) as day, 1 as emails,
        ${length('to')} + ${length('cc')} + ${length('bcc')} as recipients, 0 as runs from emails
      union all select team_id, substr(created_at, 1, 10), 0, 0, 1 from automation_runs
    ) as each_one group by 1, 2 order by 1, 2`,
  )
}

/** The counts that were written with the rows. */
async function tallied(): Promise<Day[]> {
  return sql<Day>(
    server,
    `select cast(team_id as text) as team_id, day, sum(emails) as emails, sum(recipients) as recipients, sum(runs) as runs
     from usage_days group by 1, 2 order by 1, 2`,
  )
}

describe('usage', () => {
  it('equals a recount of the emails and runs of all teams, for every origin', async () => {
    const stranger = await aTeam(server)
    const many = Array.from({ length: 30 }, () => anEmailBody())
    await Promise.all([
      ...many.map(() => send({ cc: ['a@example.com', 'b@example.com'], bcc: 'c@example.com' })),
      ...many.map(() => send({}, stranger.key)),
      server.call('POST', '/emails/batch', { body: many }),
      send({ scheduled_at: '2026-12-03T00:00:00.000Z' }),
      // rejected requests are not counted
      send({ to: 'nobody' }),
      server.call('POST', '/emails/batch', { body: [...many, { from: 'no' }] }),
    ])
    await aPublishedTemplate(server)
    const automation = await anAutomation(server, { ...chain(trigger(), mail('hello')), status: 'enabled' })
    await sendEvent(server)
    const own = contactsOf(server)
    const segment = await own.aSegment()
    for (const name of ['x', 'y']) await own.aContact(`${name}@example.com`, { segments: [{ id: segment }] })
    const content = { segment_id: segment, from: 'me@example.com', subject: 'Hi', html: '<p>Hi</p>' }
    const { body } = await own.ask('POST', '/broadcasts', content)
    await own.ask('POST', `/broadcasts/${body.id}/send`)
    // a job that fails on a busy database is retried some seconds later, by this clock
    const later = async (find: () => Promise<unknown>) => {
      time.forward(1000)
      return find()
    }
    const status = async () => (await own.ask('GET', `/broadcasts/${body.id}`)).body.status
    await expect.poll(() => later(status)).toBe('sent')
    const run = async () => (await runsOf(server, automation))[0]?.status
    await expect.poll(() => later(run)).toBe('completed')
    time.forward(HOUR_MS)
    await send()
    const days = await counted()
    expect(await tallied()).toEqual(days)
    expect(days).toHaveLength(3)
    const mine = days.filter(({ team_id, day }) => day === '2026-11-30' && team_id !== stranger.team_id)
    expect(mine).toMatchObject([{ emails: 30 + 30 + 1 + 1 + 2, recipients: 120 + 30 + 1 + 1 + 2, runs: 1 }])
  })

  it('starts again with each day and month in UTC', async () => {
    await send({ to: ['a@example.com', 'b@example.com'] })
    const reset = '2026-12-01T00:00:00.000Z'
    expect((await usage()).emails).toEqual({
      daily: { used: 2, sent: 2, received: 0, limit: null, resets_at: reset },
      monthly: { used: 2, sent: 2, received: 0, limit: 1_000_000_000, resets_at: reset },
    })
    time.forward(HOUR_MS)
    await send()
    expect((await usage()).emails).toMatchObject({
      daily: { used: 1, resets_at: '2026-12-02T00:00:00.000Z' },
      monthly: { used: 1, resets_at: '2027-01-01T00:00:00.000Z' },
    })
    time.forward(DAY_MS)
    expect((await usage()).emails).toMatchObject({ daily: { used: 0 }, monthly: { used: 1 } })
  })

  it('counts the existing objects of every other kind, for this team only', async () => {
    const stranger = await aTeam(server)
    const own = contactsOf(server)
    await own.aSegment()
    for (const name of ['x', 'y', 'z']) await own.aContact(`${name}@example.com`)
    await server.call('POST', '/domains', { body: { name: 'mail.example.org' } })
    expect(await usage()).toMatchObject({
      contacts: { used: 3, limit: 1_000_000_000 },
      segments: { used: 1, limit: null },
      broadcasts: { used: 0, limit: null },
      domains: { used: 1, limit: null },
      automation_runs: { used: 0, limit: 1_000_000_000, resets_at: '2026-12-01T00:00:00.000Z' },
      ai_credits: { used: 0, limit: null, next_increase_at: null },
      rate_limit: { limit: 100_000, duration: '1s' },
    })
    expect(await usage(stranger.key)).toMatchObject({
      contacts: { used: 0 },
      segments: { used: 0 },
      domains: { used: 0 },
    })
  })

  it('includes the outcomes of email, per recipient, on the day on which they happened', async () => {
    await send({ to: ['delivered@resend.dev', 'bounced@resend.dev', 'suppressed@resend.dev', 'ana@example.net'] })
    await send({ to: 'complained@resend.dev', scheduled_at: '2026-12-01T01:00:00.000Z' })
    await server.queue.idle()
    time.forward(3 * HOUR_MS)
    await server.queue.idle()
    const fates = 'delivered, bounced, failed, suppressed, complained, opened'
    const sums = fates.replaceAll(/\w+/g, 'sum($&) as $&')
    const rows = () => sql<object>(server, `select day, ${sums} from usage_days group by day order by day`)
    const none = { delivered: 0, bounced: 0, failed: 0, suppressed: 0, complained: 0, opened: 0 }
    await expect.poll(rows).toEqual([
      { ...none, day: '2026-11-30', delivered: 2, bounced: 1, suppressed: 1 },
      { ...none, day: '2026-12-01', delivered: 1, complained: 1 },
    ])
  })

  it('of past days is stored in one row per day, and deleted after 400 days', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send()))
    // delivered on the day on which it was sent
    await server.queue.idle()
    const [team] = await tallied()
    await sql(
      server,
      "insert into usage_days (team_id, day, shard, emails, recipients, received, runs) values (?, '2026-11-30', 7, 5, 6, 0, 1)",
      team!.team_id,
    )
    await contactsOf(server).aContact('x@example.com')
    // of a closed connection
    await sql(
      server,
      "insert into team_counts (team_id, name, shard, count, day) values (?, 'contacts', 7, 5, '2026-11-28')",
      team!.team_id,
    )
    time.forward(3 * DAY_MS)
    await server.queue.idle()
    const rows = () => sql<object>(server, 'select day, shard, emails, recipients, runs from usage_days')
    await expect.poll(rows).toEqual([{ day: '2026-11-30', shard: 0, emails: 25, recipients: 26, runs: 1 }])
    expect((await usage()).emails.monthly.used).toBe(0)
    const gone = () => sql<object>(server, 'select shard from team_counts where shard = 7')
    await expect.poll(gone).toEqual([])
    expect((await usage()).contacts.used).toBe(6)
    time.forward(400 * DAY_MS)
    await expect.poll(rows).toEqual([])
  })
})
