// The rows of deleted properties, segments and topics are removed, even if the process dies at any point.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as contact_properties from '../../src/audience/contact-properties/jobs.ts'
import { savePropertyValue } from '../../src/audience/contact-properties/store.ts'
import { findOrCreateContactRecord } from '../../src/audience/contacts/actions.ts'
import { enqueue } from '../../src/base/queue/enqueue.ts'
import { type Queue, createQueue } from '../../src/base/queue/runner.ts'
import * as segments from '../../src/audience/segments/jobs.ts'
import { addMember, insertSegment } from '../../src/audience/segments/store.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import * as topics from '../../src/audience/topics/jobs.ts'
import { saveTopicChoice } from '../../src/audience/topics/store.ts'
import { type Clock, clock } from '../support/clock.ts'
import { databases } from '../support/databases.ts'
import { dyingOnce } from '../support/dying-jobs.ts'
import { anId } from '../support/ids.ts'
import { everyJob } from '../support/jobs.ts'

const CONTACTS = 1001
const log = pino({ level: 'silent' })
const jobs = { ...contact_properties, ...segments, ...topics }
const count = (table: string) => statement<object, { count: number }>(knex => knex(table).count({ count: '*' }))
const left = count('jobs')
const forgetTeam = statement<{ payload: string }>((knex, param) =>
  knex('jobs').update({ payload: param('payload'), team_id: null }),
)

const [gone, kept_id] = [anId('gone'), anId('kept')]
const GONE = { contact_property_id: gone, segment_id: gone, topic_id: gone }
const KINDS = [
  ['drop_property_values', count('contact_property_values')],
  ['drop_segment_members', count('segment_members')],
  ['drop_topic_choices', count('topic_choices')],
] as const

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let team_id: string
  let time: Clock
  let queue: Queue

  beforeEach(async () => {
    ;({ database, remove } = await open())
    time = clock()
    await unit(async tx => {
      team_id = (await addTeam(tx, { name: 'T', email: 'a@example.com', password_hash: '' }, time.now())).id
      await insertSegment(tx, { id: gone, team_id, name: 'S', created_at: '' })
      for (let number = 0; number < CONTACTS; number++) await aContact(tx, team_id, number)
    })
  })
  afterEach(async () => {
    await queue.stop()
    await database.close()
    await remove()
  })

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  async function aContact(tx: Tx, team_id: string, number: number): Promise<void> {
    const { id } = await findOrCreateContactRecord({ tx, team_id, now: time.now() }, `c${number}@x.org`)
    await savePropertyValue(tx, { team_id, contact_id: id, property_id: gone }, 'x')
    await savePropertyValue(tx, { team_id, contact_id: id, property_id: kept_id }, 'x')
    await addMember(tx, { team_id, contact_id: id, segment_id: gone }, time.now())
    await saveTopicChoice({ tx, now: time.now() }, { team_id, contact_id: id, topic_id: gone }, 'opt_in')
  }

  describe.each(KINDS)('%s', (kind, rows) => {
    const kept = kind === 'drop_property_values' ? CONTACTS : 0

    it.each(['before', 'inside', 'after'])(
      'removes all rows if the process dies %s the finish of a job',
      async moment => {
        queue = createQueue(
          database,
          { ...everyJob(), ...jobs, [kind]: dyingOnce(jobs[kind], moment) },
          { now: time.now, log },
        )
        await queue.start()
        await unit(tx => enqueue(tx, kind, { team_id, ...GONE }, time.now()))
        await queue.idle()
        for (let turn = 0; turn < 5; turn++) {
          time.forward(60_000)
          await queue.idle()
        }
        expect(await unit(tx => tx.get(rows, {}))).toEqual({ count: kept })
        expect(await unit(tx => tx.get(left, {}))).toEqual({ count: 0 })
      },
    )

    it('removes all rows for a job of an earlier version, which does not name the team', async () => {
      queue = createQueue(database, { ...everyJob(), ...jobs }, { now: time.now, log })
      await unit(async tx => {
        await enqueue(tx, kind, { team_id, ...GONE }, time.now())
        await tx.run(forgetTeam, { payload: JSON.stringify(GONE) })
      })
      await queue.start()
      await queue.idle()
      expect(await unit(tx => tx.get(rows, {}))).toEqual({ count: kept })
      expect(await unit(tx => tx.get(left, {}))).toEqual({ count: 0 })
    })
  })
})
