import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSteadyClock } from '../../src/base/store/steady-clock.ts'
import { statement } from '../../src/base/store/statement.ts'
import { type Clock, clock } from '../support/clock.ts'
import { type OpenDatabase, databases } from '../support/databases.ts'

const START = Date.parse('2026-11-20T12:00:00.000Z')
const kept = statement<object, { highest_at: string }>(knex => knex('steady_clock').select('highest_at'))

describe.each(databases)('the steady clock on %s', (_, open) => {
  let opened: OpenDatabase
  let database: OpenDatabase['database']
  let wall: Clock
  let elapsed_ms: number
  const start = () => openSteadyClock(database, { now: wall.now, elapsed_ms: () => elapsed_ms })
  const begun: Promise<unknown>[] = []
  const written = (): Promise<unknown> => Promise.all(begun)
  /** The stored value, after all pending writes. */
  const highest = async (): Promise<number> => {
    await written()
    return Date.parse((await database.read(tx => tx.get(kept, {})))!.highest_at) - START
  }

  beforeEach(async () => {
    opened = await open()
    database = opened.database
    begun.length = 0
    const unit = database.unit.bind(database)
    database.unit = (body, from) => {
      const one = unit(body, from)
      begun.push(one)
      return one
    }
    wall = clock()
    elapsed_ms = 7_000_000
  })
  afterEach(async () => {
    await database.close()
    await opened.remove()
  })

  it('follows the machine’s clock, also over a jump', async () => {
    const steady = await start()
    const seen = [steady.read().getTime() - START]
    wall.forward(1)
    seen.push(steady.now().getTime() - START)
    wall.forward(3_600_000)
    seen.push(steady.read().getTime() - START)
    expect(seen).toEqual([0, 1, 3_600_001])
  })

  it('does not go back, and advances as fast as time passes', async () => {
    const steady = await start()
    wall.forward(10_000)
    steady.read()
    wall.back(9_000)
    expect(steady.read().getTime() - START).toBe(10_000)
    elapsed_ms += 500.75
    wall.forward(500)
    expect(steady.read().getTime() - START).toBe(10_500)
    // once it has caught up, it equals the machine's clock again
    wall.forward(9_000)
    elapsed_ms += 400
    expect(steady.read().getTime() - START).toBe(10_900)
    wall.forward(1_000)
    expect(steady.read().getTime() - START).toBe(11_500)
  })

  it('is not set back by a restart', async () => {
    const steady = await start()
    wall.forward(60_000)
    steady.now()
    await written()
    wall.back(60_000)
    elapsed_ms = 3
    expect((await start()).read().getTime() - START).toBe(60_000)
  })

  it('is stored at most every five seconds, and not when it is only read', async () => {
    const steady = await start()
    expect(await highest()).toBe(0)
    wall.forward(4_999)
    steady.now()
    expect(await highest()).toBe(0)
    wall.forward(1)
    steady.read()
    expect(await highest()).toBe(0)
    steady.now()
    expect(await highest()).toBe(5_000)
    wall.back(60_000)
    steady.now()
    expect(await highest()).toBe(5_000)
  })

  describe('a steady clock with a base that is exact to some milliseconds', () => {
    const begin = () => openSteadyClock(database, { now: wall.now, elapsed_ms: () => elapsed_ms, tolerance_ms: 1000 })
    const pass = (duration_ms: number): void => {
      wall.forward(duration_ms)
      elapsed_ms += duration_ms
    }

    it('waits for its base instead of running ahead of it forever', async () => {
      const steady = await begin()
      pass(1000)
      expect(steady.read().getTime() - START).toBe(1000)
      // each correction sets it slightly back: over a day that adds up to nothing
      for (let each = 0; each < 1000; each++) {
        const before = steady.read().getTime()
        pass(5000)
        wall.back(3)
        expect(steady.read().getTime()).toBeGreaterThanOrEqual(before)
      }
      expect(steady.read().getTime()).toBe(wall.now().getTime())
    })

    it('never goes back, and continues when its base was set back', async () => {
      const steady = await begin()
      pass(1000)
      steady.read()
      wall.back(400)
      expect([steady.read().getTime() - START, steady.read().getTime() - START]).toEqual([1000, 1000])
      pass(300)
      expect(steady.read().getTime() - START).toBe(1000)
      pass(200)
      expect(steady.read().getTime() - START).toBe(1100)
      wall.back(3_600_000)
      pass(500)
      expect(steady.read().getTime() - START).toBe(1600)
      // as far ahead of it as is allowed
      wall.forward(3_599_500)
      expect(steady.read().getTime() - START).toBeGreaterThanOrEqual(1600)
    })
  })
})
