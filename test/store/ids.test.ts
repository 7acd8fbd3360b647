// Ids sort in the order in which they are created, even if the machine's clock jumps.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OrderedIds } from '../../src/base/store/ids.ts'
import { clock } from '../support/clock.ts'

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const NOON = new Date('2026-11-22T12:00:00.000Z')

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)

function made(ids: OrderedIds, count: number): string[] {
  return Array.from({ length: count }, ids.next)
}

function expectInOrder(ids: string[]): void {
  expect(ids).toEqual([...new Set(ids)].toSorted())
}

afterEach(() => void vi.useRealTimers())

describe('ids', () => {
  it('are version 7 UUIDs that contain the time', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const [id] = made(new OrderedIds(), 1)
    expect(id).toMatch(UUID_V7)
    expect(timeOf(id!)).toBe(NOON.getTime())
  })

  it('of one millisecond sort in creation order, however many there are', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const some = made(new OrderedIds(), 10_000)
    expectInOrder(some)
    expect(some.every(id => UUID_V7.test(id))).toBe(true)
  })

  it('of many milliseconds sort in creation order', () => {
    expectInOrder(made(new OrderedIds(), 50_000))
  })

  it('sort in creation order after the clock is set back', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const ids = new OrderedIds()
    const before = made(ids, 2)
    vi.setSystemTime(new Date('2026-11-22T11:00:00.000Z'))
    expectInOrder([...before, ...made(ids, 5000)])
  })

  it('sort after ids created before a restart', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const before = made(new OrderedIds(), 1)
    vi.setSystemTime(new Date('2026-11-22T11:00:00.000Z'))
    const ids = new OrderedIds()
    ids.startAt(new Date('2026-11-22T12:00:00.001Z'))
    expectInOrder([...before, ...made(ids, 3)])
  })

  it('of several machines sort by their shared clock', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const [one, other] = [new OrderedIds(), new OrderedIds()]
    const shared = clock('2026-11-22T11:00:00.000Z')
    const seen: string[] = []
    for (const ids of [one, other]) ids.followClock(shared.now)
    for (const ids of [one, other, one, other, other, one]) {
      seen.push(...made(ids, 1))
      shared.forward(1)
    }
    expectInOrder(seen)
    expect(timeOf(seen[0]!)).toBe(Date.parse('2026-11-22T11:00:00.000Z'))
  })

  it('of another process are different', () => {
    vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
    const both = [...made(new OrderedIds(), 1000), ...made(new OrderedIds(), 1000)]
    expect(new Set(both).size).toBe(2000)
  })
})
