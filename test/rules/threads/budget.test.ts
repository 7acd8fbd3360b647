import { describe, expect, it } from 'vitest'
import { Budget } from '../../../src/threads/budget.ts'

describe('Budget', () => {
  it('gives room until there is none, and again when some was given back', () => {
    const budget = new Budget(100)
    expect([budget.tryTake(60), budget.tryTake(60), budget.tryTake(40)]).toEqual([true, false, true])
    budget.give(60)
    expect(budget.tryTake(60)).toBe(true)
  })

  it('lets wait in line, and who comes later does not overtake', async () => {
    const budget = new Budget(100)
    const order: string[] = []
    budget.tryTake(90)
    const large = budget.take(100, 5_000).then(granted => order.push(`large ${granted}`))
    const small = budget.take(10, 5_000).then(granted => order.push(`small ${granted}`))
    expect(budget.tryTake(1)).toBe(false)
    budget.give(90)
    await large
    budget.give(100)
    await small
    expect(order).toEqual(['large true', 'small true'])
  })

  it('lets wait only so long, and who waits behind has the turn then', async () => {
    const budget = new Budget(100)
    budget.tryTake(50)
    const large = budget.take(100, 20)
    const small = budget.take(50, 5_000)
    expect([await large, await small]).toEqual([false, true])
    expect(budget.tryTake(1)).toBe(false)
  })

  it('has room for one thing that is larger than all of it', () => {
    const budget = new Budget(100)
    expect([budget.tryTake(500), budget.tryTake(1)]).toEqual([true, false])
    budget.give(500)
    expect(budget.tryTake(1)).toBe(true)
  })
})
