// Filtering a large list of recipients: the result equals checking each one, and the database searches in batches and
// returns only matching rows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listRecipients,
  ROWS_EXAMINED_MAX,
  type RecipientFilter,
} from '../../../src/engagement/facts/recipients/store.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { type Statement, statement } from '../../../src/base/store/statement.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { OuterTx } from '../../support/tx.ts'

const [MANY, FEW] = ['1', '2'].map(digit => `${digit.repeat(8)}-0000-4000-8000-abcdef012345`) as [string, string]
const COUNT = ROWS_EXAMINED_MAX * 2 + 300
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const ODD = [
  ...(['Ärger@example.net', 'ärger@EXAMPLE.net', 'a%b@example.net', 'aXb@example.net', 'a_b@example.net'] as const),
  ...(['a!b@example.net', 'STRASSE@straße.example', 'plain@example.net', null, 'ünï@example.net'] as const),
]

interface Row {
  broadcast_id: string
  contact_id: string
  team_id: string
  email: string | null
}
const insertRecipient = statement<Row>((knex, place) =>
  knex('broadcast_recipients').insert({
    broadcast_id: place('broadcast_id'),
    contact_id: place('contact_id'),
    team_id: place('team_id'),
    email: place('email'),
  }),
)
const insertFact = statement<Row & { happened_at: string }>((knex, place) =>
  knex('broadcast_facts').insert({
    broadcast_id: place('broadcast_id'),
    contact_id: place('contact_id'),
    team_id: place('team_id'),
    happened_at: place('happened_at'),
    type: 'opened',
    count: 1,
  }),
)

/** Counts the returned rows and the pauses between batches. */
class CountingTx extends OuterTx {
  readonly handed: number[] = []
  pauses = 0

  override async all<In extends object, Of>(given: Statement<In, Of>, values: In): Promise<Of[]> {
    const rows = await super.all(given, values)
    this.handed.push(rows.length)
    return rows
  }
  override pause(): Promise<void> {
    this.pauses++
    return super.pause()
  }
}

describe.each(databases)('a filter of recipients on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>

  beforeAll(async () => {
    ;({ database, team_id, end } = await withTeams(open))
    const emails = Array.from({ length: COUNT }, (_each, number) => `p${number}@example.net`)
    emails[COUNT - 1] = 'Needle@Example.org'
    await insert(MANY, emails)
    await insert(FEW, ODD)
  })
  afterAll(() => end())

  async function insert(broadcast_id: string, emails: readonly (string | null)[]): Promise<void> {
    for (let from = 0; from < emails.length; from += 1000) {
      await database.unit(async tx => {
        for (const [index, email] of emails.slice(from, from + 1000).entries()) {
          const row = { broadcast_id, contact_id: idOf(from + index), team_id, email }
          // erased recipients have no row
          if (email !== null) tx.put(insertRecipient, row)
          tx.put(insertFact, { ...row, happened_at: '2026-11-22T12:00:00.000Z' })
        }
      })
    }
  }

  const list = (
    wanted: Omit<RecipientFilter, 'team_id'>,
    place: { after?: string; before?: string; limit?: number } = {},
  ) =>
    database.read(async inner => {
      const tx = new CountingTx(inner)
      const { limit = 20, after, before } = place
      const { rows, has_more } = await listRecipients(tx, { team_id, ...wanted }, { limit, after, before })
      return { found: rows.map(({ email }) => email), has_more, handed: tx.handed, pauses: tx.pauses }
    })

  it.each([
    ['forward', {}],
    ['backward', { before: idOf(COUNT) }],
  ])('finds one recipient among many in batches and loads no other: %s', async (_way, place) => {
    const { found, handed, pauses } = await list({ broadcast_id: MANY, type: 'opened', address: 'needle@' }, place)
    expect([found, handed.reduce((sum, count) => sum + count, 0)]).toEqual([['Needle@Example.org'], 1])
    expect(pauses).toBeGreaterThan(COUNT / ROWS_EXAMINED_MAX)
    const nobody = await list({ broadcast_id: MANY, type: 'delivered', address: 'p' }, place)
    expect([nobody.found, nobody.handed.every(count => count === 0)]).toEqual([[], true])
    expect(nobody.pauses).toBeGreaterThan(COUNT / ROWS_EXAMINED_MAX)
  })

  it('stops searching when the page is full', async () => {
    const { found, has_more, handed } = await list({ broadcast_id: MANY, type: 'opened', address: '@example' })
    expect([found.length, has_more, handed]).toEqual([20, true, [21]])
  })

  it('returns the same recipients as checking each address, for any characters', async () => {
    const needles = ['ärger', 'Ärger', '%', '_', '!', 'a%b', 'straße', 'strasse', '@', 'example.net', 'ï', 'net ', '\\']
    for (const given of needles) {
      const address = given.toLowerCase()
      const meant = ODD.filter(email => email?.toLowerCase().includes(address))
      const wanted = { broadcast_id: FEW, type: 'opened', address } as const
      expect([given, (await list(wanted)).found]).toEqual([given, meant])
      const last = await list(wanted, { before: idOf(ODD.length), limit: 2 })
      expect([given, last.found, last.has_more]).toEqual([given, meant.slice(-2), meant.length > 2])
    }
    // erased recipients are included unless the filter is an address
    expect((await list({ broadcast_id: FEW, type: 'opened' })).found).toEqual(ODD)
  })
})
