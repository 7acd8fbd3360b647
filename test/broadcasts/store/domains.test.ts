// Results by recipient domain: counted incrementally, bounded, and separate for each broadcast and team.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { sumDomains } from '../../../src/engagement/facts/actions.ts'
import { removeContactFacts } from '../../../src/engagement/facts/personal/actions.ts'
import { EMPTY_TALLY } from '../../../src/engagement/facts/rules.ts'
import { startCountingDomains, removeDomains, addToDomain, DOMAINS_MAX } from '../../../src/engagement/facts/store.ts'
import { databases, withTeams } from '../../support/databases.ts'

const BROADCAST = '019300aa-0000-7000-8000-000000000001'
const OTHER = '019300aa-0000-7000-8000-000000000002'

describe.each(databases)('the results by domain on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const begin = (names: string[], broadcast_id = BROADCAST) =>
    database.unit(tx => startCountingDomains(tx, { team_id, broadcast_id }, names))
  const add = (domain: string, plus: Parameters<typeof addToDomain>[2], of: object = {}) =>
    database.unit(async tx =>
      addToDomain(tx, { team_id, broadcast_id: BROADCAST, email_id: tx.newId('emails'), domain, ...of }, plus),
    )
  const sums = (sent: number, team = team_id) =>
    database.read(tx => sumDomains(tx, { team_id: team, broadcast_id: BROADCAST }, { ...EMPTY_TALLY, sent }))

  it('list the domains with the most emails, and the rest', async () => {
    await begin(['big.example', 'small.example'])
    await begin(['small.example', 'third.example'])
    await begin(['big.example'], OTHER)
    for (let times = 0; times < 40; times++) await add('big.example', { sent: 1, delivered: 1 })
    await add('small.example', { sent: 2, bounced: 1 })
    await add('small.example', { unique_opened: 1 })
    await add('big.example', { sent: 7 }, { broadcast_id: OTHER })
    // a domain without a row
    await add('unknown.example', { sent: 5 })
    const { rows, rest } = await sums(47)
    expect(rows.map(({ domain, sent }) => [domain, sent])).toEqual([
      ['big.example', 40],
      ['small.example', 2],
      ['third.example', 0],
    ])
    expect(rows[1]).toMatchObject({ sent: 2, delivered: 0, bounced: 1, unique_opened: 1 })
    expect(rest.sent).toBe(5)
    expect((await sums(0, stranger)).rows).toEqual([])
  })

  it('are deleted with the recipients, and with the only recipient of a domain', async () => {
    await begin(['shared.example', 'ada.example'])
    for (const domain of ['shared.example', 'shared.example', 'ada.example']) await add(domain, { sent: 1 })
    const erase = (address: string) =>
      database.unit(async tx => {
        const contact_id = tx.newId('contacts')
        removeContactFacts(tx, { team_id, contact_id, address }, BROADCAST)
      })
    await erase('Ada@ADA.example')
    await erase('bob@shared.example')
    expect((await sums(3)).rows.map(({ domain, sent }) => [domain, sent])).toEqual([['shared.example', 2]])
    const remove = (team: string) => database.unit(tx => removeDomains(tx, { team_id: team, broadcast_id: BROADCAST }))
    expect(await remove(stranger)).toBe(0)
    expect(await remove(team_id)).toBeGreaterThan(0)
    expect((await sums(3)).rows).toEqual([])
  })

  it('list twenty domains and count up to the maximum number of domains', async () => {
    const names = Array.from({ length: DOMAINS_MAX + 5 }, (_name, index) => `d${index}.example`)
    await begin(names.slice(0, DOMAINS_MAX - 1))
    await begin(names.slice(DOMAINS_MAX - 1))
    for (const name of names) await add(name, { sent: 1 })
    const { rows, rest } = await sums(names.length)
    expect(rows).toHaveLength(20)
    expect(rest.sent).toBe(names.length - 20)
    // the last domain within the limit, and the first one beyond it
    await add(names[DOMAINS_MAX - 1]!, { sent: 9 })
    await add(names[DOMAINS_MAX]!, { sent: 9 })
    expect((await sums(0)).rows[0]).toMatchObject({ domain: names[DOMAINS_MAX - 1], sent: 10 })
  })
})
