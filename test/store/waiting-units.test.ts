// The order of units of requests and of the queue, and of those that did not fit into their commit.
import { describe, expect, it } from 'vitest'
import { WaitingUnits } from '../../src/base/store/waiting-units.ts'

interface Named {
  name: string
  from: 'queue' | undefined
}

const queued = (name: string): Named => ({ name, from: 'queue' })
const asked = (name: string): Named => ({ name, from: undefined })
const names = (units: readonly Named[]): string => units.map(({ name }) => name).join(' ')

describe('waiting units', () => {
  it('alternate between the queue and requests', () => {
    const waiting = new WaitingUnits<Named>()
    for (const unit of [asked('a'), asked('b'), queued('1'), queued('2'), asked('c')]) waiting.push(unit)
    expect(names(waiting.take())).toBe('1 a 2 b c')
    expect(waiting.any).toBe(false)
  })

  it('are first in the next commit if they did not fit, whatever the queue adds in the meantime', () => {
    const waiting = new WaitingUnits<Named>()
    for (const unit of [queued('1'), asked('a'), asked('b')]) waiting.push(unit)
    const [, ...late] = waiting.take()
    waiting.putBack(late)
    waiting.push(queued('2'))
    expect([waiting.any, waiting.isOfQueue]).toEqual([true, false])
    expect(names(waiting.take())).toBe('a b 2')
  })

  it('are all returned when all fit', () => {
    const waiting = new WaitingUnits<Named>()
    waiting.putBack([queued('1')])
    expect([waiting.any, waiting.isOfQueue]).toEqual([true, true])
    waiting.push(asked('a'))
    expect(names(waiting.takeAll())).toBe('1 a')
    expect(waiting.any).toBe(false)
  })
})
