import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/base/threads/budget.ts'

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

  it('gives an owner no more than its share, and others go ahead of one that has it', async () => {
    const budget = new Budget(100, 50)
    expect([budget.tryTake(40, 'a'), budget.tryTake(20, 'a')]).toEqual([true, false])
    const more = budget.take(20, 5_000, 'a')
    expect([budget.tryTake(50, 'b'), budget.tryTake(10, 'c')]).toEqual([true, true])
    budget.give(10, 'c')
    // room alone is not enough
    expect(budget.tryTake(1, 'a')).toBe(false)
    budget.give(40, 'a')
    expect(await more).toBe(true)
    expect([budget.tryTake(31, 'a'), budget.tryTake(30, 'a')]).toEqual([false, true])
  })

  it('lets nobody go ahead of another of the same owner', async () => {
    const budget = new Budget(100, 50)
    budget.tryTake(40, 'a')
    const large = budget.take(20, 5_000, 'a')
    expect(budget.tryTake(5, 'a')).toBe(false)
    budget.give(40, 'a')
    expect([await large, budget.tryTake(5, 'a')]).toEqual([true, true])
  })

  it('gives an owner that has nothing more than a share', () => {
    const budget = new Budget(100, 50)
    expect([budget.tryTake(80, 'a'), budget.tryTake(1, 'a'), budget.tryTake(20, 'b')]).toEqual([true, false, true])
  })

  it('looks past one that does not fit, and not for ever', async () => {
    const budget = new Budget(100, 50)
    budget.tryTake(50, 'a')
    const whole = budget.take(100, 5_000, 'b')
    let ahead = 0
    while (ahead < 1000 && budget.tryTake(10, 'c')) {
      budget.give(10, 'c')
      ahead++
    }
    expect(ahead).toBe(32)
    const behind = budget.take(10, 5_000, 'c')
    budget.give(50, 'a')
    expect([await whole, budget.tryTake(1, 'd')]).toEqual([true, false])
    budget.give(100, 'b')
    expect(await behind).toBe(true)
  })

  it('goes on with those behind when the one that they waited for gives up', async () => {
    const budget = new Budget(100, 50)
    budget.tryTake(50, 'a')
    const whole = budget.take(100, 20, 'b')
    while (budget.tryTake(10, 'c')) budget.give(10, 'c')
    const behind = budget.take(10, 5_000, 'c')
    expect([await whole, await behind]).toEqual([false, true])
  })
})
