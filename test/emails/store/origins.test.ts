// Filtering emails by origin: emails of a broadcast are skipped without being read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAutomationsOfRuns } from '../../../src/campaigns/automations/store/runs.ts'
import { searchEmails } from '../../../src/mail/emails/search/actions.ts'
import type { EmailSearch } from '../../../src/mail/emails/search/rules.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { type LedgerEmail, writeLedger } from '../../support/ledger.ts'

const ORIGIN = '01999999-0000-7000-8000-000000000000'
const EMAILS = 3000

/** Mostly from a broadcast, with some single emails and a few from an automation. */
function kindOf(index: number): 'single' | 'automation' | 'broadcast' {
  if (index % 997 === 5) return 'automation'
  return index % 150 === 0 || index < 40 ? 'single' : 'broadcast'
}

function written(index: number): LedgerEmail {
  const kind = kindOf(index)
  const at = new Date(Date.UTC(2026, 9, 1) + index * 1000).toISOString()
  if (kind === 'single') return { at, subject: `${kind} ${index}` }
  return {
    at,
    subject: `${kind} ${index}`,
    origin_id: ORIGIN,
    origin_kind: kind === 'broadcast' ? kind : 'automation_run',
  }
}

describe.each(databases)('emails by origin on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>
  beforeAll(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
    await writeLedger(
      database,
      team_id,
      Array.from({ length: EMAILS }, (_each, index) => written(index)),
    )
    await writeLedger(database, stranger, [{ ...written(0), subject: 'of another team' }])
  })
  afterAll(() => end())

  const find = (search: EmailSearch, after?: string, most = 10) =>
    database.read(tx => searchEmails({ tx, team_id, automationsOf: findAutomationsOfRuns }, search, { after, most }))

  /** All matches, page by page. */
  async function allOf(search: EmailSearch): Promise<string[]> {
    const found: string[] = []
    for (let after: string | undefined, pages = 0; pages < 1000; pages++) {
      const { rows, behind } = await find(search, after)
      expect(rows.length).toBeLessThanOrEqual(10)
      found.push(...rows.map(({ subject }) => subject))
      if (behind === undefined) return found
      after = behind
    }
    throw new Error('It has no end')
  }
  const expected = (kinds: readonly string[]): string[] =>
    Array.from({ length: EMAILS }, (_each, index) => `${kindOf(index)} ${index}`)
      .filter(subject => kinds.includes(subject.split(' ')[0]!))
      .toReversed()

  it.each([
    [['single']],
    [['automation']],
    [['broadcast']],
    [['single', 'automation']],
    [['broadcast', 'automation']],
    [['single', 'automation', 'broadcast']],
  ] as const)('finds the emails of %j once each, newest first', async origins => {
    expect(await allOf({ origins })).toEqual(expected(origins))
  })

  it('fills a page across thousands of other emails in one query', async () => {
    const { rows } = await find({ origins: ['single'] }, undefined, 50)
    expect(rows).toHaveLength(50)
    expect(rows.at(-1)!.subject).toMatch(/^single/)
  })

  it('combines the origin with other filters', async () => {
    expect(await allOf({ origins: ['single'], words: '15' })).toEqual(
      expected(['single']).filter(subject => subject.includes('15')),
    )
    expect(await allOf({ origins: ['automation'], address: 'grace@example.net' })).toEqual(expected(['automation']))
    expect(await allOf({ origins: ['broadcast'], status: 'bounced' })).toEqual([])
  })
})
