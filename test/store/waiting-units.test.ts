// Whose turn it is: units of requests and of the queue, and those that had no turn in the commit that they were to be in.
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
  it('come in turn, one of the queue and one of a request', () => {
    const waiting = new WaitingUnits<Named>()
    for (const unit of [asked('a'), asked('b'), queued('1'), queued('2'), asked('c')]) waiting.push(unit)
    expect(names(waiting.take())).toBe('1 a 2 b c')
    expect(waiting.any).toBe(false)
  })

  it('are first in the next commit when they had no turn, whatever comes from the queue meanwhile', () => {
    const waiting = new WaitingUnits<Named>()
    for (const unit of [queued('1'), asked('a'), asked('b')]) waiting.push(unit)
    const [, ...late] = waiting.take()
    waiting.giveBack(late)
    waiting.push(queued('2'))
    expect([waiting.any, waiting.isOfQueue]).toEqual([true, false])
    expect(names(waiting.take())).toBe('a b 2')
  })

  it('are all there when all are taken', () => {
    const waiting = new WaitingUnits<Named>()
    waiting.giveBack([queued('1')])
    expect([waiting.any, waiting.isOfQueue]).toEqual([true, true])
    waiting.push(asked('a'))
    expect(names(waiting.takeAll())).toBe('1 a')
    expect(waiting.any).toBe(false)
  })
})
