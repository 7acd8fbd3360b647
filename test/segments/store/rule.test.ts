// Segments by rule: the database query finds the same contacts as the rule evaluated for each contact.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBroadcast } from '../../../src/campaigns/broadcasts/actions.ts'
import { addFact } from '../../../src/engagement/facts/store.ts'
import { saveRecipientEmail } from '../../../src/campaigns/broadcasts/sending/store.ts'
import { upsertContact, updateContactFields } from '../../../src/audience/contacts/actions.ts'
import { listContacts } from '../../../src/audience/contacts/store.ts'
import { createContactProperty } from '../../../src/audience/contact-properties/actions.ts'
import { isMet } from '../../../src/base/rules/tree.ts'
import type { SegmentRule } from '../../../src/audience/segments/rule/fields.ts'
import {
  addToSegment,
  createSegment,
  createRuleSegment,
  findSegmentMembersAmong,
  listContactSegments,
  removeSegment,
} from '../../../src/audience/segments/actions.ts'
import {
  findMembers,
  findNextMembersPart,
  type Members,
  memberRows,
} from '../../../src/audience/segments/members/store.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { dynamicStatement, sqlBuilder, statement } from '../../../src/base/store/statement.ts'
import { createTopic, saveContactChoices } from '../../../src/audience/topics/actions.ts'
import { smallestIdAt } from '../../../src/base/text/uuids.ts'
import { databases, ON_POSTGRES, withTeams } from '../../support/databases.ts'
import { planOf } from '../../support/plans.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const DAY_MS = 86_400_000

/** The values that the rules refer to; a missing value is absent. */
interface Person {
  id: string
  email: string
  first_name: string | null
  unsubscribed: boolean
  plan: string | null
  seats: number | null
  news: 'opt_in' | 'opt_out' | null
  offers: 'opt_in' | 'opt_out' | null
  friend: boolean
  days: number
  /** By the number of the broadcast, how many days ago; a recipient without an email yet has no value. */
  sent: (number | null)[]
  opened: (number | null)[]
  clicked: (number | null)[]
}

const ACTIVITIES = ['sent', 'opened', 'clicked'] as const

const WORDS = [
  '',
  'a',
  'Ada',
  'ada',
  'pro',
  'PRO',
  'pro%',
  'p_o',
  'ä',
  '😀x',
  "o'neil",
  'free',
  'x'.repeat(300),
  `${'x'.repeat(300)}y`,
]
const NUMBERS = [0, 1, -1, 1.5, 5, 10, 1e-7, 9007199254740991, -9007199254740991, 0.1]

const recipient = statement<{ team_id: string; broadcast_id: string; contact_id: string; email: string }>(
  (knex, param) => {
    const [team_id, broadcast_id, contact_id] = [param('team_id'), param('broadcast_id'), param('contact_id')]
    return knex('broadcast_recipients').insert({ team_id, broadcast_id, contact_id, email: param('email') })
  },
)

