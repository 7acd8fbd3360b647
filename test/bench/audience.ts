// Measures segments with a rule: a page of their members, all members, and how long the event loop is blocked. Also
// checks that list pages take as long among many contacts as among few. Runs in this process, with the store of the
// server.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import SQLite from 'better-sqlite3'
import { createContactProperty } from '../../src/audience/contact-properties/actions.ts'
import { listContacts } from '../../src/audience/contacts/store.ts'
import type { SegmentRule } from '../../src/audience/segments/rule/fields.ts'
import { createSegment, createRuleSegment } from '../../src/audience/segments/actions.ts'
import { findMembers, findNextMembersPart, memberRows } from '../../src/audience/segments/members/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { dynamicStatement } from '../../src/base/store/statement.ts'
import { subscribers } from '../../src/app/subscribers.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { createTopic } from '../../src/audience/topics/actions.ts'
import { newFile } from '../support/new-file.ts'
import { temporaryFolder } from '../support/folder.ts'

const FEW = 1000
const MANY = 1_000_000
const SAMPLES = 21
const NOW = new Date('2026-11-22T08:00:00.000Z')

export interface RuleFigure {
  name: string
  /** Median time of a page of a hundred members. */
  page_ms: number
  /** The time to find every member once. */
  all_ms: number
  members: number
  /** The longest time that the event loop was blocked. */
  held_ms: number
}

export interface AudienceFigures {
  rules: RuleFigure[]
  /** Median milliseconds per page. */
  lists: { name: string; few_ms: number; many_ms: number }[]
}

interface Place {
  database: Database
  team_id: string
  rules: Record<string, string>
  by_hand: string
  close: () => Promise<void>
}

export async function measuredAudience(): Promise<AudienceFigures> {
  const few = await placeOf(FEW)
  const fewPages = await pagesIn(few)
  await few.close()
  const many = await placeOf(MANY)
  try {
    const manyPages = await pagesIn(many)
    const rules: RuleFigure[] = []
    for (const [name, id] of Object.entries(many.rules)) rules.push(await measuredRule(many, name, id))
    const lists = Object.keys(manyPages).map(name => ({ name, few_ms: fewPages[name]!, many_ms: manyPages[name]! }))
    return { rules, lists }
  } finally {
    await many.close()
  }
}

/** Contacts of which one in ten has the plan, one in ten left the topic, and half are in a segment. */
async function placeOf(count: number): Promise<Place> {
  const folder = temporaryFolder()
  const file = path.join(folder, 'audience.db')
  await newFile(file)
  const database = await openDatabase(`sqlite:${file}`)
  database.subscribers = subscribers
  const made = await database.unit(async tx => {
    const { id: team_id } = await addTeam(tx, { name: 'A team', email: 'a@example.com', password_hash: '' }, NOW)
    const plan = await createContactProperty({ tx, team_id, now: NOW }, { key: 'plan', type: 'string' })
    const news = await createTopic(
      { tx, team_id, now: NOW },
      { name: 'News', default_subscription: 'opt_in', visibility: 'private' },
    )
    const by_hand = (await createSegment({ tx, team_id, now: NOW }, 'By hand')).id
    const rules: Record<string, string> = {}
    for (const [name, rule] of Object.entries(rulesOf(news.id, by_hand))) {
      rules[name] = (await createRuleSegment({ tx, team_id, now: NOW }, { name, rule })).id
    }
    return { team_id, plan_id: plan.id, topic_id: news.id, by_hand, rules }
  })
  fill(file, count, made)
  const close = async (): Promise<void> => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...made, database, close }
}

const is = (field: string, value: string | boolean, operator: 'eq' | 'starts_with' = 'eq'): SegmentRule => ({
  type: 'rule',
  field,
  operator,
  value,
})

