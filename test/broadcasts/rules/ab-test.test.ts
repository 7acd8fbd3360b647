// The version for a contact, the choice of the winner, and its confidence.
import { describe, expect, it } from 'vitest'
import {
  checkedAbTest,
  decideTest,
  testGroupOf,
  isMoreThanChance,
  rateInterval,
} from '../../../src/campaigns/broadcasts/ab-test/rules.ts'

const of = (count: number, delivered: number) => ({ count, delivered })

describe('groups', () => {
  it('have the configured shares and are stable', () => {
    const test = { broadcast_id: '019300aa-0000-7000-8000-000000000001', share: 30 }
    const groups = Array.from({ length: 10_000 }, (_contact, at) => testGroupOf(test, `contact-${at}`))
    const count = (wanted: string): number => groups.filter(each => each === wanted).length
    expect(count('a')).toBeGreaterThan(1400)
    expect(count('a')).toBeLessThan(1600)
    expect(count('b')).toBeGreaterThan(1400)
    expect(count('b')).toBeLessThan(1600)
    expect(groups).toEqual(groups.map((_group, at) => testGroupOf(test, `contact-${at}`)))
    const all = groups.map((_group, at) => testGroupOf({ ...test, share: 100 }, `contact-${at}`))
    expect(all).not.toContain('rest')
  })
})

describe('the confidence interval of a rate', () => {
  it.each([
    // computed by R with prop.test(correct = FALSE)
    [of(10, 100), 0.0552, 0.1744],
    [of(0, 20), 0, 0.1611],
    [of(20, 20), 0.8389, 1],
    [of(1, 2), 0.0945, 0.9055],
  ])('of %j is correct', (outcome, low, high) => {
    const interval = rateInterval(outcome)!
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  it('is undefined without data', () => {
    expect(rateInterval(of(0, 0))).toBeUndefined()
  })

  it.each([
    [of(56, 70), of(48, 80), true],
    [of(10, 100), of(12, 100), false],
    [of(9, 10), of(3, 10), true],
    [of(0, 15), of(7, 7), true],
    [of(0, 0), of(7, 7), false],
    [of(5, 50), of(5, 50), false],
  ])('detects whether %j and %j differ significantly', (a, b, isMore) => {
    expect(isMoreThanChance(a, b)).toBe(isMore)
    expect(isMoreThanChance(b, a)).toBe(isMore)
  })
})

describe('the winner', () => {
  it.each([
    [of(10, 100), of(30, 100), 'b', 'more'],
    [of(31, 100), of(30, 100), 'a', 'more'],
    // the rate counts, not the number
    [of(30, 200), of(20, 100), 'b', 'more'],
    [of(20, 100), of(20, 100), 'a', 'tie'],
    [of(4, 100), of(5, 100), 'a', 'few'],
    [of(0, 30), of(8, 30), 'b', 'more'],
    [of(0, 0), of(30, 30), 'a', 'few'],
    [of(0, 0), of(0, 0), 'a', 'few'],
  ])('of %j and %j is %s with the reason %s', (a, b, winner, reason) => {
    expect(decideTest(a, b)).toEqual({ winner, reason })
  })
})

describe('the settings of an A/B test', () => {
  const asked = { subject: 'B', html: null, text: null, share: 20, wait_hours: 4, winner_by: 'opened' as const }

  it.each([
    [{}, undefined],
    [{ share: 10, wait_hours: 1 }, undefined],
    [{ share: 100, wait_hours: 72 }, undefined],
    [{ subject: null, text: 'B' }, undefined],
    [{ subject: null }, 'Version B is identical to version A'],
    [{ share: 9 }, 'from 10 to 100 percent'],
    [{ share: 101 }, 'from 10 to 100 percent'],
    [{ share: Number.NaN }, 'from 10 to 100 percent'],
    [{ wait_hours: 0 }, 'from 1 to 72 hours'],
    [{ wait_hours: 73 }, 'from 1 to 72 hours'],
    [{ wait_hours: 1.5 }, 'from 1 to 72 hours'],
  ])('are validated with %j', (given, refused) => {
    const check = () => checkedAbTest({ ...asked, ...given })
    if (refused === undefined) expect(check()).toEqual({ ...asked, ...given })
    else expect(check).toThrow(refused)
  })
})
