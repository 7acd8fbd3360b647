// The short form of the kill loop over runs of automations; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { automationKillLoop } from './automations.ts'

describe('kill -9 while runs execute their steps', () => {
  it('executes every step once, and leaves no unfinished run', async () => {
    const { kills, states, wrong, mails, late_max_ms } = await automationKillLoop({ runs: 20, life_ms: 500 })
    expect(kills).toBeGreaterThan(3)
    expect([states, wrong, mails]).toEqual([{ completed: 20 }, [], 120])
    expect(late_max_ms).toBeLessThan(10_000)
  }, 200_000)
})
