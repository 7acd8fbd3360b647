import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFleet, startSetup, FAILURES, type Fleet, type Setup, reconcile, underLoad } from '../several.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)

describe('three servers on one PostgreSQL, for minutes', () => {
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

  it('lose nothing despite repeated failures of any kind', async () => {
    const longest: Record<string, number> = {}
    const note = (what: string, took_ms: number): void => {
      longest[what] = Math.round(Math.max(longest[what] ?? 0, took_ms))
    }
    const books = await underLoad(fleet, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        note('killed', await FAILURES.killed(fleet, round % 3))
        note('asleep', await FAILURES.asleep(fleet, (round + 1) % 3))
        note('database restarted', await FAILURES.databaseRestarted(fleet))
        note('database read only', await FAILURES.databaseReadOnly(fleet))
      }
    })
    const { doubled, ...balance } = await reconcile(house, books)
    const { accepted, events, failed } = books
    console.log({
      rounds: ROUNDS,
      accepted: accepted.length,
      events: events.size,
      failed: failed.length,
      doubled,
      longest,
    })
    expect(balance).toEqual({ lost: [], excess: [], wrong: [] })
    // as promised for an otherwise idle machine
    expect(Math.max(...Object.values(longest))).toBeLessThan(10_000)
  }, 900_000)
})
