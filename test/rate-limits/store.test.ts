// The number of attempts, counted by all processes on one database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AttemptLimit,
  clearAttempts,
  removeExpiredAttempts,
  undoAttempt,
  countAttempt,
} from '../../src/base/rate-limits/store.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { type OpenDatabase, databases } from '../support/databases.ts'
import { race } from '../support/race.ts'

const WINDOW_MS = 10_000
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
const rows = statement<object, { key: string; times: string }>(knex => knex('rate_limits').select('key', 'times'))

describe.each(databases)('attempts on %s', (_, open) => {
  let opened: OpenDatabase
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await opened.database.close()
    await opened.remove()
  })

  const trying =
    (limits: AttemptLimit[], seconds: number) =>
    async (tx: Tx): Promise<number> =>
      (await countAttempt({ tx, now: at(seconds) }, limits, WINDOW_MS)).wait_ms
  const take = (limits: AttemptLimit[], seconds: number): Promise<number> =>
    opened.database.unit(trying(limits, seconds))
  const two: AttemptLimit = { key: 'of ana@example.com', tries: 2 }
  const three: AttemptLimit = { key: 'of all', tries: 3 }

  it('are allowed up to the limit, and again when the oldest has left the window', async () => {
    expect([await take([two], 0), await take([two], 4), await take([two], 9)]).toEqual([0, 0, 1000])
    expect([await take([two], 10), await take([two], 11)]).toEqual([0, 3000])
  })

  it('count under each of their keys, or under none if one of these is used up', async () => {
    for (let each = 0; each < 3; each++) await take([{ key: `${each}`, tries: 1 }, three], 0)
    expect(await take([two, three], 0)).toBe(10_000)
    expect([await take([two], 0), await take([two], 0), await take([two], 0)]).toEqual([0, 0, 10_000])
  })

  it('can be reverted individually or reset', async () => {
    for (const seconds of [0, 1]) await take([two, three], seconds)
    await opened.database.unit(tx => undoAttempt(tx, [two, three]))
    expect([await take([two], 1), await take([two], 1)]).toEqual([0, 9000])
    await opened.database.unit(async tx => clearAttempts(tx, two))
    expect([await take([two], 1), await take([three], 1), await take([three], 1)]).toEqual([0, 0, 0])
  })

  it('of two concurrent processes do not exceed the limit', async () => {
    const first = await race(opened.database, trying([two], 0), trying([two], 0))
    expect(first).toMatchObject({ first: { value: 0 }, second: { value: 0 }, again: true })
    expect(await take([two], 0)).toBe(10_000)
    await opened.database.unit(tx => undoAttempt(tx, [two]))
    const last = await race(opened.database, trying([two], 0), trying([two], 0))
    expect(last).toMatchObject({ first: { value: 10_000 }, second: { value: 0 }, again: true })
  })

  it('store no identities, and use no space after they have expired', async () => {
    await take([two, three], 0)
    const stored = await opened.database.read(tx => tx.all(rows, {}))
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain('example.com')
    await take([three], 5)
    const left = async (): Promise<number> => (await opened.database.read(tx => tx.all(rows, {}))).length
    const sweep = (seconds: number): Promise<boolean> =>
      opened.database.unit(tx => removeExpiredAttempts(tx, at(seconds)))
    expect([await sweep(9), await left()]).toEqual([false, 2])
    expect([await sweep(10), await left()]).toEqual([false, 1])
    expect([await sweep(15), await left()]).toEqual([false, 0])
    await take([two], 20)
    await opened.database.unit(tx => undoAttempt(tx, [two]))
    expect(await left()).toBe(0)
  })

  it('are deleted a part at a time', async () => {
    await opened.database.unit(async tx => {
      for (let each = 0; each < 150; each++)
        await countAttempt({ tx, now: at(0) }, [{ key: `${each}`, tries: 1 }], WINDOW_MS)
    })
    const sweep = (): Promise<boolean> => opened.database.unit(tx => removeExpiredAttempts(tx, at(10)))
    expect([await sweep(), await sweep()]).toEqual([true, false])
    expect(await opened.database.read(tx => tx.all(rows, {}))).toEqual([])
  })
})