const rulesOf = (topic_id: string, by_hand: string): Record<string, SegmentRule> => ({
  'a value of one in ten': is('contact.properties.plan', 'pro'),
  'a value, a topic and subscribed': {
    type: 'and',
    rules: [
      is('contact.properties.plan', 'pro'),
      is(`topics.${topic_id}`, 'opt_in'),
      is('contact.unsubscribed', false),
    ],
  },
  'a segment or a choice': {
    type: 'or',
    rules: [is(`segments.${by_hand}`, true), is(`topics.${topic_id}`, 'opt_out')],
  },
  'a name of one in a million': is('contact.first_name', 'Name 77', 'starts_with'),
})

function fill(
  file: string,
  count: number,
  { team_id, plan_id, topic_id, by_hand }: { team_id: string; plan_id: string; topic_id: string; by_hand: string },
): void {
  const driver = new SQLite(file)
  driver.pragma('synchronous = off')
  const all = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
  const id = `printf('01935f3e-7c00-7000-8000-%012x', i)`
  const at = `'${new Date(NOW.getTime() - 86_400_000).toISOString()}'`
  driver.exec('begin')
  driver.exec(
    `${all} insert into contacts (id, team_id, email, email_key, first_name, unsubscribed, created_at, updated_at)
     select ${id}, '${team_id}', 'c' || i || '@example.com', 'c' || i || '@example.com',
     case when i = ${count} / 2 then 'Name 77' else 'Name ' || (i % 50) end, i % 20 = 0, ${at}, ${at} from n`,
  )
  driver.exec(
    `${all} insert into contact_property_values (contact_id, property_id, value, team_id)
     select ${id}, '${plan_id}', case when i % 10 = 3 then 'pro' else 'free' end, '${team_id}' from n`,
  )
  driver.exec(
    `${all} insert into topic_choices (contact_id, topic_id, subscription, chosen_at, team_id)
     select ${id}, '${topic_id}', 'opt_out', ${at}, '${team_id}' from n where i % 10 = 7`,
  )
  driver.exec(
    `${all} insert into segment_members (contact_id, segment_id, contact_created_at, added_at, team_id)
     select ${id}, '${by_hand}', ${at}, ${at}, '${team_id}' from n where i % 2 = 0`,
  )
  driver.exec('commit')
  driver.close()
}

async function pagesIn({ database, team_id, by_hand, rules }: Place): Promise<Record<string, number>> {
  const page = (query: object): Promise<number> =>
    median(() => database.read(tx => listContacts(tx, team_id, { limit: 100, now: NOW, ...query })))
  return {
    contacts: await page({}),
    'contacts of a segment': await page({ segment_id: by_hand }),
    'contacts of a segment by rule': await page({ segment_id: rules['a value of one in ten']! }),
  }
}

async function measuredRule({ database, team_id }: Place, name: string, segment_id: string): Promise<RuleFigure> {
  const page_ms = await median(() =>
    database.read(tx => listContacts(tx, team_id, { segment_id, limit: 100, now: NOW })),
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  const members = await countMembers(database, team_id, segment_id)
  const all_ms = performance.now() - began
  delay.disable()
  return { name, page_ms, all_ms, members, held_ms: delay.max / 1e6 }
}

/** As a broadcast reads them. */
async function countMembers(database: Database, team_id: string, segment_id: string): Promise<number> {
  const snapshot_at = NOW.toISOString()
  let count = 0
  for (let after_id: string | undefined = ''; after_id !== undefined;) {
    const from_id: string = after_id
    const found = await database.read(async tx => {
      const members = (await findMembers(tx, team_id, segment_id))!
      const part = await findNextMembersPart(tx, members, { after_id: from_id, snapshot_at, size: 4000 })
      if (!part) return undefined
      const counted = dynamicStatement<object, { count: number }>(knex =>
        memberRows(knex, members, part).count({ count: '*' }),
      )
      return { until_id: part.until_id, count: (await tx.get(counted, {}))!.count }
    })
    count += found?.count ?? 0
    after_id = found?.until_id
    await new Promise(resolve => void setImmediate(resolve))
  }
  return count
}

async function median(measure: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const began = performance.now()
    await measure()
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[SAMPLES >> 1]!
}
