// Windows of one second, by a given clock.
import { describe, expect, it } from 'vitest'
import { NONE_LEFT, Windows } from '../../src/base/limits/windows.ts'

const at = (ms: number): number => Date.UTC(2026, 10, 20, 12) + ms

describe('windows', () => {
  it('allow as many requests as the limit, and return the number of remaining requests', () => {
    const windows = new Windows(3)
    expect([0, 10, 999, 999].map(ms => windows.take('a', at(ms)))).toEqual([2, 1, 0, NONE_LEFT])
  })

  it('begin with the first request after the previous window ended, so that no burst spans two', () => {
    const windows = new Windows(2)
    const times = [900, 950, 999, 1000, 1899, 1900, 1900, 2000]
    expect(times.map(ms => windows.take('a', at(ms)))).toEqual([1, 0, NONE_LEFT, NONE_LEFT, NONE_LEFT, 1, 0, NONE_LEFT])
  })

  it('are separate for each key', () => {
    const windows = new Windows(1)
    expect(['a', 'b', 'a', 'b'].map(key => windows.take(key, at(0)))).toEqual([0, 0, NONE_LEFT, NONE_LEFT])
  })

  it('allow nothing twice if the clock is corrected by a moment, and continue if it is set back', () => {
    const windows = new Windows(1)
    expect([1000, 999, 1001].map(ms => windows.take('a', at(ms)))).toEqual([0, NONE_LEFT, NONE_LEFT])
    expect(windows.take('a', at(-3_600_000))).toBe(0)
  })
})
