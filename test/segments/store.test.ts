// The members of a segment in the database, part by part.
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOrCreateContactRecord, removeContact } from '../../src/audience/contacts/actions.ts'
import { addToSegment, removeSegment, createSegment } from '../../src/audience/segments/actions.ts'
import { findMembers, findNextMembersPart, memberRows } from '../../src/audience/segments/members/store.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { dynamicStatement, statement } from '../../src/base/store/statement.ts'
import { databases, withTeams } from '../support/databases.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const LATER = new Date('2026-11-20T11:01:02.123Z')

const choices = statement<object, { contact_id: string; topic_id: string }>(knex =>
  knex('topic_choices').select('contact_id', 'topic_id').orderBy('contact_id'),
)

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  const aContact = async (email: string, now = NOW): Promise<string> =>
    (await unit(tx => findOrCreateContactRecord({ tx, team_id, now }, email))).id
  const aSegment = async (team = team_id): Promise<string> =>
    (await unit(tx => createSegment({ tx, team_id: team, now: NOW }, 'A segment'))).id
  const put = (contact_id: string, segment_id: string, now = NOW): Promise<boolean> =>
    unit(tx => addToSegment({ tx, team_id, now }, contact_id, segment_id))

  /** The addresses that are copied from a segment, part by part. */
  async function copied(segment_id: string, size: number, team = team_id): Promise<string[][] | undefined> {
    const snapshot_at = NOW.toISOString()
    const parts: string[][] = []
    for (let after_id = ''; ;) {
      const part = await unit(async tx => {
        const members = await findMembers(tx, team, segment_id)
        const found = members && (await findNextMembersPart(tx, members, { after_id, snapshot_at, size }))
        if (!members || !found) return members && 'over'
        const select = dynamicStatement<object, { email: string }>(knex =>
          memberRows(knex, members, found).select('contact.email').orderBy('contact.id'),
        )
        return { ...found, emails: (await tx.all(select, {})).map(({ email }) => email) }
      })
      if (part === undefined) return undefined
      if (part === 'over') return parts
      parts.push(part.emails)
      after_id = part.until_id
    }
  }

  describe('the members of a segment', () => {
    it('are returned part by part in the order of ids, each once', async () => {
      const segment_id = await aSegment()
      for (let index = 0; index < 5; index++) await put(await aContact(`m${index}@example.com`), segment_id)
      await aContact('nobody@example.com')
      const emails = (...indexes: number[]) => indexes.map(index => `m${index}@example.com`)
      expect(await copied(segment_id, 2)).toEqual([emails(0, 1), emails(2, 3), emails(4)])
      expect(await copied(segment_id, 5)).toEqual([emails(0, 1, 2, 3, 4)])
    })

    it('are empty for an empty segment, a deleted one and one of another team', async () => {
      const segment_id = await aSegment()
      expect(await copied(segment_id, 2)).toEqual([])
      expect(await copied(segment_id, 2, stranger)).toBeUndefined()
      await put(await aContact('m@example.com'), segment_id)
      await unit(tx => removeSegment({ tx, team_id, now: NOW }, segment_id))
      expect(await copied(segment_id, 2)).toBeUndefined()
    })

    it('exclude contacts added after the snapshot, and deleted ones', async () => {
      const segment_id = await aSegment()
      const [early, gone, late] = [
        await aContact('a@example.com'),
        await aContact('b@example.com'),
        await aContact('c@example.com'),
      ]
      for (const id of [early, gone]) await put(id, segment_id)
      await put(late, segment_id, LATER)
      await unit(tx => removeContact({ tx, team_id, now: LATER }, gone))
      expect((await copied(segment_id, 10))?.flat()).toEqual(['a@example.com'])
    })

    it('can be written into another table, with additional values', async () => {
      const segment_id = await aSegment()
      const topic_id = randomUUIDv7()
      const ids = [await aContact('a@example.com'), await aContact('b@example.com')]
      for (const id of ids) await put(id, segment_id)
      const snapshot_at = NOW.toISOString()
      const count = await unit(async tx => {
        const members = (await findMembers(tx, team_id, segment_id))!
        const part = (await findNextMembersPart(tx, members, { after_id: '', snapshot_at, size: 10 }))!
        const copy = dynamicStatement<{ topic_id: string; chosen_at: string }>((knex, param) =>
          knex(knex.raw('topic_choices (topic_id, contact_id, team_id, subscription, chosen_at)')).insert(
            memberRows(knex, members, part)
              .where('contact.unsubscribed', 0)
              .select(
                knex.raw('?', [param('topic_id')]),
                'contact.id',
                'contact.team_id',
                knex.raw('?', ['opt_in']),
                knex.raw('?', [param('chosen_at')]),
              ),
          ),
        )
        return tx.run(copy, { topic_id, chosen_at: snapshot_at })
      })
      expect(count).toBe(2)
      expect(await unit(tx => tx.all(choices, {}))).toEqual(ids.map(contact_id => ({ contact_id, topic_id })))
    })
  })

  describe('a statement passed as a parameter', () => {
    it('runs in transactions and in reads, for any number of distinct statements', async () => {
      await aContact('a@example.com')
      for (let index = 0; index < 3; index++) {
        const asked = dynamicStatement<{ team_id: string }, Record<string, number>>((knex, param) =>
          knex('contacts')
            .where('team_id', param('team_id'))
            .count({ [`count_${index}`]: '*' }),
        )
        const rows = await Promise.all([
          unit(tx => tx.get(asked, { team_id })),
          database.read(tx => tx.get(asked, { team_id })),
          database.read(tx => tx.get(asked, { team_id: stranger })),
        ])
        expect(rows.map(row => row?.[`count_${index}`])).toEqual([1, 1, 0])
      }
    })
  })
})
