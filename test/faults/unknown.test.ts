// The short form of the kills between 250 and commit; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { databases } from '../support/databases.ts'
import { type Fate, notHeld, unknownLoop } from './unknown.ts'

const KILLS = 2

async function afterKills(unknown: 'resend' | 'hold', variant?: 'careless'): Promise<Fate[]> {
  const { url, database, remove } = await databases[0]![1]()
  await database.close()
  try {
    return await unknownLoop({ url, kills: KILLS, unknown, ...(variant && { variant }) })
  } finally {
    await remove()
  }
}

describe('kill -9 between 250 and commit', () => {
  it('loses nothing where mail is sent again, and doubles only what is on record as unknown', async () => {
    const fates = await afterKills('resend')
    expect(fates.filter(({ copies, last_event }) => copies < 1 || last_event !== 'delivered')).toEqual([])
    expect(fates.filter(({ copies, unknown }) => copies > 1 + unknown)).toEqual([])
    expect(fates.some(({ unknown }) => unknown > 0)).toBe(true)
  })

  it('sends nothing twice where it is held, and says of each that nobody knows, which can be sent again', async () => {
    const fates = await afterKills('hold')
    expect(notHeld(fates)).toEqual([])
    expect(fates.some(({ unknown }) => unknown > 0)).toBe(true)
  })

  it('would be seen to double if what was under way were forgotten', async () => {
    const fates = await afterKills('hold', 'careless')
    expect(fates.some(({ copies }) => copies > 1)).toBe(true)
  })
})
