// Guards: rows that units name when they decide about something. They exist while a unit may use them, and are deleted
// later.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { number, text } from '../../../src/base/store/column.ts'
import type { Tx } from '../../../src/base/store/database.ts'
import { SWEEP_GUARDS } from '../../../src/base/store/postgres/guards.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { table } from '../../../src/base/store/table.ts'
import { type OpenDatabase, databases } from '../../support/databases.ts'

const ID = 7
const clocks = table('steady_clock', { id: number, highest_at: text })
const insert = clocks.insert()
const find = clocks.find('id')
const transaction = statement<object, { it: string }>(knex => knex.raw('select pg_current_xact_id()::text as it'))
const save = clocks.update({ by: ['id'], set: ['highest_at'] })

describe.each(databases)('guards on %s', (_, open) => {
  let opened: OpenDatabase
  let operator: Client
  beforeEach(async () => {
    opened = await open()
    operator = new Client({ connectionString: opened.url })
    await operator.connect()
  })
  afterEach(async () => {
    await operator.end()
    await opened.database.close()
    await opened.remove()
  })

  const guard = (name: string): Promise<void> => opened.database.unit(async tx => tx.guard(null, name))
  const names = async (): Promise<string[]> =>
    (await operator.query<{ name: string }>('select name from guards order by name')).rows.map(({ name }) => name)

  it('are deleted when they have not been named for two days, and not a day earlier', async () => {
    for (const name of ['long ago', 'yesterday', 'today', 'again']) await guard(name)
    await operator.query("update guards set day = current_date - 2 where name like '%long ago%' or name like '%again%'")
    await operator.query("update guards set day = current_date - 1 where name like '%yesterday%'")
    await guard('again')
    await operator.query(SWEEP_GUARDS.text)
    expect(await names()).toEqual(['[null,"again"]', '[null,"today"]', '[null,"yesterday"]'])
  })

  describe('guards that many units name at the same time', () => {
    const UNITS = 60
    /** Each unit adds one to the value it reads. Returns how often its body ran. */
    async function raised(
      guarded: (tx: Tx, ask: () => Promise<unknown>) => Promise<void>,
      openings = [opened.database],
    ): Promise<number> {
      const { database } = opened
      await database.unit(async tx => tx.put(insert, { id: ID, highest_at: '0' }))
      let runs = 0
      const unit = (_each: unknown, index: number): Promise<void> =>
        openings[index % openings.length]!.unit(async tx => {
          runs++
          await guarded(tx, () => tx.get(find, { id: ID }))
          const { highest_at } = (await tx.get(find, { id: ID }))!
          tx.put(save, { id: ID, highest_at: String(Number(highest_at) + 1) })
        })
      await Promise.all(Array.from({ length: UNITS }, unit))
      expect((await database.read(tx => tx.get(find, { id: ID })))!.highest_at).toBe(String(UNITS))
      return runs
    }

    it('run each unit once if they are named before the first query', async () => {
      const runs = await raised(async (tx, ask) => {
        tx.guard(null, 'anything')
        await ask()
      })
      expect(runs).toBe(UNITS)
    })

    it('run each unit once in two processes that name them before the first query', async () => {
      const other = await openDatabase(opened.url)
      try {
        const runs = await raised(
          async (tx, ask) => {
            tx.guard(null, 'anything')
            await ask()
          },
          [opened.database, other],
        )
        expect(runs).toBe(UNITS)
      } finally {
        await other.close()
      }
    })

    it('run each unit at most twice if they are named later', async () => {
      const runs = await raised(async (tx, ask) => {
        await ask()
        tx.guard(null, 'anything')
        await ask()
      })
      expect(runs).toBeLessThanOrEqual(2 * UNITS)
    })

    it('share transactions, and roll back only the unit that fails', async () => {
      const { database } = opened
      await database.unit(async tx => tx.put(insert, { id: ID, highest_at: '0' }))
      const transactions = new Map<number, string>()
      const units = Array.from({ length: UNITS }, (_each, index) =>
        database.unit(async tx => {
          tx.guard(null, 'anything')
          const { highest_at } = (await tx.get(find, { id: ID }))!
          transactions.set(index, (await tx.get(transaction, {}))!.it)
          tx.put(save, { id: ID, highest_at: String(Number(highest_at) + 1) })
          if (index === 20) throw new Error('refused')
          if (index === 40) tx.must(save, { id: ID + 1, highest_at: '' }, () => new Error('missing'))
          return index
        }),
      )
      const results = await Promise.allSettled(units)
      const failed = results.flatMap((result, index) =>
        result.status === 'rejected' ? [[index, (result.reason as Error).message]] : [],
      )
      expect(failed).toEqual([
        [20, 'refused'],
        [40, 'missing'],
      ])
      expect((await database.read(tx => tx.get(find, { id: ID })))!.highest_at).toBe(String(UNITS - 2))
      expect(new Set(transactions.values()).size).toBeLessThan(UNITS)
    })

    it('roll back nothing for a unit that is rejected before it writes', async () => {
      const { database } = opened
      await database.unit(async tx => tx.put(insert, { id: ID, highest_at: '0' }))
      let runs = 0
      const units = Array.from({ length: UNITS }, (_each, index) =>
        database.unit(async tx => {
          runs++
          tx.guard(null, 'anything')
          const { highest_at } = (await tx.get(find, { id: ID }))!
          if (index % 2 === 1) throw new Error('refused')
          tx.put(save, { id: ID, highest_at: String(Number(highest_at) + 1) })
        }),
      )
      const results = await Promise.allSettled(units)
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(UNITS / 2)
      expect((await database.read(tx => tx.get(find, { id: ID })))!.highest_at).toBe(String(UNITS / 2))
      expect(runs).toBe(UNITS)
    })

    it('share one transaction while all waiting units succeed', async () => {
      const transactions = new Set<string>()
      await raised(async (tx, ask) => {
        tx.guard(null, 'anything')
        await ask()
        transactions.add((await tx.get(transaction, {}))!.it)
      })
      // at most the first unit has its own transaction, and a transaction has at most 32 units
      expect(transactions.size).toBeLessThanOrEqual(3)
    })

    it('do not block units that name others, in any order', async () => {
      const { database } = opened
      const names = ['a', 'b', 'c']
      const unit = (turn: number): Promise<unknown> =>
        database.unit(tx => {
          for (let index = 0; index < 2; index++) tx.guard(null, names[(turn + index) % 3]!)
          return tx.get(find, { id: ID })
        })
      await Promise.all(Array.from({ length: UNITS }, (_each, turn) => unit(turn)))
    })
  })
})
