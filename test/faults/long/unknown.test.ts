import { describe, expect, it } from 'vitest'
import { databases } from '../../support/databases.ts'
import { type Fate, unknownLoop } from '../unknown.ts'

const KILLS = 200

async function afterKills(unknown: 'resend' | 'hold'): Promise<Fate[]> {
  const { url, database, remove } = await databases[0]![1]()
  await database.close()
  try {
    return await unknownLoop({ url, kills: KILLS, unknown })
  } finally {
    await remove()
  }
}

function print(fates: Fate[]): void {
  const count = (is: (fate: Fate) => boolean): number => fates.filter(is).length
  const doubled = count(({ copies }) => copies > 1)
  const unknown = count(each => each.unknown > 0)
  const lost = count(({ copies }) => copies === 0)
  console.log({ kills: KILLS, mails: fates.length, doubled, unknown, lost })
}

describe('200 times kill -9 between 250 and commit', () => {
  it('loses nothing where mail is sent again', async () => {
    const fates = await afterKills('resend')
    print(fates)
    expect(fates.filter(({ copies, last_event }) => copies < 1 || last_event !== 'delivered')).toEqual([])
    expect(fates.filter(({ copies, unknown }) => copies > 1 + unknown)).toEqual([])
  })

  it('sends nothing twice where it is held', async () => {
    const fates = await afterKills('hold')
    print(fates)
    expect(fates.filter(({ copies }) => copies > 1)).toEqual([])
    const untold = fates.filter(
      ({ copies, status, events }) => copies === 0 && (status !== 'unknown' || !events.includes('failed')),
    )
    expect(untold).toEqual([])
  })
})
