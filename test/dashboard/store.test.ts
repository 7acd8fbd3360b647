// Rate limits for password attempts, shared between processes.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Limits, RateLimiter, passwordLimits } from '../../src/interfaces/dashboard/session/rate-limiter.ts'
import { HashQueueFull } from '../../src/base/secrets/hash-queue.ts'
import { type OpenDatabase, databases } from '../support/databases.ts'

describe.each(databases)('RateLimiter on %s', (_, open) => {
  const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minutes))
  const own = { key: 'own', tries: 2 }
  const shared = { key: 'shared', tries: 3 }
  const limits = { own, shared: [shared] }
  const alone = (key: string, tries: number): Limits => ({ own: { key, tries }, shared: [] })

  let opened: OpenDatabase
  /** Two processes that share the database. */
  let limiter: RateLimiter
  let other: RateLimiter
  beforeEach(async () => {
    opened = await open()
    limiter = new RateLimiter(opened.database)
    other = new RateLimiter(opened.database)
  })
  afterEach(async () => {
    await opened.database.close()
    await opened.remove()
  })

  const wait = async (of: Limits, minutes: number, asked = limiter): Promise<number> =>
    (await asked.take(of, at(minutes))).wait_ms
  const forget = (): Promise<void> => opened.database.unit(tx => limiter.forget(tx, limits))

  it('returns a wait time until the first attempt is 15 minutes old', async () => {
    expect([await wait(limits, 0), await wait(limits, 5), await wait(limits, 10)]).toEqual([0, 0, 5 * 60_000])
    expect([await wait(limits, 15), await wait(limits, 16)]).toEqual([0, 4 * 60_000])
  })

  it('counts attempts of another process and from before a restart', async () => {
    expect([await wait(limits, 0), await wait(limits, 0, other)]).toEqual([0, 0])
    expect([await wait(limits, 0), await wait(limits, 0, other)]).toEqual([15 * 60_000, 15 * 60_000])
    expect(await wait(limits, 0, new RateLimiter(opened.database))).toBe(15 * 60_000)
  })

  it('resets the own limit after a success but keeps the shared limit', async () => {
    await wait(limits, 0)
    await wait(limits, 0)
    await forget()
    expect([await wait(limits, 1), await wait(limits, 1)]).toEqual([0, 0])
    expect(await wait({ own: shared, shared: [] }, 1)).toBe(14 * 60_000)
  })

  it('does not count an attempt that was rejected by a full queue', async () => {
    const trying = async (look: () => Promise<string>): Promise<string> => {
      expect(await wait(alone('own', 1), 0)).toBe(0)
      return limiter.unlessFull(alone('own', 1), look)
    }
    await expect(trying(() => Promise.reject(new HashQueueFull()))).rejects.toThrow(HashQueueFull)
    expect(await trying(async () => 'looked at')).toBe('looked at')
    expect(await wait(alone('own', 1), 0)).toBeGreaterThan(0)
  })

  it('keeps counting while others try from many addresses', async () => {
    await wait(alone('account', 1), 0)
    const places = Array.from({ length: 300 }, (_each, index) =>
      passwordLimits({ account: `${index}@example.com`, ip: `2001:db8:${index.toString(16)}::1` }),
    )
    await Promise.all(places.map(place => wait(place, 1)))
    expect(await wait(alone('account', 1), 14)).toBe(60_000)
  })
})
