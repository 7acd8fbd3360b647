// Processes on machines whose clocks differ use the time of the database server.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseClock } from '../../../src/base/store/database-clock.ts'
import { openSteadyClock } from '../../../src/base/store/steady-clock.ts'
import { type OpenDatabase, databases } from '../../support/databases.ts'

describe.each(databases)('the clock of a database on %s', (_, open) => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await opened.database.close()
    await opened.remove()
  })

  /** A clock of a process whose machine has been running for that long. */
  const aClock = async (running_ms: number): Promise<DatabaseClock> => {
    const clock = new DatabaseClock(opened.database, () => performance.now() + running_ms)
    await clock.readServerTime()
    return clock
  }

  it("is the same for all processes, whatever their machines' clocks show", async () => {
    const from_ms = Date.now()
    const clocks = [await aClock(0), await aClock(86_400_000), await aClock(-5_000_000)]
    const times = clocks.map(clock => clock.now().getTime())
    // here the database server has the clock of this machine; an answer is off by at most half of its round trip
    const off_max_ms = Date.now() - from_ms + 1
    for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThanOrEqual(off_max_ms)
    const steady = await Promise.all(
      clocks.map(clock =>
        openSteadyClock(opened.database, { now: clock.now, elapsed_ms: () => performance.now(), tolerance_ms: 1000 }),
      ),
    )
    const highest = steady.map(clock => clock.now().getTime())
    expect(Math.max(...highest) - Math.min(...highest)).toBeLessThanOrEqual(Date.now() - from_ms + 1)
  })

  it('continues to count while the database is unreachable, and ignores slow answers', async () => {
    let counted_ms = 0
    const asked = { ...opened.database, read: opened.database.read.bind(opened.database) }
    const clock = new DatabaseClock(asked, () => counted_ms)
    await clock.readServerTime()
    const began = clock.now().getTime()
    counted_ms += 60_000
    expect(clock.now().getTime() - began).toBe(60_000)
    // like a process that sleeps between the query and the answer
    asked.read = async <T>(body: never): Promise<T> => {
      const answer = await opened.database.read(body)
      counted_ms += 10_000
      return answer as T
    }
    await clock.readServerTime()
    expect(clock.now().getTime() - began).toBe(70_000)
    asked.read = () => Promise.reject(new Error('no connection'))
    await expect(clock.readServerTime()).rejects.toThrow('no connection')
    expect(clock.now().getTime() - began).toBe(70_000)
  })
})
