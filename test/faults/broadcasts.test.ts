// The short form of the kill loop over a broadcast; `npm run faults` runs the long one.
import { describe, expect, it } from 'vitest'
import { newFileBooks, broadcastKillLoop } from './broadcasts.ts'

describe('kill -9 during a broadcast', () => {
  it('sends each recipient one email, and none to contacts after they unsubscribed', async () => {
    const contacts = 800
    const asked = { contacts, leavers: 30, kills: 3, mails: 120 }
    const { doubled: _doubled, spared, ...seen } = await broadcastKillLoop(await newFileBooks(), asked)
    expect(seen).toEqual({
      kills: 3,
      status: 'sent',
      stayed: contacts - 30,
      strange: 0,
      twice: { recipients: 0, emails: 0 },
      lost: { emails: [], mails: [] },
      excess: [],
      left: 30,
      late: [],
    })
    expect(spared).toBeGreaterThan(0)
  }, 200_000)

  it('detects emails that were created twice', async () => {
    const asked = { contacts: 100, leavers: 0, kills: 2, mails: 10, program: 'test/faults/apart.ts' }
    const { status, lost, twice } = await broadcastKillLoop(await newFileBooks(), asked)
    expect([status, lost]).toEqual(['sent', { emails: [], mails: [] }])
    expect(twice.emails).toBeGreaterThan(0)
  }, 200_000)
})