const word = fc.constantFrom(...WORDS)
const number = fc.constantFrom(...NUMBERS)
const choice = fc.option(fc.constantFrom('opt_in' as const, 'opt_out' as const))
const done = fc.array(fc.option(fc.constantFrom(0, 0.5, 1, 2, 30, 400)), { minLength: 2, maxLength: 2 })
const someone = fc.record({
  first_name: fc.option(fc.constantFrom(...WORDS.filter(each => each.length < 255))),
  unsubscribed: fc.boolean(),
  plan: fc.option(word),
  seats: fc.option(number),
  news: choice,
  offers: choice,
  friend: fc.boolean(),
  days: fc.constantFrom(0, 0.5, 1, 3, 30, 400),
  sent: done,
  opened: done,
  clicked: done,
})

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>
  let topics: { news: string; offers: string }
  let friends: string
  let broadcasts: string[]
  const people: Person[] = []

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)

  beforeAll(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
    await unit(async tx => {
      await createContactProperty({ tx, team_id, now: NOW }, { key: 'plan', type: 'string', fallback_value: 'free' })
      await createContactProperty({ tx, team_id, now: NOW }, { key: 'seats', type: 'number' })
      const topic = async (name: string, default_subscription: 'opt_in' | 'opt_out'): Promise<string> =>
        (await createTopic({ tx, team_id, now: NOW }, { name, default_subscription, visibility: 'private' })).id
      topics = { news: await topic('News', 'opt_in'), offers: await topic('Offers', 'opt_out') }
      friends = (await createSegment({ tx, team_id, now: NOW }, 'Friends')).id
      const draft = { segment_id: friends, from: 'News <news@example.com>', subject: 'News', text: 'News' }
      broadcasts = [
        await createBroadcast({ tx, team_id, now: NOW }, draft),
        await createBroadcast({ tx, team_id, now: NOW }, draft),
      ]
    })
    const drawn = fc.sample(someone, { numRuns: 150, seed: 7 })
    for (const [index, one] of drawn.entries()) {
      people.push(await unit(tx => aPerson(tx, team_id, `p${index}${index % 3 ? '' : 'Ada'}@example.com`, one)))
      // a contact of another team with the same values
      if (index < 10)
        await unit(tx =>
          upsertContact(
            tx,
            {
              team_id: stranger,
              email: `p${index}@example.com`,
              fields: { first_name: one.first_name },
              segment_ids: [],
            },
            NOW,
          ),
        )
    }
  })
  afterAll(() => end())

  async function aPerson(tx: Tx, team: string, email: string, one: Omit<Person, 'id' | 'email'>): Promise<Person> {
    const made_at = new Date(NOW.getTime() - one.days * DAY_MS)
    const { first_name, unsubscribed, plan, seats } = one
    const contact = await upsertContact(
      tx,
      { team_id: team, email, fields: { first_name, unsubscribed }, segment_ids: [] },
      made_at,
    )
    const properties = { ...(plan !== null && { plan }), ...(seats !== null && { seats }) }
    await updateContactFields({ tx, team_id: team, now: NOW }, contact.id, { properties })
    const chosen = (['news', 'offers'] as const).flatMap(name =>
      one[name] ? [[topics[name], one[name]] as const] : [],
    )
    await saveContactChoices({ tx, now: NOW }, contact, new Map(chosen))
    if (one.friend) await addToSegment({ tx, team_id: team, now: NOW }, contact.id, friends)
    for (const [index, broadcast_id] of broadcasts.entries()) await act(tx, broadcast_id, contact, one, index)
    return { ...one, id: contact.id, email }
  }

  const timeAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS)

  async function act(
    tx: Tx,
    broadcast_id: string,
    { id: contact_id, email }: Pick<Person, 'id' | 'email'>,
    one: Pick<Person, (typeof ACTIVITIES)[number]>,
    index: number,
  ): Promise<void> {
    const of = { team_id, broadcast_id, contact_id }
    tx.put(recipient, { ...of, email })
    const sent = one.sent[index]!
    if (sent !== null) {
      const email_id = `${smallestIdAt(timeAgo(sent).getTime()).slice(0, 14)}7${contact_id.slice(15)}`
      saveRecipientEmail(tx, { team_id, broadcast_id, contact_id, email_id })
    }
    for (const type of ['opened', 'clicked'] as const) {
      const days = one[type][index]!
      if (days === null) continue
      await addFact(tx, { ...of, type, count: 1, bounce_type: null, happened_at: timeAgo(days).toISOString() })
    }
  }

  const fields = () => [
    'contact.email',
    'contact.first_name',
    'contact.last_name',
    'contact.unsubscribed',
    'contact.properties.plan',
    'contact.properties.seats',
    `topics.${topics.news}`,
    `topics.${topics.offers}`,
    `segments.${friends}`,
    ...broadcasts.flatMap(id => ACTIVITIES.map(activity => `${activity}.${id}`)),
  ]

  function valueOf(person: Person, field: string): unknown {
    const values: Record<string, unknown> = {
      'contact.email': person.email,
      'contact.first_name': person.first_name,
      'contact.last_name': null,
      'contact.unsubscribed': person.unsubscribed,
      'contact.properties.plan': person.plan ?? 'free',
      'contact.properties.seats': person.seats,
      [`topics.${topics.news}`]: person.news ?? 'opt_in',
      [`topics.${topics.offers}`]: person.offers ?? 'opt_out',
      [`segments.${friends}`]: person.friend,
      'days_since.created': person.days,
    }
    for (const activity of ACTIVITIES) {
      const days = person[activity]
      for (const [index, id] of broadcasts.entries()) values[`${activity}.${id}`] = days[index] !== null
      const known = days.filter(each => each !== null)
      values[`days_since.${activity}`] = known.length > 0 ? Math.min(...known) : null
    }
    return values[field]
  }

  function isMember(rule: SegmentRule, person: Person): boolean {
    if (rule.type === 'rule') return isMet(rule, valueOf(person, rule.field))
    const answers = rule.rules.map(part => isMember(part, person))
    return rule.type === 'and' ? answers.every(Boolean) : answers.some(Boolean)
  }

  const expected = (rule: SegmentRule): string[] => people.filter(person => isMember(rule, person)).map(({ id }) => id)

  const comparison = () => {
    const field = fc.constantFrom(...fields())
    const anything = fc.oneof(word, number, fc.boolean(), fc.constant(null), fc.constantFrom('opt_in', 'opt_out'))
    const type = fc.constant('rule' as const)
    return fc.oneof(
      fc.record({ type, field, operator: fc.constantFrom('eq' as const, 'neq' as const), value: anything }),
      fc.record({
        type,
        field,
        operator: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
        value: number,
      }),
      fc.record({
        type,
        field,
        operator: fc.constantFrom('contains' as const, 'starts_with' as const, 'ends_with' as const),
        value: word,
      }),
      fc.record({ type, field, operator: fc.constantFrom('exists' as const, 'is_empty' as const) }),
      fc.record({
        type,
        field: fc.constant('days_since.created'),
        operator: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
        value: fc.constantFrom(0, 0.5, 1, 2, 30, 1000, -1, 1e300),
      }),
      fc.record({
        type,
        field: fc.constantFrom('days_since.sent', 'days_since.opened', 'days_since.clicked'),
        operator: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'exists', 'is_empty'),
        value: fc.constantFrom(0, 0.5, 1, 2, 30, 1000, -1, 1e300),
      }),
    )
  }
  const tree = (): fc.Arbitrary<SegmentRule> =>
    fc.letrec<{ rule: SegmentRule }>(tie => ({
      rule: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        comparison() as fc.Arbitrary<SegmentRule>,
        fc.record({
          type: fc.constantFrom('and' as const, 'or' as const),
          rules: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }),
        }),
      ),
    })).rule

  const aSegment = (rule: SegmentRule, team = team_id): Promise<string> =>
    unit(async tx => (await createRuleSegment({ tx, team_id: team, now: NOW }, { name: 'By rule', rule })).id)
  const drop = (id: string): Promise<boolean> => unit(tx => removeSegment({ tx, team_id, now: NOW }, id))

  /** The ids of all contacts, in pages of the given size. */
  async function copiedOf(tx: Tx, members: Members, size: number): Promise<string[]> {
    const snapshot_at = NOW.toISOString()
    const ids: string[] = []
    for (let after_id = ''; ;) {
      const part = await findNextMembersPart(tx, members, { after_id, snapshot_at, size })
      if (!part) return ids
      const some = dynamicStatement<object, { id: string }>(knex =>
        memberRows(knex, members, part).select('contact.id as id').orderBy('contact.id'),
      )
      ids.push(...(await tx.all(some, {})).map(({ id }) => id))
      after_id = part.until_id
    }
  }

  const membersOf = async (tx: Tx, id: string): Promise<Members> => (await findMembers(tx, team_id, id))!
  const copied = (segment_id: string, size: number): Promise<string[]> =>
    unit(async tx => copiedOf(tx, await membersOf(tx, segment_id), size))

  it('matches for every comparison of every field', async () => {
    const rules = fields().map((field): SegmentRule => ({ type: 'rule', field, operator: 'exists' }))
    const of_all = await aSegment({ type: 'or', rules })
    const members = await unit(tx => membersOf(tx, of_all))
    for (const rule of fc.sample(comparison(), { numRuns: 300, seed: 11 })) {
      const one = { ...members, by: { ...members.by!, rule } }
      expect(await unit(tx => copiedOf(tx, one, 70)), JSON.stringify(rule)).toEqual(expected(rule))
    }
    await drop(of_all)
  })

  it('matches for nested rules, in copies, lists, single checks and the segments of a contact', async () => {
    await fc.assert(
      fc.asyncProperty(tree(), async rule => {
        const id = await aSegment(rule)
        const wanted = expected(rule)
        expect(await copied(id, 70)).toEqual(wanted)
        const listed = await database.read(tx => listContacts(tx, team_id, { segment_id: id, now: NOW }))
        expect(listed.rows.map(each => each.id)).toEqual(wanted.toReversed())
        const some = people.slice(0, 20).map(each => each.id)
        const among = await unit(tx => findSegmentMembersAmong({ tx, now: NOW }, { team_id, segment_id: id }, some))
        expect([...among].toSorted()).toEqual(wanted.filter(each => some.includes(each)))
        const one = people[3]!
        const { rows } = await unit(tx => listContactSegments({ tx, team_id, now: NOW }, one.id, {}))
        const own = [...(wanted.includes(one.id) ? [id] : []), ...(one.friend ? [friends] : [])]
        expect(rows.map(each => each.id)).toEqual(own)
        await drop(id)
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('is paged in both directions, each contact once', async () => {
    const rule: SegmentRule = { type: 'rule', field: 'contact.unsubscribed', operator: 'eq', value: false }
    const id = await aSegment(rule)
    const wanted = expected(rule).toReversed()
    const page = (query: object) =>
      database.read(tx => listContacts(tx, team_id, { segment_id: id, now: NOW, ...query }))
    const first = await page({ limit: 10 })
    expect([first.rows.map(each => each.id), first.has_more]).toEqual([wanted.slice(0, 10), true])
    const second = await page({ limit: 10, after: wanted[9]! })
    expect(second.rows.map(each => each.id)).toEqual(wanted.slice(10, 20))
    const back = await page({ limit: 4, before: wanted[10]! })
    expect([back.rows.map(each => each.id), back.has_more]).toEqual([wanted.slice(6, 10), true])
    const nobody = people.find(person => person.unsubscribed)!.id
    await expect(page({ after: nobody })).rejects.toThrow('is not an item of this list')
    await drop(id)
  })

  it('uses the current state of its references, and ignores deleted ones', async () => {
    const other = await unit(async tx => (await createSegment({ tx, team_id, now: NOW }, 'Going')).id)
    await unit(tx => addToSegment({ tx, team_id, now: NOW }, people[0]!.id, other))
    const id = await aSegment({ type: 'rule', field: `segments.${other}`, operator: 'eq', value: true })
    expect(await copied(id, 10)).toEqual([people[0]!.id])
    await drop(other)
    expect(await copied(id, 10)).toEqual([])
    await drop(id)
  })

  it.each([
    ['who opened a broadcast', () => `opened.${broadcasts[0]!}`, /broadcast_facts_(?:pkey|by_type|1)/, /fact|member/],
    ['recipients of a broadcast', () => `sent.${broadcasts[0]!}`, /broadcast_recipients_pkey|PRIMARY KEY/, /mail/],
    ['who opened lately', () => 'days_since.opened', /broadcast_facts_by_type/, /fact/],
    ['recipients of recent emails', () => 'days_since.sent', /broadcast_recipients_by_email/, /mail/],
  ])('uses an index %s', async (_what, field, index, about) => {
    const type = 'rule' as const
    const asked = field().startsWith('days')
      ? { type, field: field(), operator: 'lt' as const, value: 30 }
      : { type, field: field(), operator: 'eq' as const, value: true }
    const id = await aSegment(asked)
    const members = (await unit(tx => findMembers(tx, team_id, id)))!
    const part = { after_id: people[3]!.id, until_id: people[30]!.id, snapshot_at: NOW.toISOString() }
    const rows = memberRows(sqlBuilder(ON_POSTGRES ? 'pg' : 'better-sqlite3'), members, part).select('contact.id')
    const plan = await planOf(database, rows.toQuery())
    expect(plan).toMatch(index)
    expect(plan).toMatch(about)
    expect(plan).not.toMatch(/SCAN (?:contact|fact|mail)|Seq Scan/)
    await drop(id)
  })
})
