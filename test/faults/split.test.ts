// The short form of the kill loop over split emails; `npm run faults` runs the long one.
import { expect, it } from 'vitest'
import { databases } from '../support/databases.ts'
import { splitLoop, violationsOf } from './split.ts'

it('kill -9 while emails to several destinations are split: each recipient receives one, or has a final status with a reason', async () => {
  const { url, database, remove } = await databases[0]![1]()
  await database.close()
  try {
    const split = await splitLoop({ url, kills: 3, unknown: 'resend' })
    expect(violationsOf(split, 'resend')).toEqual([])
    expect(new Set(split.last_events)).toEqual(new Set(['bounced']))
    expect(split.kills_in_parts).toBeGreaterThan(0)
    expect(split.broken_off).toBeGreaterThan(0)
  } finally {
    await remove()
  }
})
