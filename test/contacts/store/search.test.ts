// Search among many contacts: results, limited work per search, and index use of each query, on each database.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContactProperty } from '../../../src/audience/contact-properties/actions.ts'
import {
  CONTACTS_EXAMINED_MAX,
  countRuleMembers,
  searchContacts,
} from '../../../src/audience/contacts/search/actions.ts'
import { newContact } from '../../../src/audience/contacts/rules.ts'
import { type ContactSearch, keyRange } from '../../../src/audience/contacts/search/rules.ts'
import { insertContactIfNew } from '../../../src/audience/contacts/store.ts'
import { createRuleSegment } from '../../../src/audience/segments/actions.ts'
import { findMembers, memberRows } from '../../../src/audience/segments/members/store.ts'
import type { SegmentRule } from '../../../src/audience/segments/rule/fields.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { sqlBuilder, statement } from '../../../src/base/store/statement.ts'
import { planOf } from '../../support/plans.ts'
import { databases, ON_POSTGRES, withTeams } from '../../support/databases.ts'

const MANY = CONTACTS_EXAMINED_MAX + 1_200
const AT = new Date('2026-11-20T10:01:02.123Z')

const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const emailOf = (number: number): string =>
  number === 0 ? 'Ada@Example.net' : `p${String(number).padStart(5, '0')}@example.net`

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeAll(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
    for (let from = 0; from < MANY; from += 620) {
      await database.unit(async tx => {
        for (let number = from; number < Math.min(from + 620, MANY); number++) insertContactIfNew(tx, contact(number))
      })
    }
    const hers = { ...contact(0), id: randomUUIDv7(), team_id: stranger, email: 'ada@stranger.example' }
    await database.unit(async tx => insertContactIfNew(tx, hers))
    await database.unit(async tx =>
      tx.put(
        statement<object>(knex => knex.raw('analyze contacts')),
        {},
      ),
    )
  })
  afterAll(() => end())

  /** The first contact is the oldest one, with a unique name. */
  const contact = (number: number) => ({
    ...newContact({ id: idOf(number), team_id, email: emailOf(number) }, AT),
    first_name: number === 0 ? 'Ada' : 'Somebody',
    unsubscribed: number % 2_000 === 1,
  })
  const search = (asked: ContactSearch, after?: string) =>
    database.read(tx => searchContacts({ tx, team_id }, asked, { after, most: 25, now: AT }))

  it('finds an old contact immediately by address, and by name when the search continues', async () => {
    expect((await search({ address: 'ADA' })).rows.map(({ email }) => email)).toEqual(['Ada@Example.net'])
    const first = await search({ name: 'ada' })
    expect(first.rows).toEqual([])
    expect(first.behind).toBe(contact(MANY - CONTACTS_EXAMINED_MAX).id)
    const next = await search({ name: 'ada' }, first.behind)
    expect(next.rows.map(({ email }) => email)).toEqual(['Ada@Example.net'])
    expect(next.behind).toBeUndefined()
  })

  it('returns every contact once, for any search', async () => {
    const all = async (asked: ContactSearch): Promise<string[]> => {
      const ids: string[] = []
      for (let after: string | undefined, more = true; more;) {
        const { rows, behind } = await search(asked, after)
        ids.push(...rows.map(({ id }) => id))
        more = behind !== undefined
        after = behind
      }
      return ids
    }
    const few = Array.from({ length: MANY }, (_each, number) => contact(number)).filter(each => each.unsubscribed)
    expect(await all({ unsubscribed: true })).toEqual(few.map(({ id }) => id).toReversed())
    const alike = Array.from({ length: 100 }, (_each, number) => contact(4_200 + number).id)
    expect(await all({ address: 'p042' })).toEqual(alike)
    expect(await all({ address: 'p042', unsubscribed: true })).toEqual([])
    expect(await all({ address: 'p04', unsubscribed: true })).toEqual([contact(4_001).id])
  })

  describe('among contacts that match a rule', () => {
    const ada: SegmentRule = { type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Ada' }
    const byRule = (rule: SegmentRule): Promise<string> =>
      database.unit(async tx => (await createRuleSegment({ tx, team_id, now: AT }, { name: 'By rule', rule })).id)
    /** Enough data that one part of a search covers only a few contacts. */
    const laborious = (): SegmentRule => {
      const others = Array.from({ length: 40 }, (_each, index): SegmentRule => ({
        type: 'rule',
        field: 'contact.properties.plan',
        operator: 'neq',
        value: `plan ${index}`,
      }))
      return { type: 'and', rules: [...others, ada] }
    }
    beforeAll(() =>
      database.unit(tx => createContactProperty({ tx, team_id, now: AT }, { key: 'plan', type: 'string' })),
    )

    it('reads one part at a time, yields to other work, and continues where it stopped', async () => {
      const segment_id = await byRule(laborious())
      const found: string[] = []
      let pages = 0
      for (let after: string | undefined, more = true; more; pages++) {
        let turns = 0
        const turn = (): void => {
          turns++
          counting = setImmediate(turn)
        }
        let counting = setImmediate(turn)
        const { rows, behind } = await search({ segment_id }, after)
        clearImmediate(counting)
        if (pages === 0) expect(turns).toBeGreaterThan(10)
        found.push(...rows.map(({ email }) => email))
        more = behind !== undefined
        after = behind
      }
      expect(found).toEqual(['Ada@Example.net'])
      expect(pages).toBe(2)
    })

    it('counts matches up to its limit', async () => {
      const count = async (rule: SegmentRule) => {
        const id = await byRule(rule)
        return database.read(async tx =>
          countRuleMembers(tx, (await findMembers(tx, team_id, id))!, { most: 2, now: AT }),
        )
      }
      const { rows, ...counted } = await count({ ...ada, operator: 'neq' })
      expect(rows.map(({ id }) => id)).toEqual([contact(MANY - 1).id, contact(MANY - 2).id])
      expect(counted).toEqual({ count: MANY - 1, isWhole: true, behind: contact(MANY - 2).id })
      expect(await count(ada)).toMatchObject({ count: 1, isWhole: true, behind: undefined })
      expect(await count(laborious())).toMatchObject({ count: 0, isWhole: false, behind: expect.any(String) })
    })

    it.skipIf(ON_POSTGRES)('reads only an index for fields of the contact itself', async () => {
      const id = await byRule({ type: 'or', rules: [ada, { ...ada, field: 'contact.email', operator: 'ends_with' }] })
      const members = (await database.unit(tx => findMembers(tx, team_id, id)))!
      const part = { after_id: contact(1).id, until_id: contact(500).id, snapshot_at: AT.toISOString() }
      const rows = memberRows(sqlBuilder('better-sqlite3'), members, part).select('contact.id')
      expect(await planOf(database, rows.toQuery())).toMatch(/using covering index contacts_team_id_id/i)
    })
  })

  it.each([
    [
      'by the beginning of an address',
      (team: string) => {
        const { first, end: last } = keyRange('p04')
        return `select id, email from contacts where team_id = '${team}' and email_key >= '${first}' and email_key < '${last}' order by email_key limit 26`
      },
      /email_key/,
    ],
    [
      'one after the other',
      (team: string) =>
        `select id, email from contacts where team_id = '${team}' and id < '${contact(900).id}' order by id desc limit 501`,
      /team_id_id|contacts_pkey/,
    ],
  ])('uses an index %s', async (_what, sql, index) => {
    const plan = await planOf(database, sql(team_id))
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/scan (?:on )?contacts\w*$|Seq Scan on contacts/im)
    expect(plan).not.toMatch(/temp b-tree/i)
  })
})
