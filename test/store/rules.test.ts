import { describe, expect, test } from 'vitest'
import { WaitingUnits } from '../../src/base/store/waiting-units.ts'

interface Unit {
  name: string
  from: 'queue' | undefined
}

function waiting(requests: number, queue: number): WaitingUnits<Unit> {
  const units = new WaitingUnits<Unit>()
  for (let index = 0; index < requests; index++) units.push({ name: `request ${index}`, from: undefined })
  for (let index = 0; index < queue; index++) units.push({ name: `queue ${index}`, from: 'queue' })
  return units
}

const names = (units: Unit[]): string[] => units.map(({ name }) => name)
const counted = (units: Unit[]): number[] =>
  ['request', 'queue'].map(kind => names(units).filter(name => name.startsWith(kind)).length)

describe('the units of one commit', () => {
  test.each<[string, number, number, number[]]>([
    ['no other user is active', 1000, 0, [100, 0]],
    ['the queue has one', 1000, 1, [12, 1]],
    ['the queue has many', 1000, 1000, [12, 88]],
    ['only the queue has some', 0, 50, [0, 50]],
    ['all have place', 5, 5, [5, 5]],
    ['the queue has few', 5, 2, [5, 2]],
  ])('when %s', (_what, requests, queue, taken) => {
    expect(counted(waiting(requests, queue).take())).toEqual(taken)
  })

  test('are those that have waited longest, and all get their turn', () => {
    const units = waiting(30, 100)
    const order: string[] = []
    while (units.any) order.push(...names(units.take()))
    const of = (kind: string): string[] => order.filter(unit => unit.startsWith(kind))
    expect(of('request')).toEqual(Array.from({ length: 30 }, (_, index) => `request ${index}`))
    expect(of('queue')).toEqual(Array.from({ length: 100 }, (_, index) => `queue ${index}`))
  })

  test('are in order, and those that did not fit are first in the next commit', () => {
    const units = waiting(3, 2)
    const taken = units.take()
    expect(names(taken)).toEqual(['queue 0', 'request 0', 'queue 1', 'request 1', 'request 2'])
    units.putBack(taken.slice(2))
    units.push({ name: 'queue 2', from: 'queue' })
    expect(names(units.take())).toEqual(['queue 1', 'request 1', 'request 2', 'queue 2'])
  })

  test('never exceed the limit, however often some had no turn', () => {
    const units = waiting(1000, 1000)
    for (let commit = 0; commit < 20; commit++) {
      const taken = units.take()
      expect(taken).toHaveLength(100)
      units.putBack(taken.slice(10))
    }
  })
})
