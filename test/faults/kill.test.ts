// The short form of the kill loop; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { killLoop } from './kill.ts'

describe('kill -9 under load', () => {
  it('loses no accepted email, and sends duplicates only for attempts recorded as unknown', async () => {
    const { accepted, copies, unknown, ready_after_max_ms } = await killLoop({ kills: 4, life_ms: 700 })
    expect(accepted.length).toBeGreaterThan(50)
    expect(accepted.filter(id => !copies.has(id))).toEqual([])
    const excess = [...copies].filter(([id, count]) => count > 1 + (unknown.get(id) ?? 0))
    expect(excess).toEqual([])
    expect(ready_after_max_ms).toBeLessThan(20_000)
  })
})
