// The cost of the most frequent requests, in counts that are the same in each run. budgets.json has the limits, and
// docs/decisions/request-budgets.md gives the reasons.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Counts, countRequests } from '../bench/counts.ts'
import { temporaryFolder } from '../support/folder.ts'

const FILE = 'test/http/budgets.json'
const RECORD = 'UPDATE_BUDGETS=1 npx vitest run test/http/budgets.test.ts'
/**
 * The share by which a count may differ; all other counts are exact. A commit of many pages occasionally splits a few
 * of them.
 */
const TOLERANCE: Partial<Record<keyof Counts, number>> = { wal_bytes: 0.05, allocated_bytes: 0.03 }

type Budgets = Record<string, Counts>

const isUpdate = process.env.UPDATE_BUDGETS === '1'
const budgets: Budgets = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}

/** A sentence for each count outside its budget. */
function differences(name: string, counts: Counts, budget: Counts): string[] {
  return (Object.keys(counts) as (keyof Counts)[]).flatMap(kind => {
    const [seen, recorded] = [byName(counts[kind]), byName(budget[kind])]
    const tolerance = TOLERANCE[kind] ?? 0
    return Object.keys({ ...recorded, ...seen }).flatMap(each => {
      const [now, before] = [seen[each] ?? 0, recorded[each] ?? 0]
      if (Math.abs(now - before) <= before * tolerance) return []
      const what = each === '' ? kind : `${kind}, ${each}`
      return [`${name}: ${what}: ${now} instead of ${before}. If that is meant to be, record it: ${RECORD}`]
    })
  })
}

function byName(count: number | Record<string, number> = 0): Record<string, number> {
  return typeof count === 'number' ? { '': count } : count
}

describe('the cost of a request', () => {
  let counted: Budgets

  beforeAll(async () => {
    counted = await countRequests(temporaryFolder())
    if (isUpdate) writeFileSync(FILE, `${JSON.stringify(counted, undefined, 2)}\n`)
  })

  it('is recorded for each measured request', () => {
    expect(Object.keys(isUpdate ? counted : budgets)).toEqual(Object.keys(counted))
  })

  it.each(Object.keys(budgets))('%s matches its recorded budget', name => {
    expect(differences(name, counted[name]!, isUpdate ? counted[name]! : budgets[name]!)).toEqual([])
  })

  it('reports each count outside its budget with the command that updates it', () => {
    const budget: Counts = {
      statements: { 'select emails': 1 },
      commits: 0,
      rows: 0,
      entries: {},
      wal_bytes: 0,
      file_calls: {},
      allocated_bytes: 1000,
    }
    expect(differences('GET /emails/{id}', { ...budget, allocated_bytes: 1030 }, budget)).toEqual([])
    const dearer = { ...budget, statements: { 'select emails': 2, 'select domains': 1 }, allocated_bytes: 1031 }
    expect(differences('GET /emails/{id}', dearer, budget)).toEqual([
      `GET /emails/{id}: statements, select emails: 2 instead of 1. If that is meant to be, record it: ${RECORD}`,
      `GET /emails/{id}: statements, select domains: 1 instead of 0. If that is meant to be, record it: ${RECORD}`,
      `GET /emails/{id}: allocated_bytes: 1031 instead of 1000. If that is meant to be, record it: ${RECORD}`,
    ])
  })
})
