import { describe, expect, it } from 'vitest'
import { automationKillLoop } from '../automations.ts'

describe('kill -9 every 200 ms while 500 runs execute twenty steps each', () => {
  it('executes every step once, and leaves no unfinished run', async () => {
    const outcome = await automationKillLoop({ runs: 500, life_ms: 200 })
    console.log({ ...outcome, wrong: outcome.wrong.length })
    expect([outcome.states, outcome.wrong, outcome.mails]).toEqual([{ completed: 500 }, [], 3000])
    expect(outcome.late_max_ms).toBeLessThan(10_000)
  })

  it('control: sends emails twice if they are sent outside the unit that advances the run', async () => {
    const outcome = await automationKillLoop({ runs: 500, life_ms: 200, variant: 'outside' })
    console.log({ ...outcome, wrong: outcome.wrong.length })
    expect(outcome.wrong.length).toBeGreaterThan(0)
  })
})
