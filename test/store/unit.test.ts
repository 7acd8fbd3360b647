// Units of work: atomic, and durable when they resolve.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CounterIncrement, Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases, ON_POSTGRES } from '../support/databases.ts'
import { anId } from '../support/ids.ts'

const insert = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'A team', created_at: '2026-11-20T12:00:00.000Z' }),
)
const rename = statement<{ id: string }>((knex, place) =>
  knex('teams').where('id', place('id')).update({ name: 'Another name' }),
)
const count = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

describe.each(databases)('a unit of work on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>

  beforeEach(async () => {
    ;({ database, remove } = await open())
  })
  afterEach(async () => {
    await database.close()
    await remove()
  })

  const rows = async (): Promise<number> => (await database.read(tx => tx.get(count, {})))!.count

  it('stores everything it wrote', async () => {
    await database.unit(async tx => {
      await tx.run(insert, { id: anId('a') })
      await tx.run(insert, { id: anId('b') })
    })
    expect(await rows()).toBe(2)
  })

  it('stores nothing when it throws, and the other units of its commit store their writes', async () => {
    const outcomes = await Promise.allSettled([
      database.unit(tx => tx.run(insert, { id: anId('before') })),
      database.unit(async tx => {
        await tx.run(insert, { id: anId('undone') })
        throw new Error('no')
      }),
      database.unit(tx => tx.run(insert, { id: anId('after') })),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await rows()).toBe(2)
  })

  it('stores what it puts, and reads it back immediately', async () => {
    const seen = await database.unit(async tx => {
      tx.put(insert, { id: anId('a') })
      return tx.get(count, {})
    })
    expect([seen?.count, await rows()]).toEqual([1, 1])
  })

  it('is rolled back when a put fails, even if its body catches the error', async () => {
    await database.unit(tx => tx.run(insert, { id: anId('a') }))
    const unheeding = database.unit(async tx => {
      tx.put(insert, { id: anId('b') })
      try {
        tx.put(insert, { id: anId('a') })
      } catch {
        // a database that answers later does not throw here
      }
    })
    // if units run in parallel, the row could belong to another unit: it was retried until the limit
    await expect(unheeding).rejects.toThrow(ON_POSTGRES ? 'not available' : 'UNIQUE')
    expect(await rows()).toBe(1)
  })

  it('is rolled back when a required row is missing, even if its body catches the error', async () => {
    await database.unit(async tx => {
      tx.put(insert, { id: anId('a') })
      tx.must(rename, { id: anId('a') }, () => new Error('a is gone'))
    })
    const unheeding = database.unit(async tx => {
      tx.put(insert, { id: anId('b') })
      try {
        tx.must(rename, { id: anId('c') }, () => new Error('c is gone'))
      } catch {
        // as above
      }
      tx.put(insert, { id: anId('d') })
    })
    await expect(unheeding).rejects.toThrow('c is gone')
    expect(await rows()).toBe(1)
  })

  it('accepts guards while it is open, and not after it ended', async () => {
    const late = await database.unit(async tx => {
      tx.guard(null, 'anything')
      return { guard: () => tx.guard(null, 'anything') }
    })
    expect(late.guard).toThrow('over')
  })

  it('cannot write if it is read-only', async () => {
    await expect(database.read(tx => tx.run(insert, { id: anId('x') }))).rejects.toThrow()
    await expect(database.read(async tx => tx.put(insert, { id: anId('x') }))).rejects.toThrow()
    await expect(database.read(async tx => tx.must(insert, { id: anId('x') }, () => new Error('no')))).rejects.toThrow()
    await expect(database.read(async tx => tx.guard(null, 'x'))).rejects.toThrow()
    expect(await rows()).toBe(0)
  })

  it('reads a shared query once, and again after each commit', async () => {
    let reads = 0
    const shared = (): Promise<number> =>
      database.readShared('teams', async tx => {
        reads++
        return (await tx.get(count, {}))!.count
      })
    expect(await Promise.all([shared(), shared(), shared()])).toEqual([0, 0, 0])
    expect(reads).toBe(1)
    await database.unit(tx => tx.run(insert, { id: anId('a') }))
    // queried in the same turn as the commit, and in every later turn
    expect(await shared()).toBe(1)
    const asked = [shared(), database.unit(tx => tx.run(insert, { id: anId('b') })).then(shared), shared()]
    expect(await Promise.all(asked)).toEqual([1, 2, 1])
    await new Promise(resolve => setImmediate(resolve))
    const before = reads
    expect(await shared()).toBe(2)
    expect(reads).toBe(before + 1)
  })

  it('reports when a job is due as soon as it is committed', async () => {
    const woken: string[][] = []
    database.onWake = kinds => woken.push([...kinds])
    await database.unit(tx => tx.run(insert, { id: anId('quiet') }))
    expect(woken).toEqual([])
    await Promise.all(['one', 'two', 'one'].map(kind => database.unit(async tx => tx.wakeQueue(kind))))
    expect(new Set(woken.flat())).toEqual(new Set(['one', 'two']))
  })

  it('counts commits only', async () => {
    const counted: CounterIncrement[] = []
    database.onCounted = counts => counted.push(...counts)
    const undone = database.unit(async tx => {
      tx.counted('emails.accepted')
      throw new Error('no')
    })
    const done = ['a', 'b'].map(id =>
      database.unit(async tx => {
        await tx.run(insert, { id: anId(id) })
        tx.counted('emails.accepted')
        tx.counted('automation_runs.cancelled', 3)
      }),
    )
    await expect(undone).rejects.toThrow('no')
    await Promise.all(done)
    const each = [
      { what: 'emails.accepted', times: 1 },
      { what: 'automation_runs.cancelled', times: 3 },
    ]
    expect(counted).toEqual([...each, ...each])
    await expect(database.read(async tx => tx.counted('emails.accepted'))).rejects.toThrow()
  })
})
