import { describe, expect, it } from 'vitest'
import { hasPostgres } from '../../support/postgres/binaries.ts'
import { newFileBooks, broadcastKillLoop } from '../broadcasts.ts'
import { startSetup } from '../several.ts'

const CONTACTS = Number(process.env.CONTACTS ?? 8_000)
const KILLS = Number(process.env.KILLS ?? 15)

const BOTH = [['SQLite', newFileBooks] as const, ...(hasPostgres() ? [['PostgreSQL', onPostgres] as const] : [])]

function onPostgres() {
  return startSetup({ latency_ms: 2 })
}

describe('kill -9 during a long broadcast', () => {
  it.each(BOTH)(
    'sends each recipient one email on %s, and none to contacts after they unsubscribed',
    async (database, prepare) => {
      const asked = { contacts: CONTACTS, leavers: CONTACTS / 20, kills: KILLS, mails: CONTACTS / (2 * KILLS) }
      const { doubled, spared, ...seen } = await broadcastKillLoop(await prepare(), asked)
      console.log({ database, doubled, spared, kills: KILLS, contacts: CONTACTS })
      expect(seen).toEqual({
        kills: KILLS,
        status: 'sent',
        stayed: CONTACTS - CONTACTS / 20,
        strange: 0,
        twice: { recipients: 0, emails: 0 },
        lost: { emails: [], mails: [] },
        excess: [],
        left: CONTACTS / 20,
        late: [],
      })
      expect(spared).toBeGreaterThan(0)
    },
    900_000,
  )
})
