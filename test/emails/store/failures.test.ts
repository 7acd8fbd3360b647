// Queries of the start page for failed and delayed emails: indexed, one team at a time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordDelivery } from '../../../src/mail/emails/actions.ts'
import type { NewEvent } from '../../../src/mail/emails/events.ts'
import { newEmail } from '../../../src/mail/emails/rules.ts'
import { hasEmail, listFailures } from '../../../src/mail/emails/search/actions.ts'
import { countWithState } from '../../../src/mail/emails/search/store.ts'
import { insertEmail } from '../../../src/mail/emails/store.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anEmailBody } from '../../support/emails.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')

describe.each(databases)('failed emails on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  /** Stores an email with this event. */
  async function became(type: NewEvent['type'], subject: string): Promise<void> {
    const detail = { recipients: ['grace@example.net'], code: 550, words: `550 ${subject}`, attempt: 1 }
    await database.unit(async tx => {
      const email = newEmail(anEmailBody({ subject }), { id: tx.newId('emails'), team_id, now: NOW })
      await insertEmail(tx, email, undefined)
      const delivery = { last_event: type, settled: {}, recipients: [], events: [{ type, detail }] }
      await recordDelivery({ tx, now: NOW }, { ...email, recipients: [] }, delivery)
    })
  }
  const failures = (of: string, limit: number): Promise<string[]> =>
    database.read(async tx =>
      (await listFailures({ tx, team_id: of }, limit)).map(({ email, detail }) => `${email.subject}: ${detail.words}`),
    )
  const delayed = (of: string): Promise<number> =>
    database.read(tx => countWithState(tx, { team_id: of, last_event: 'delivery_delayed' }))

  it('are listed newest first, for any kind of failure, up to the limit', async () => {
    await became('bounced', 'One')
    await became('delivered', 'Two')
    await became('failed', 'Three')
    await became('suppressed', 'Four')
    expect(await failures(team_id, 10)).toEqual(['Four: 550 Four', 'Three: 550 Three', 'One: 550 One'])
    expect(await failures(team_id, 2)).toEqual(['Four: 550 Four', 'Three: 550 Three'])
  })

  it('are not visible to another team, nor are delayed emails', async () => {
    await became('delivery_delayed', 'One')
    await became('delivery_delayed', 'Two')
    await became('bounced', 'Three')
    expect([await delayed(team_id), await delayed(stranger)]).toEqual([2, 0])
    expect(await failures(stranger, 10)).toEqual([])
    const has = (of: string): Promise<boolean> => database.read(tx => hasEmail({ tx, team_id: of }))
    expect([await has(team_id), await has(stranger)]).toEqual([true, false])
  })
})
