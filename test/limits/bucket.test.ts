import { describe, expect, it } from 'vitest'
import { Buckets } from '../../src/base/limits/bucket.ts'

describe('Buckets', () => {
  it('allow a burst, and then refill at the rate per minute', () => {
    const buckets = new Buckets()
    const rate = { at_once: 2, per_minute: 2 }
    const taken = [0, 0, 0, 29_000, 30_000, 30_001, 600_000, 600_000, 600_000].map(ms => buckets.take('a', rate, ms))
    expect(taken).toEqual([true, true, false, false, true, false, true, true, false])
  })

  it('are separate for each key, and do not refill if the clock is set back', () => {
    const buckets = new Buckets()
    const rate = { at_once: 1, per_minute: 60 }
    expect(['a', 'a', 'b'].map(key => buckets.take(key, rate, 10_000))).toEqual([true, false, true])
    expect([buckets.left('b', rate, 10_000), buckets.left('b', rate, 11_000), buckets.left('c', rate, 0)]).toEqual([
      0, 1, 1,
    ])
    expect(buckets.take('a', rate, 0)).toBe(false)
    // and refill from the new time on, without waiting for the old one
    expect([buckets.take('a', rate, 999), buckets.take('a', rate, 1000)]).toEqual([false, true])
  })

  it('refill later if more tokens were spent than remained', () => {
    const buckets = new Buckets()
    const rate = { at_once: 1, per_minute: 60 }
    for (let mail = 0; mail < 3; mail++) buckets.spend('a', rate, 0)
    expect([2_000, 2_999, 3_000].map(ms => buckets.take('a', rate, ms))).toEqual([false, false, true])
  })
})
