// Units of work on PostgreSQL: batched into one round trip, run again on conflicts, rejected when they hold a
// connection for something else, and their outcome when the connection breaks.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, number, text } from '../../../src/base/store/column.ts'
import { type Database, DatabaseUnavailable } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { PostgresConnection } from '../../../src/base/store/postgres/connection.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { table } from '../../../src/base/store/table.ts'
import { type NewDatabase, newDatabaseAlone } from '../../support/postgres/new-database.ts'

interface Item {
  id: string
  count: number
}

const items = table<Item>('items', { id: text, count: number })
const insert = items.insert()
const find = items.find('id')
const list = items.query<object>(({ rows }) => rows.orderBy('id'))
const set = items.update({ by: ['id'], set: ['count'] })
const sleep = statement<object, object>(knex => knex.raw('select pg_sleep(60)'))

let opened: NewDatabase
let database: Database
let other: Database
let operator: Client

beforeEach(async () => {
  opened = await newDatabaseAlone()
  operator = new Client({ connectionString: opened.url })
  operator.on('error', () => {})
  await operator.connect()
  ;[database, other] = [await openDatabase(opened.url), await openDatabase(opened.url)]
  await operator.query('create table items (id text primary key, count bigint not null)')
})
afterEach(async () => {
  await Promise.all([database.close(), other.close()])
  // the next test gets the same database
  await operator.query('drop table items')
  await operator.end()
  await opened.drop()
})

const rows = (): Promise<Item[]> => database.read(tx => tx.all(list, {}))
const raised = (by: Database): Promise<number> =>
  by.unit(async tx => {
    const { count } = (await tx.get(find, { id: 'a' }))!
    tx.put(set, { id: 'a', count: count + 1 })
    return count + 1
  })

