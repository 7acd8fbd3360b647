// Backoff: delays that grow up to a maximum, or are read from a table.
import { describe, expect, it } from 'vitest'
import { backoff, FULL_JITTER, nextDelay } from '../../src/base/limits/backoff.ts'

const GROWTH = { first_ms: 100, cap_ms: 500 }

describe('backoff', () => {
  it('doubles with each attempt up to the maximum, for any number of attempts', () => {
    expect([1, 2, 3, 4, 1_000_000].map(tries => backoff(tries, GROWTH))).toEqual([100, 200, 400, 500, 500])
  })

  it('reads delays from a table, whose last one applies to all later attempts', () => {
    expect([1, 2, 3, 9].map(tries => backoff(tries, { waits_ms: [5, 30, 120] }))).toEqual([5, 30, 120, 120])
  })

  it('varies by the given jitter', () => {
    const around = { ...GROWTH, jitter: [0.8, 1.2] as const }
    expect([0, 0.5, 1].map(chance => backoff(2, around, chance))).toEqual([160, 200, 240])
    const full = { ...GROWTH, jitter: FULL_JITTER }
    expect([0, 0.5, 1].map(chance => backoff(9, full, chance))).toEqual([0, 250, 500])
  })

  it('continues from the previous delay', () => {
    expect([0, 100, 150, 400].map(before_ms => nextDelay(before_ms, GROWTH))).toEqual([100, 200, 300, 500])
  })
})
