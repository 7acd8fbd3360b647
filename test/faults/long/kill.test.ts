import { describe, expect, it } from 'vitest'
import { killLoop } from '../kill.ts'

const KILLS = Number(process.env.KILLS ?? 60)

describe('kill -9 under load, for minutes', () => {
  it('loses no accepted email, and sends duplicates only for attempts recorded as unknown', async () => {
    const { accepted, copies, unknown, kills, ready_after_max_ms } = await killLoop({ kills: KILLS, life_ms: 1500 })
    const doubled = [...copies.values()].filter(count => count > 1).length
    console.log({ kills, accepted: accepted.length, doubled, unknown: unknown.size, ready_after_max_ms })
    expect(accepted.filter(id => !copies.has(id))).toEqual([])
    expect([...copies].filter(([id, count]) => count > 1 + (unknown.get(id) ?? 0))).toEqual([])
  }, 900_000)
})
