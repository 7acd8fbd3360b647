// How often something may happen within a span of time.
import { describe, expect, it } from 'vitest'
import { SlidingWindow } from '../../src/limits/sliding-window.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
const aWindow = (keys_max = 100): SlidingWindow => new SlidingWindow({ window_ms: 10_000, keys_max })

describe('SlidingWindow', () => {
  it('has room again when the oldest has left the window, not sooner', () => {
    const window = aWindow()
    for (const seconds of [0, 4]) window.note('a', at(seconds))
    expect([window.waitOf('a', 3, at(4)), window.waitOf('a', 2, at(4))]).toEqual([0, 6000])
    expect([window.waitOf('a', 2, at(9)), window.waitOf('a', 2, at(10))]).toEqual([1000, 0])
  })

  it('counts each key on its own', () => {
    const window = aWindow()
    window.note('a', at(0))
    expect([window.waitOf('a', 1, at(0)), window.waitOf('b', 1, at(0))]).toEqual([10_000, 0])
  })

  it('takes the last one back, or forgets all', () => {
    const window = aWindow()
    for (const seconds of [0, 1]) window.note('a', at(seconds))
    window.takeBack('a')
    expect([window.waitOf('a', 2, at(1)), window.waitOf('a', 1, at(1))]).toEqual([0, 9000])
    window.forget('a')
    window.takeBack('a')
    expect(window.waitOf('a', 1, at(1))).toBe(0)
  })

  it('keeps no place for what was taken back', () => {
    const window = aWindow(2)
    window.note('a', at(0))
    for (const key of ['b', 'c', 'd']) {
      window.note(key, at(0))
      window.takeBack(key)
    }
    expect(window.waitOf('a', 1, at(0))).toBe(10_000)
  })

  it('gives up the key that was not seen for the longest time when there are too many', () => {
    const window = aWindow(2)
    for (const key of ['a', 'b', 'a', 'c']) window.note(key, at(0))
    expect(['a', 'b', 'c'].map(key => window.waitOf(key, 1, at(0)) > 0)).toEqual([true, false, true])
  })
})
