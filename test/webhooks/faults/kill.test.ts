import { describe, expect, it } from 'vitest'
import { killLoop } from './kill.ts'

describe('kill -9 while events are written down and posted', () => {
  it('leaves no event without its change, no change without its event, and none that is not posted', async () => {
    const books = await killLoop({ kills: 4, life_ms: 500 })
    expect(books).toMatchObject({ untold: [], untrue: [], lost: [], disordered: [] })
    expect(books.changes).toBeGreaterThan(30)
    expect(books.excess).toBeLessThanOrEqual(books.kills)
  }, 240_000)

  it('is seen to leave changes without events when they are written a moment later', async () => {
    const books = await killLoop({ kills: 2, life_ms: 500, program: 'test/webhooks/faults/apart.ts' })
    expect(books.untold.length).toBeGreaterThan(0)
  }, 240_000)
})
