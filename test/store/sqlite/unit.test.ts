// Units of work on SQLite run sequentially, and those that arrive together share a commit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'
import { isRehearsal } from '../../support/twice.ts'

const insert = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'A team', created_at: '2026-11-20T12:00:00.000Z' }),
)
const count = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

function dawdle(duration_ms: number): void {
  const until = performance.now() + duration_ms
  while (performance.now() < until);
}

describe('a unit of work', () => {
  let database: Database
  let remove: () => Promise<void>

  beforeEach(async () => {
    ;({ database, remove } = await databases[0]![1]())
  })
  afterEach(async () => {
    await database.close()
    await remove()
  })

  const rows = async (): Promise<number> => (await database.read(tx => tx.get(count, {})))!.count

  it('sees what an earlier unit wrote and runs alone', async () => {
    const seen = await Promise.all(
      Array.from({ length: 250 }, (_, index) =>
        database.unit(async tx => {
          const before = (await tx.get(count, {}))!.count
          await tx.run(insert, { id: anId(String(index)) })
          return before
        }),
      ),
    )
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => index))
  })

  it('is rolled back alone when it fails, even after writes, whatever else shares its commit', async () => {
    const write = (id: string) => database.unit(tx => tx.run(insert, { id: anId(id) }))
    const fail = (...ids: string[]) =>
      database.unit(async tx => {
        for (const id of ids) tx.put(insert, { id: anId(id) })
        throw new Error(`${ids.length} undone`)
      })
    for (const round of ['a', 'b']) {
      const before = await rows()
      const units = [write(`${round}1`), fail(), write(`${round}2`), fail(`${round}3`, `${round}4`), write(`${round}5`)]
      const outcomes = await Promise.allSettled([...units, fail(`${round}6`), write(`${round}3`)])
      expect(outcomes.map(outcome => ('reason' in outcome ? outcome.reason.message : outcome.value))).toEqual([
        1,
        '0 undone',
        1,
        '2 undone',
        1,
        '1 undone',
        1,
      ])
      expect(await rows()).toBe(before + 4)
    }
    await expect(fail('alone')).rejects.toThrow('1 undone')
    expect(await rows()).toBe(8)
  })

  it('has a savepoint only if one that had written has failed recently', async () => {
    let runs = 0
    const write = () => database.unit(tx => (runs++, tx.run(insert, { id: crypto.randomUUID() })))
    const fail = () =>
      database.unit(async tx => (await tx.run(insert, { id: crypto.randomUUID() }), Promise.reject(new Error('no'))))
    const refuse = () => database.unit(() => Promise.reject(new Error('refused')))
    const together = async (other: () => Promise<unknown>): Promise<number> => {
      runs = 0
      await Promise.allSettled([write(), other(), write()])
      return runs
    }
    // a unit without writes needs no rollback
    expect(await together(refuse)).toBe(2)
    // all of them are run again, once
    expect(await together(fail)).toBe(3)
    expect(await together(fail)).toBe(2)
    expect(await rows()).toBe(6)
  })

  it('shares the commit of the previous turn as long as each turn adds units', async () => {
    let runs = 0
    const write = () => database.unit(tx => (runs++, tx.run(insert, { id: crypto.randomUUID() })))
    const fail = () =>
      database.unit(async tx => (await tx.run(insert, { id: crypto.randomUUID() }), Promise.reject(new Error('no'))))
    const turn = () => new Promise(resolve => setImmediate(resolve))
    const first = [write(), write()]
    await turn()
    // all units of one commit are run again
    await Promise.allSettled([...first, fail()])
    expect(runs).toBe(4)
  })

  it('of the queue is committed before a close, and together with waiting requests', async () => {
    const write = (from?: 'queue'): Promise<unknown> =>
      database.unit(tx => tx.run(insert, { id: crypto.randomUUID() }), from)
    await write('queue')
    // the next one would wait a moment for others of the queue
    const waiting = write('queue')
    await write()
    expect(await rows()).toBe(3)
    await waiting
    const last = write('queue')
    await database.close()
    await last
  })

  it('lets other work run between many slow units, and keeps their order', async () => {
    const order: string[] = []
    const long = (id: string): Promise<void> =>
      database
        .unit(async tx => {
          if (!isRehearsal(tx)) order.push(id)
          await tx.run(insert, { id: anId(id) })
          dawdle(15)
        })
        .then(() => void order.push(`${id} is done`))
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(long))
    expect(order.indexOf('a is done')).toBeLessThan(order.indexOf('e'))
    expect(order.filter(entry => entry.length === 1)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(await rows()).toBe(5)
  })

  it('reports the due jobs with all others of its commit', async () => {
    // with the number of units that ended before: slow units or a slow machine commit others later
    const commits: { kinds: string[]; ended: number }[] = []
    let ended = 0
    database.onWake = kinds => commits.push({ kinds: [...kinds], ended })
    const kinds = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'one' : 'two'))
    const unit = (kind: string, index: number): Promise<unknown> =>
      database.unit(async tx => {
        tx.wakeQueue(kind)
        if (index % 25 === 0) dawdle(25)
      })
    await Promise.all(kinds.map((kind, index) => unit(kind, index).then(() => ended++)))
    expect(commits.length).toBeGreaterThan(2)
    for (const [index, { ended: before }] of commits.entries()) {
      const own = kinds.slice(before, commits[index + 1]?.ended)
      expect(commits[index]!.kinds).toEqual([...new Set(own)])
    }
  })
})
