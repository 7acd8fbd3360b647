import { describe, expect, it } from 'vitest'
import { TokenBuckets } from '../../src/base/limits/token-bucket.ts'

describe('TokenBuckets', () => {
  it('gives so many at once, and then as many as come back in a minute', () => {
    const buckets = new TokenBuckets({ at_once: 2, per_minute: 2 })
    const taken = [0, 0, 0, 29_000, 30_000, 30_001, 600_000, 600_000, 600_000].map(ms => buckets.take('a', ms))
    expect(taken).toEqual([true, true, false, false, true, false, true, true, false])
  })

  it('gives to each key its own, and nothing for a clock that was set back', () => {
    const buckets = new TokenBuckets({ at_once: 1, per_minute: 60 })
    expect(['a', 'a', 'b'].map(key => buckets.take(key, 10_000))).toEqual([true, false, true])
    expect(buckets.take('a', 0)).toBe(false)
    expect([buckets.has('b', 10_000), buckets.has('b', 11_000), buckets.has('c', 0)]).toEqual([false, true, true])
  })
})
