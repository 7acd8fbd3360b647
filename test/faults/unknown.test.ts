// The short form of the kill loop between 250 and commit; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { databases } from '../support/databases.ts'
import { type EmailResult, violations, unknownLoop } from './unknown.ts'

const KILLS = 2

async function afterKills(unknown: 'resend' | 'hold', variant?: 'careless'): Promise<EmailResult[]> {
  const { url, database, remove } = await databases[0]![1]()
  await database.close()
  try {
    return await unknownLoop({ url, kills: KILLS, unknown, ...(variant && { variant }) })
  } finally {
    await remove()
  }
}

describe('kill -9 between 250 and commit', () => {
  it('loses nothing if emails are sent again, and sends duplicates only for attempts recorded as unknown', async () => {
    const fates = await afterKills('resend')
    expect(fates.filter(({ copies, last_event }) => copies < 1 || last_event !== 'delivered')).toEqual([])
    expect(fates.filter(({ copies, unknown }) => copies > 1 + unknown)).toEqual([])
    expect(fates.some(({ unknown }) => unknown > 0)).toBe(true)
  })

  it('sends nothing twice if emails are held, reports each outcome as unknown, and can resend each', async () => {
    const fates = await afterKills('hold')
    expect(violations(fates)).toEqual([])
    expect(fates.some(({ unknown }) => unknown > 0)).toBe(true)
  })

  it('detects duplicates if unfinished attempts were ignored', async () => {
    const fates = await afterKills('hold', 'careless')
    expect(fates.some(({ copies }) => copies > 1)).toBe(true)
  })
})
