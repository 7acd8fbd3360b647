// A limit on the number of events within a period.
import { describe, expect, it } from 'vitest'
import { timesWithin, waitUntilRoom } from '../../src/base/rate-limits/sliding-window.ts'

const ms = (seconds: number): number => Date.UTC(2026, 10, 20, 12, 0, seconds)
const at = (seconds: number): Date => new Date(ms(seconds))
const WINDOW_MS = 10_000
const wait = (times: number[], allowed: number, seconds: number): number =>
  waitUntilRoom(timesWithin(times.map(ms), WINDOW_MS, at(seconds)), allowed, WINDOW_MS, at(seconds))

describe('a sliding window', () => {
  it('has capacity again when the oldest event has left it, not sooner', () => {
    expect([wait([0, 4], 3, 4), wait([0, 4], 2, 4)]).toEqual([0, 6000])
    expect([wait([0, 4], 2, 9), wait([0, 4], 2, 10)]).toEqual([1000, 0])
  })

  it('has capacity for the allowed number of events', () => {
    expect([wait([], 1, 0), wait([0], 1, 0)]).toEqual([0, 10_000])
  })
})
