// The number of round trips to the database per job: each costs more than the work in the database.
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { deliverEmail } from '../../../src/mail/delivery/jobs.ts'
import { acceptEmail } from '../../../src/mail/emails/actions.ts'
import { createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import { PostgresConnection } from '../../../src/base/store/postgres/connection.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anEmailBody } from '../../support/emails.ts'
import { everyJob } from '../../support/jobs.ts'

const [, open] = databases[0]!
const MAILS = 20

it('an email is looked up, started and finished with one round trip each', async () => {
  const { database, team_id, end } = await withTeams(open)
  /** The minimum counts, because a heartbeat may fall into any of them. */
  const least: Record<string, number> = {}
  const counting =
    <A extends unknown[], T>(what: string, act: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      const before = PostgresConnection.flights
      const answer = await act(...given)
      least[what] = Math.min(least[what] ?? Infinity, PostgresConnection.flights - before)
      return answer
    }
  const deliver = deliverEmail()
  const deliver_email = (work: Work<'deliver_email'>): Promise<void> =>
    deliver({
      payload: work.payload,
      attempt: work.attempt,
      reason: work.reason,
      several: work.several,
      now: work.now,
      log: work.log,
      read: counting('read', body => work.read(body)),
      write: counting('look', body => work.write(body)),
      writeAlone: body => work.writeAlone(body),
      record: counting('look up and begin', (read, write) => work.record(read, write)),
      finish: counting('finish', body => work.finish(body)),
      postpone: counting('postpone', (run_at, reason, body) => work.postpone(run_at, reason, body)),
      linger: counting('linger', (until, reason, body) => work.linger(until, reason, body)),
      waitForRoom: counting('put aside', (name, reason, body) => work.waitForRoom(name, reason, body)),
      clearReason: tx => work.clearReason(tx),
    })
  const now = (): Date => new Date()
  const queue = createQueue(database, { ...everyJob(), deliver_email }, { now, log: pino({ level: 'silent' }) })
  await queue.start()
  // sequentially, so that none shares a round trip with another
  for (let mail = 0; mail < MAILS; mail++) {
    await database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody() }, now()))
    await queue.idle()
  }
  await queue.stop()
  await end()
  // `read`: the report address and the signing keys
  expect(least).toEqual({ 'look up and begin': 3, read: 1, finish: 1 })
})

it('many emails are claimed together, and share round trips', async () => {
  const { database, team_id, end } = await withTeams(open)
  const now = (): Date => new Date()
  await Promise.all(
    Array.from({ length: 200 }, () => database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody() }, now()))),
  )
  const queue = createQueue(
    database,
    { ...everyJob(), deliver_email: deliverEmail() },
    { now, log: pino({ level: 'silent' }) },
  )
  const before = PostgresConnection.flights
  await queue.start()
  await queue.idle()
  const flights = PostgresConnection.flights - before
  await queue.stop()
  await end()
  // five for each when each runs alone
  expect(flights).toBeLessThan(700)
})
