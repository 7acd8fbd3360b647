import { describe, expect, it } from 'vitest'
import { killLoop } from './kill.ts'

describe('kill -9 while events are stored and sent', () => {
  it('leaves an event for each change, a change for each event, and no event that is never sent', async () => {
    const books = await killLoop({ kills: 4, life_ms: 500 })
    expect(books).toMatchObject({ untold: [], untrue: [], lost: [], disordered: [] })
    expect(books.changes).toBeGreaterThan(30)
    expect(books.excess).toBeLessThanOrEqual(books.kills)
  }, 240_000)

  it('detects missing events when they are written after the transaction', async () => {
    const books = await killLoop({ kills: 2, life_ms: 500, program: 'test/webhooks/faults/apart.ts' })
    expect(books.untold.length).toBeGreaterThan(0)
  }, 240_000)
})
