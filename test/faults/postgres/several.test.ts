// Three servers on one PostgreSQL database under load: they are killed, stopped and restarted, and lose their database
// for a while. `npm run faults` runs it for longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFleet, startSetup, FAILURES, type Fleet, type Setup, reconcile, underLoad } from '../several.ts'

describe('three servers under load', () => {
  let house: Setup
  let fleet: Fleet
  beforeAll(async () => {
    house = await startSetup({ latency_ms: 100 })
    fleet = await startFleet(house, 3)
  })
  afterAll(async () => {
    await fleet.stop()
    await house.close()
  })

  it('lose nothing when one is killed or sleeps, or the database is restarted or read-only', async () => {
    const books = await underLoad(fleet, async () => {
      await FAILURES.killed(fleet, 0)
      await FAILURES.asleep(fleet, 1)
      await FAILURES.databaseRestarted(fleet)
      await FAILURES.databaseReadOnly(fleet)
    })
    expect(await reconcile(house, books)).toMatchObject({ lost: [], excess: [], wrong: [] })
    expect(books.accepted.length).toBeGreaterThan(50)
  }, 240_000)

  it('answer every request while each in turn is stopped and started again', async () => {
    const books = await underLoad(fleet, async () => {
      for (const index of [0, 1]) {
        expect(await fleet.processes[index]!.stop()).toBe(0)
        await fleet.begin(index)
      }
    })
    expect(books.failed).toEqual([])
    expect(await reconcile(house, books)).toMatchObject({ lost: [], excess: [], wrong: [] })
  })
})
