// The audience size of a broadcast, counted in batches: the count equals the result of checking each contact.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BroadcastRecord } from '../../../src/campaigns/broadcasts/rules.ts'
import { countAudience } from '../../../src/campaigns/broadcasts/sending/actions.ts'
import { contacts } from '../../../src/audience/contacts/store.ts'
import { createSegment } from '../../../src/audience/segments/actions.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { suppressAddresses } from '../../../src/audience/suppressions/actions.ts'
import { createTopic, saveContactChoices } from '../../../src/audience/topics/actions.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { OuterTx } from '../../support/tx.ts'

const COUNT = 1300
const NOW = new Date('2026-11-20T12:00:00.000Z')
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const emailOf = (number: number): string => `p${number}@audience.example`

const isOut = (number: number): boolean => number % 10 === 1
const isSuppressed = (number: number): boolean => number % 100 === 2
const hasLeftOne = (number: number): boolean => number % 7 === 3

const insertContact = contacts.insert()
const member = statement<{ contact_id: string; segment_id: string; team_id: string; at: string }>((knex, place) =>
  knex('segment_members').insert({
    contact_id: place('contact_id'),
    segment_id: place('segment_id'),
    team_id: place('team_id'),
    contact_created_at: place('at'),
    added_at: place('at'),
  }),
)

/** Counts the pauses between batches. */
class PausingTx extends OuterTx {
  pauses = 0
  override pause(): Promise<void> {
    this.pauses++
    return super.pause()
  }
}

describe.each(databases)('countAudience on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  let segment_id: string
  let topics: { left: string; other: string; closed: string }

  beforeAll(async () => {
    ;({ database, team_id, end } = await withTeams(open))
    const at = '2026-10-01T00:00:00.000Z'
    await database.unit(async tx => {
      segment_id = (await createSegment({ tx, team_id, now: NOW }, 'All')).id
      const topic = async (name: string, default_subscription: 'opt_in' | 'opt_out'): Promise<string> =>
        (await createTopic({ tx, team_id, now: NOW }, { name, default_subscription, visibility: 'private' })).id
      topics = {
        left: await topic('Left', 'opt_in'),
        other: await topic('Other', 'opt_in'),
        closed: await topic('Closed', 'opt_out'),
      }
    })
    for (let from = 0; from < COUNT; from += 500)
      await database.unit(tx => fill(tx, from, Math.min(from + 500, COUNT), at))
  })
  afterAll(() => end())

  async function fill(tx: Tx, from: number, until: number, at: string): Promise<void> {
    for (let number = from; number < until; number++) {
      const [id, email] = [idOf(number), emailOf(number)]
      const names = { first_name: null, last_name: null, tracking_allowed: true, created_at: at, updated_at: at }
      tx.put(insertContact, { id, team_id, email, unsubscribed: isOut(number), ...names })
      tx.put(member, { contact_id: id, segment_id, team_id, at })
      const left = hasLeftOne(number) ? [[topics.left, 'opt_out'] as const] : [[topics.other, 'opt_in'] as const]
      await saveContactChoices({ tx, now: NOW }, { team_id, id }, new Map(left))
      const why = { origin: 'manual', source_id: null, words: null } as const
      if (isSuppressed(number)) await suppressAddresses({ tx, team_id, now: NOW }, [email], why)
    }
  }

  const draft = (more: Partial<BroadcastRecord>) =>
    ({ team_id, segment_id, topic_id: null, ...more }) as BroadcastRecord
  const count = (more: Partial<BroadcastRecord> = {}) => database.read(tx => countAudience(tx, draft(more), NOW))
  const those = (isMeant: (number: number) => boolean): number =>
    Array.from({ length: COUNT }, (_each, number) => number).filter(
      number => !isOut(number) && !isSuppressed(number) && isMeant(number),
    ).length

  it('counts the recipients, and how many of them left a topic', async () => {
    expect(await count()).toEqual({ count: those(() => true), left_a_topic: those(hasLeftOne), isWhole: true })
    const with_topic = { count: those(number => !hasLeftOne(number)), left_a_topic: 0, isWhole: true }
    expect(await count({ topic_id: topics.left })).toEqual(with_topic)
    expect(await count({ topic_id: topics.other })).toMatchObject({ count: those(() => true) })
    expect(await count({ topic_id: topics.closed })).toMatchObject({ count: 0, isWhole: true })
  })

  it('returns undefined for an unknown segment or topic', async () => {
    expect(await count({ segment_id: null })).toBeUndefined()
    expect(await count({ segment_id: idOf(1) })).toBeUndefined()
    expect(await count({ topic_id: idOf(1) })).toBeUndefined()
  })

  it('pauses between batches', async () => {
    const pauses = await database.read(async tx => {
      const counting = new PausingTx(tx)
      await countAudience(counting, draft({}), NOW)
      return counting.pauses
    })
    expect(pauses).toBe(Math.ceil(COUNT / 500))
  })
})
