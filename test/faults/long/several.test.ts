import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleet, aHouse, BEFALL, type Fleet, type House, settleUp, underLoad } from '../several.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 10)

describe('three servers on one PostgreSQL, for minutes', () => {
  let house: House
  let fleet: Fleet
  beforeAll(async () => {
    house = await aHouse({ latency_ms: 100 })
    fleet = await aFleet(house, 3)
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
        note('killed', await BEFALL.killed(fleet, round % 3))
        note('asleep', await BEFALL.asleep(fleet, (round + 1) % 3))
        note('database restarted', await BEFALL.databaseRestarted(fleet))
        note('database read only', await BEFALL.databaseReadOnly(fleet))
      }
    })
    const { doubled, ...balance } = await settleUp(house, books)
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
