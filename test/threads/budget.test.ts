import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/base/threads/budget.ts'

describe('Budget', () => {
  it('grants capacity until it is used up, and again after some was released', () => {
    const budget = new Budget(100)
    expect([budget.tryTake(60), budget.tryTake(60), budget.tryTake(40)]).toEqual([true, false, true])
    budget.give(60)
    expect(budget.tryTake(60)).toBe(true)
  })

  it('queues requests in order, without overtaking', async () => {
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

  it('rejects a request after its time limit, and grants the next one', async () => {
    const budget = new Budget(100)
    budget.tryTake(50)
    const large = budget.take(100, 20)
    const small = budget.take(50, 5_000)
    expect([await large, await small]).toEqual([false, true])
    expect(budget.tryTake(1)).toBe(false)
  })

  it('grants one request that is larger than the whole budget', () => {
    const budget = new Budget(100)
    expect([budget.tryTake(500), budget.tryTake(1)]).toEqual([true, false])
    budget.give(500)
    expect(budget.tryTake(1)).toBe(true)
  })

  it('limits an owner to its share, and lets others overtake an owner at its limit', async () => {
    const budget = new Budget(100, 50)
    expect([budget.tryTake(40, 'a'), budget.tryTake(20, 'a')]).toEqual([true, false])
    const more = budget.take(20, 5_000, 'a')
    expect([budget.tryTake(50, 'b'), budget.tryTake(10, 'c')]).toEqual([true, true])
    budget.give(10, 'c')
    // free capacity alone is not enough
    expect(budget.tryTake(1, 'a')).toBe(false)
    budget.give(40, 'a')
    expect(await more).toBe(true)
    expect([budget.tryTake(31, 'a'), budget.tryTake(30, 'a')]).toEqual([false, true])
  })

  it('does not let requests of one owner overtake each other', async () => {
    const budget = new Budget(100, 50)
    budget.tryTake(40, 'a')
    const large = budget.take(20, 5_000, 'a')
    expect(budget.tryTake(5, 'a')).toBe(false)
    budget.give(40, 'a')
    expect([await large, budget.tryTake(5, 'a')]).toEqual([true, true])
  })

  it('grants more than a share to an owner that has nothing', () => {
    const budget = new Budget(100, 50)
    expect([budget.tryTake(80, 'a'), budget.tryTake(1, 'a'), budget.tryTake(20, 'b')]).toEqual([true, false, true])
  })

  it('lets a limited number of requests overtake one that does not fit', async () => {
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

  it('grants the next requests when the one in front of them times out', async () => {
    const budget = new Budget(100, 50)
    budget.tryTake(50, 'a')
    const whole = budget.take(100, 20, 'b')
    while (budget.tryTake(10, 'c')) budget.give(10, 'c')
    const behind = budget.take(10, 5_000, 'c')
    expect([await whole, await behind]).toEqual([false, true])
  })
})
