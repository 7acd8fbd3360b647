// Measures how fast the recipients of a broadcast are found, how long that blocks the event loop, and how much memory
// it takes.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pino } from 'pino'
import { createJobs } from '../../src/app/jobs.ts'
import { createSegment } from '../../src/audience/segments/actions.ts'
import { createQueue } from '../../src/base/queue/runner.ts'
import { createBroadcast } from '../../src/campaigns/broadcasts/actions.ts'
import { findSendingCounts, pauseBroadcast, sendBroadcast } from '../../src/campaigns/broadcasts/sending/actions.ts'
import { findBroadcast, findBroadcastContent } from '../../src/campaigns/broadcasts/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases, withTeams } from '../support/databases.ts'

/** The targets, on this machine as on others. */
const AIM = { per_second: 20_000, hold_ms: 20, megabytes: 300 }
const SEEDED_AT_ONCE = 10_000

const contacts = statement<{ team_id: string; from: number; until: number; at: string }>((knex, param) =>
  knex.raw(
    `insert into contacts (id, team_id, email, email_key, unsubscribed, created_at, updated_at)
     with recursive numbers(n) as (select cast(? as integer) union all select n + 1 from numbers where n + 1 < ?)
     select printf('01890000-0000-7000-8000-%012x', n), ?, 'person' || n || '@example.net', 'person' || n || '@example.net', 0, ?, ?
     from numbers`,
    [param('from'), param('until'), param('team_id'), param('at'), param('at')],
  ),
)
const members = statement<{ team_id: string; segment_id: string; from: number; until: number; at: string }>(
  (knex, param) =>
    knex.raw(
      `insert into segment_members (contact_id, segment_id, contact_created_at, added_at, team_id)
     with recursive numbers(n) as (select cast(? as integer) union all select n + 1 from numbers where n + 1 < ?)
     select printf('01890000-0000-7000-8000-%012x', n), ?, ?, ?, ? from numbers`,
      [param('from'), param('until'), param('segment_id'), param('at'), param('at'), param('team_id')],
    ),
)

export async function seed(database: Database, team_id: string, count: number): Promise<string> {
  const now = new Date('2026-11-01T00:00:00.000Z')
  const at = now.toISOString()
  const segment = await database.unit(tx => createSegment({ tx, team_id, now }, 'Everybody'))
  for (let from = 0; from < count; from += SEEDED_AT_ONCE) {
    const until = Math.min(from + SEEDED_AT_ONCE, count)
    await database.unit(async tx => {
      tx.put(contacts, { team_id, from, until, at })
      tx.put(members, { team_id, segment_id: segment.id, from, until, at })
    })
  }
  return segment.id
}

/** Prints the results next to the targets. */
export async function measureBroadcast(count: number): Promise<void> {
  const [[, open]] = databases as [[string, Parameters<typeof withTeams>[0]]]
  const { database, team_id, end } = await withTeams(open)
  const segment_id = await seed(database, team_id, count)
  const log = pino({ level: 'silent' })
  const queue = createQueue(database, createJobs({ sender: undefined }), { now: () => new Date(), log })
  const id = await database.unit(async tx => {
    const now = new Date()
    const content = { from: 'news@acme.example', subject: 'News', html: '<p>News</p>' }
    const made = await createBroadcast({ tx, team_id, now }, { segment_id, ...content })
    const find = async () => (await findBroadcast(tx, team_id, made))!
    const broadcast = await find()
    const by = { api_key_id: made }
    await sendBroadcast(
      { tx, team_id, now },
      { broadcast, content: await findBroadcastContent(tx, broadcast) },
      { by, only_from: undefined },
    )
    // its recipients are found, and no email is created
    await pauseBroadcast({ tx, team_id, now }, await find())
    return made
  })
  const before = process.memoryUsage().rss
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100)
  delay.enable()
  const began_ms = performance.now()
  const cpu = process.cpuUsage()
  await queue.start()
  await queue.idle()
  const took_ms = performance.now() - began_ms
  const used = process.cpuUsage(cpu)
  delay.disable()
  clearInterval(sampling)
  const broadcast = (await database.read(tx => findBroadcast(tx, team_id, id)))!
  const { recipients } = await database.read(tx => findSendingCounts(tx, broadcast))
  const row = (name: string, value: string, aim: string): void => console.log(name.padEnd(34), value.padEnd(16), aim)
  row('', '', 'aimed at')
  row('recipients', String(recipients), String(count))
  row('recipients a second', String(Math.round((recipients / took_ms) * 1000)), `>= ${AIM.per_second}`)
  row('CPU, us a recipient', ((used.user + used.system) / recipients).toFixed(1), '')
  row('event loop held, p99 ms', (delay.percentile(99) / 1e6).toFixed(1), '')
  row('event loop held, most ms', (delay.max / 1e6).toFixed(1), `< ${AIM.hold_ms}`)
  row('memory, MB', String(Math.round(most / 1e6)), `< ${AIM.megabytes}`)
  await queue.stop()
  await end()
}
