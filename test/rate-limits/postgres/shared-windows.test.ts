// The windows of a team when several processes count them together: never more than the limit, and few queries if it is
// high. The test sets the clock; each process has its own connection.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NONE_LEFT, type WindowLimiter } from '../../../src/base/limits/windows.ts'
import { sharedLimiter } from '../../../src/base/rate-limits/windows/actions.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { parsePostgresUrl } from '../../../src/base/store/postgres/address.ts'
import { openPostgres } from '../../../src/base/store/postgres/database.ts'
import { databases, type OpenDatabase } from '../../support/databases.ts'

const PROCESSES = 3
const at = (ms: number): number => Date.UTC(2026, 10, 20, 12) + ms

let opened: OpenDatabase
let processes: Database[]
beforeAll(async () => {
  opened = await databases[0]![1]()
  processes = Array.from({ length: PROCESSES }, () => openPostgres(parsePostgresUrl(opened.url)))
})
afterAll(async () => {
  await Promise.all([opened.database, ...processes].map(database => database.close()))
  await opened.remove()
})

/** A limiter per process, and the number of queries they have sent. */
function limiters(limit: number): { each: WindowLimiter[]; asked: () => number } {
  let count = 0
  const each = processes.map(database => sharedLimiter(limit, { read: body => (count++, database.read(body)) }))
  return { each, asked: () => count }
}

/** This many requests of a team at each process at the same time; returns the results. */
const flood = (each: WindowLimiter[], team_id: string, requests: number, ms: number): Promise<number[]> =>
  Promise.all(each.flatMap(one => Array.from({ length: requests }, async () => one.take(team_id, at(ms)))))

const letIn = (answers: number[]): number => answers.filter(answer => answer !== NONE_LEFT).length

describe('three processes', () => {
  it.each([1, 10, 100, 1000, 5000])('allow %i requests of a window together, and no more', async limit => {
    const { each } = limiters(limit)
    const team_id = randomUUID()
    for (const ms of [0, 1000, 5000]) expect(letIn(await flood(each, team_id, limit, ms))).toBe(limit)
    expect(letIn(await flood(each, team_id, 1, 5999))).toBe(0)
  })

  it.each([1, 10, 1000])('allow no burst across two windows, with a limit of %i', async limit => {
    const { each } = limiters(limit)
    const [one, other] = each
    const team_id = randomUUID()
    expect(letIn(await flood([one!], team_id, limit, 900))).toBe(limit)
    for (const ms of [950, 1000, 1500, 1899]) expect(letIn(await flood([other!], team_id, limit, ms))).toBe(0)
    expect(letIn(await flood([other!], team_id, limit, 1900))).toBe(limit)
    expect(letIn(await flood([one!], team_id, limit, 1950))).toBe(0)
  })

  it('reject without a query when they know that the limit is used up', async () => {
    const { each, asked } = limiters(10)
    const team_id = randomUUID()
    await flood(each, team_id, 10, 0)
    const before = asked()
    await flood(each, team_id, 100, 500)
    expect(asked()).toBe(before)
  })

  it.each([10, 5000])('continue when the clock was ahead and is corrected, with a limit of %i', async limit => {
    const { each } = limiters(limit)
    const team_id = randomUUID()
    for (const ahead_ms of [30 * 86_400_000, 64_000, 16_000, 7000]) {
      for (let window = 0; window < 64; window++) await flood(each, team_id, 1, ahead_ms + window * 1000)
      for (const ms of [0, 2000]) expect(letIn(await flood(each, team_id, limit, ms))).toBe(limit)
    }
  })

  it('keep counting across the end of a window during a query', async () => {
    const [limiter] = limiters(5000).each
    const [one, other] = [randomUUID(), randomUUID()]
    const take = async (team_id: string, ms: number): Promise<number> => limiter!.take(team_id, at(ms))
    const left = await Promise.all([take(one, 999), take(other, 999), take(other, 1000)])
    expect(left).toEqual([4999, 4999, 4999])
  })

  it('count teams separately', async () => {
    const { each } = limiters(10)
    const teams = [randomUUID(), randomUUID(), randomUUID()]
    const answers = await Promise.all(teams.map(team => flood(each, team, 20, 0)))
    expect(answers.map(letIn)).toEqual([10, 10, 10])
  })

  it('query once in ten windows for a team that uses little of a high limit', async () => {
    const { each, asked } = limiters(100_000)
    const team_id = randomUUID()
    for (let window = 0; window < 20; window++) await each[0]!.take(team_id, at(window * 1000))
    expect(asked()).toBe(2)
  })

  it('allow a request if the database does not respond, which reports that itself', async () => {
    const limiter = sharedLimiter(1, { read: () => Promise.reject(new Error('not there')) })
    expect([await limiter.take('a', at(0)), await limiter.take('a', at(0))]).toEqual([0, 0])
  })
})