describe('a unit that only writes', () => {
  it('is sent with all others of its turn, in one round trip', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'first', count: 0 }))
    const before = PostgresConnection.flights
    const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`)
    await Promise.all(ids.map(id => database.unit(async tx => tx.put(insert, { id, count: 1 }))))
    expect(PostgresConnection.flights - before).toBe(1)
    expect(await rows()).toHaveLength(51)
  })

  it('does not affect the others when it fails', async () => {
    const outcomes = await Promise.allSettled([
      database.unit(async tx => tx.put(insert, { id: 'a', count: 1 })),
      database.unit(async tx => tx.must(set, { id: 'nobody', count: 1 }, () => new Error('there is none'))),
      database.unit(async tx => tx.put(insert, { id: 'b', count: 2 })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((outcomes[1] as PromiseRejectedResult).reason).toEqual(new Error('there is none'))
    expect((await rows()).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('causes no round trip if it writes nothing', async () => {
    const before = PostgresConnection.flights
    expect(await database.unit(async () => 'nothing')).toBe('nothing')
    expect(PostgresConnection.flights).toBe(before)
  })
})

describe('a row that cannot be decoded', () => {
  const byCount = table('items', { id: json<string>(), count: number }).find('count')

  it('fails only the unit that reads it', async () => {
    await database.unit(async tx => {
      tx.put(insert, { id: '"a"', count: 1 })
      tx.put(insert, { id: 'no JSON', count: 2 })
    })
    const read = (count: number) => database.read(tx => tx.get(byCount, { count }))
    const unit = (count: number) => database.unit(tx => tx.get(byCount, { count }))
    for (const ask of [read, unit]) {
      const answers = await Promise.allSettled([ask(1), ask(2), ask(1)])
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((answers[1] as PromiseRejectedResult).reason).toBeInstanceOf(SyntaxError)
      expect(await ask(1)).toEqual({ id: 'a', count: 1 })
    }
  })

  it('does not end a unit that handles the error', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'no JSON', count: 1 }))
    await database.unit(async tx => {
      await tx.get(byCount, { count: 1 }).catch(() => {})
      tx.put(set, { id: 'no JSON', count: 2 })
    })
    expect(await rows()).toEqual([{ id: 'no JSON', count: 2 }])
  })
})

describe('a unit that reads', () => {
  it('sends its writes with its next query, and the rest with its commit', async () => {
    const before = PostgresConnection.flights
    const seen = await database.unit(async tx => {
      tx.put(insert, { id: 'a', count: 1 })
      tx.put(insert, { id: 'b', count: 2 })
      const found = await Promise.all([tx.get(find, { id: 'a' }), tx.get(find, { id: 'b' })])
      tx.put(set, { id: 'a', count: 5 })
      return found
    })
    expect(PostgresConnection.flights - before).toBe(2)
    expect(seen).toEqual([
      { id: 'a', count: 1 },
      { id: 'b', count: 2 },
    ])
    expect(await rows()).toEqual([
      { id: 'a', count: 5 },
      { id: 'b', count: 2 },
    ])
  })

  it('may run two statements with the same text', async () => {
    const same = items.find('id')
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 1 }))
    const both = await database.unit(tx => Promise.all([tx.get(find, { id: 'a' }), tx.get(same, { id: 'a' })]))
    expect(both).toEqual([
      { id: 'a', count: 1 },
      { id: 'a', count: 1 },
    ])
  })

  it('may read in concurrent branches', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 1 }))
    const twice = await database.unit(async tx => {
      const branch = async (): Promise<number> => {
        await tx.get(find, { id: 'a' })
        await tx.get(find, { id: 'a' })
        return (await tx.get(find, { id: 'a' }))!.count
      }
      const [one, two] = await Promise.all([branch(), tx.get(find, { id: 'a' }).then(branch)])
      return one + two
    })
    expect(twice).toBe(2)
  })

  it('runs again after a conflict with another process, and neither update is lost', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 0 }))
    const raises = Array.from({ length: 20 }, (_, index) => raised(index % 2 === 0 ? database : other))
    const outcomes = await Promise.allSettled(raises)
    const kept = outcomes.filter(({ status }) => status === 'fulfilled')
    expect(kept.length).toBeGreaterThan(1)
    expect(await rows()).toEqual([{ id: 'a', count: kept.length }])
    // a unit that fails eight times is rejected with a retry hint
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseUnavailable)
    }
  })

  it('runs again in order with all units of its process that need the same row', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 0 }))
    const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => raised(database)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await rows()).toEqual([{ id: 'a', count: 150 }])
  })

  it('conflicts with the unit that guards the same thing', async () => {
    const sums: number[] = []
    const unit = (by: Database, id: string): Promise<void> =>
      by.unit(async tx => {
        tx.guard(null, 'items')
        const all = await tx.all(list, {})
        sums.push(all.length)
        if (all.length === 0) tx.put(insert, { id, count: 1 })
      })
    await Promise.all([unit(database, 'a'), unit(other, 'b')])
    expect(await rows()).toHaveLength(1)
  })

  it('is rejected when it awaits something else, and blocks no other unit', async () => {
    await expect(
      database.unit(async tx => {
        await tx.get(find, { id: 'a' })
        tx.put(insert, { id: 'a', count: 1 })
        await new Promise(resolve => setTimeout(resolve, 20))
      }),
    ).rejects.toThrow('awaited something other')
    await expect(database.unit(() => new Promise(resolve => setTimeout(resolve, 20)))).rejects.toThrow(
      'awaited something other',
    )
    expect(await rows()).toEqual([])
  })

  it('is rolled back when a statement fails, even if its body catches the error', async () => {
    const unheeding = database.unit(async tx => {
      tx.put(insert, { id: 'a', count: 1 })
      await tx.run(insert, { id: 'b', count: 1.5 }).catch(() => {})
    })
    await expect(unheeding).rejects.toThrow('bigint')
    expect(await rows()).toEqual([])
    // the connection works as before
    await database.unit(async tx => {
      await tx.run(insert, { id: 'b', count: 1 })
    })
    expect(await rows()).toHaveLength(1)
  })
})

describe('a connection that breaks', () => {
  const cut = (): Promise<unknown> =>
    operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )

  const sleeping = async (): Promise<number> => {
    const { rows } = await operator.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    return rows.length
  }

  it('rejects the running unit, runs nothing again, and the next unit gets a new connection', async () => {
    let runs = 0
    const unit = database.unit(async tx => {
      runs++
      tx.put(insert, { id: 'a', count: 1 })
      await tx.all(sleep, {})
    })
    const refused = expect(unit).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(sleeping).toBe(1)
    await cut()
    await refused
    expect(runs).toBe(1)
    await database.unit(async tx => tx.put(insert, { id: 'b', count: 1 }))
    expect((await rows()).map(({ id }) => id)).toEqual(['b'])
  })

  it('does not cause errors while idle', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 1 }))
    await rows()
    await cut()
    expect(await rows()).toEqual([{ id: 'a', count: 1 }])
  })
})

describe('a table to which a column is added in the meantime', () => {
  it('can still be read and written', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 1 }))
    await rows()
    await operator.query('alter table items add column more text')
    await operator.query('alter table items alter column count type integer')
    expect(await raised(database)).toBe(2)
    expect(await rows()).toEqual([{ id: 'a', count: 2 }])
  })
})

describe('several reads of one turn', () => {
  it('are sent together, and one that fails does not affect the others', async () => {
    await database.unit(async tx => tx.put(insert, { id: 'a', count: 1 }))
    const broken = statement<object, object>(knex => knex('items').select(knex.raw('1 / (count - count)')))
    const before = PostgresConnection.flights
    const outcomes = await Promise.allSettled([rows(), database.read(tx => tx.all(broken, {})), rows()])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(PostgresConnection.flights - before).toBe(4)
    const again = PostgresConnection.flights
    await Promise.all([rows(), rows(), rows()])
    expect(PostgresConnection.flights - again).toBe(1)
  })
})
