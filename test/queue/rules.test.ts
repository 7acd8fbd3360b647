import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bucketOf } from '../../src/queue/bucket.ts'
import { Shares } from '../../src/queue/shares.ts'

/** Takes as much as it may. */
function filled(shares: Shares, name: string, now_ms = 0): number {
  let count = 0
  while (shares.mayTake(name, now_ms)) {
    shares.take(name)
    count++
  }
  return count
}

describe('shares of a lane', () => {
  test('whoever is slow gets half of what is left, and a newcomer always finds something', () => {
    const shares = new Shares(50)
    expect(['a', 'b', 'c', 'd', 'e'].map(name => filled(shares, name))).toEqual([25, 13, 6, 3, 2])
  })

  test('who is known to be quick gets nine tenths', () => {
    const shares = new Shares(50)
    shares.take('a')
    shares.give('a', 100, 0)
    expect([filled(shares, 'a', 1000), filled(shares, 'b', 1000)]).toEqual([45, 3])
  })

  test('who was quick and is not any more gets nothing until it has given enough back', () => {
    const shares = new Shares(50)
    shares.take('a')
    shares.give('a', 100, 0)
    expect(filled(shares, 'a', 1000)).toBe(45)
    for (let given = 0; given < 20; given++) shares.give('a', 60_000, 60_000)
    expect(shares.mayTake('a', 60_000)).toBe(false)
    shares.give('a', 60_000, 60_000)
    expect(shares.mayTake('a', 60_000)).toBe(true)
  })

  test('a lane of one is for whoever comes', () => {
    const shares = new Shares(1)
    expect([filled(shares, 'a'), filled(shares, 'b')]).toEqual([1, 0])
  })

  test('nothing is taken when all is taken', () => {
    const shares = new Shares(3)
    for (const name of ['a', 'b', 'c']) shares.take(name)
    expect(shares.mayTake('d', 0)).toBe(false)
  })
})

describe('the bucket of a team', () => {
  test('is the same for ever, as jobs in the database have it', () => {
    const teams = ['', '019aa0c5-7e6b-7000-8000-000000000001', '019aa0c5-7e6b-7000-8000-000000000002']
    expect(teams.map(bucketOf)).toEqual([25, 45, 36])
  })

  test('is one of sixty-four, with about as many teams in each', () => {
    const counts = new Map<number, number>()
    for (let team = 0; team < 64_000; team++) {
      const bucket = bucketOf(randomUUIDv7())
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, index) => index))
    // a thousand each, give or take seven standard deviations
    expect(Math.min(...counts.values())).toBeGreaterThan(780)
    expect(Math.max(...counts.values())).toBeLessThan(1220)
  })
})
