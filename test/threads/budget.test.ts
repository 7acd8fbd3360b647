import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/base/threads/budget.ts'

describe('Budget', () => {
  it('grants capacity until it is used up, and again after some was released', () => {
    const budget = new Budget(100)
    expect([budget.tryAcquire(60), budget.tryAcquire(60), budget.tryAcquire(40)]).toEqual([true, false, true])
    budget.release(60)
    expect(budget.tryAcquire(60)).toBe(true)
  })

  it('queues requests in order, without overtaking', async () => {
    const budget = new Budget(100)
    const order: string[] = []
    budget.tryAcquire(90)
    const large = budget.acquire(100, 5_000).then(granted => order.push(`large ${granted}`))
    const small = budget.acquire(10, 5_000).then(granted => order.push(`small ${granted}`))
    expect(budget.tryAcquire(1)).toBe(false)
    budget.release(90)
    await large
    budget.release(100)
    await small
    expect(order).toEqual(['large true', 'small true'])
  })

  it('rejects a request after its time limit, and grants the next one', async () => {
    const budget = new Budget(100)
    budget.tryAcquire(50)
    const large = budget.acquire(100, 20)
    const small = budget.acquire(50, 5_000)
    expect([await large, await small]).toEqual([false, true])
    expect(budget.tryAcquire(1)).toBe(false)
  })

  it('grants one request that is larger than the whole budget', () => {
    const budget = new Budget(100)
    expect([budget.tryAcquire(500), budget.tryAcquire(1)]).toEqual([true, false])
    budget.release(500)
    expect(budget.tryAcquire(1)).toBe(true)
  })

  it('limits an owner to its share, and lets others overtake an owner at its limit', async () => {
    const budget = new Budget(100, 50)
    expect([budget.tryAcquire(40, 'a'), budget.tryAcquire(20, 'a')]).toEqual([true, false])
    const more = budget.acquire(20, 5_000, 'a')
    expect([budget.tryAcquire(50, 'b'), budget.tryAcquire(10, 'c')]).toEqual([true, true])
    budget.release(10, 'c')
    // free capacity alone is not enough
    expect(budget.tryAcquire(1, 'a')).toBe(false)
    budget.release(40, 'a')
    expect(await more).toBe(true)
    expect([budget.tryAcquire(31, 'a'), budget.tryAcquire(30, 'a')]).toEqual([false, true])
  })

  it('does not let requests of one owner overtake each other', async () => {
    const budget = new Budget(100, 50)
    budget.tryAcquire(40, 'a')
    const large = budget.acquire(20, 5_000, 'a')
    expect(budget.tryAcquire(5, 'a')).toBe(false)
    budget.release(40, 'a')
    expect([await large, budget.tryAcquire(5, 'a')]).toEqual([true, true])
  })

  it('grants more than a share to an owner that has nothing', () => {
    const budget = new Budget(100, 50)
    expect([budget.tryAcquire(80, 'a'), budget.tryAcquire(1, 'a'), budget.tryAcquire(20, 'b')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('lets a limited number of requests overtake one that does not fit', async () => {
    const budget = new Budget(100, 50)
    budget.tryAcquire(50, 'a')
    const whole = budget.acquire(100, 5_000, 'b')
    let ahead = 0
    while (ahead < 1000 && budget.tryAcquire(10, 'c')) {
      budget.release(10, 'c')
      ahead++
    }
    expect(ahead).toBe(32)
    const behind = budget.acquire(10, 5_000, 'c')
    budget.release(50, 'a')
    expect([await whole, budget.tryAcquire(1, 'd')]).toEqual([true, false])
    budget.release(100, 'b')
    expect(await behind).toBe(true)
  })

  it('grants the next requests when the one in front of them times out', async () => {
    const budget = new Budget(100, 50)
    budget.tryAcquire(50, 'a')
    const whole = budget.acquire(100, 20, 'b')
    while (budget.tryAcquire(10, 'c')) budget.release(10, 'c')
    const behind = budget.acquire(10, 5_000, 'c')
    expect([await whole, await behind]).toEqual([false, true])
  })
})
