// A transaction body may await only its tx. Awaiting anything else is refused, even if that resolves immediately, from
// every phase of the event loop and on slow machines.
import { stat } from 'node:fs'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases } from '../support/databases.ts'
import { anId } from '../support/ids.ts'

const insert = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'A team', created_at: '2026-11-20T12:00:00.000Z' }),
)
const count = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

/** Each entry calls back in another phase of the event loop. */
const phases: Record<string, (then: () => void) => void> = {
  'a timer': then => void setTimeout(then, 0),
  'an immediate': then => void setImmediate(then),
  'a file': then => stat('.', then),
  'a message': then => {
    const { port1, port2 } = new MessageChannel()
    port2.once('message', () => {
      port2.close()
      then()
    })
    port1.postMessage('')
  },
  'a tick': then => process.nextTick(then),
}
/** A microtask ends before a body that awaits it can be distinguished from one that awaits `tx`. */
const beginnings: typeof phases = { ...phases, 'a microtask': queueMicrotask, 'the same function': then => then() }

const cases = Object.entries(beginnings).flatMap(([from, begin]) =>
  Object.entries(phases).map(([what, wait]) => ({ from, begin, what, wait })),
)

/** Blocks until the awaited callbacks are due, like a busy machine. */
function dawdle(): void {
  const until = performance.now() + 3
  while (performance.now() < until);
}

describe.each(databases)('a unit of work on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  /** The ends of the bodies, regardless of the outcome of their units. */
  const ends: Promise<unknown>[] = []

  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })

  const rows = async (): Promise<number> => (await database.read(tx => tx.get(count, {})))!.count
  let inserted = 0
  const insertOne = (tx: Tx): Promise<number> => tx.run(insert, { id: anId(String(inserted++)) })

  /** Starts the unit from that phase and returns its outcome. */
  const unit = (begin: (then: () => void) => void, body: (tx: Tx) => Promise<void>): Promise<unknown> =>
    new Promise<unknown>(resolve =>
      begin(() => {
        const kept = database.unit(tx => {
          const end = body(tx)
          ends.push(end)
          return end
        })
        resolve(kept.catch((error: unknown) => error))
      }),
    )

  it.each(cases)('rejects a unit started in $from that awaits $what', async ({ begin, wait }) => {
    const before = await rows()
    const waited = (): Promise<void> =>
      new Promise(resolve => {
        wait(resolve)
        dawdle()
      })
    const outcomes = await Promise.all([
      unit(begin, async tx => {
        await waited()
        await insertOne(tx)
      }),
      unit(begin, async tx => {
        await insertOne(tx)
        await waited()
        await insertOne(tx)
      }),
      unit(begin, async tx => {
        await insertOne(tx)
        await waited()
      }),
      unit(begin, async tx => void (await insertOne(tx))),
    ])
    const refusal = expect.objectContaining({ message: 'A unit of work awaited something other than its tx' })
    expect(outcomes).toEqual([refusal, refusal, refusal, undefined])
    await Promise.allSettled(ends.splice(0))
    expect(await rows()).toBe(before + 1)
  })

  it.each(Object.entries(beginnings))('accepts a slow unit started in %s that calls others', async (_from, begin) => {
    const others = async (tx: Tx, depth: number): Promise<number> => {
      if (depth > 0) return others(tx, depth - 1)
      return (await tx.get(count, {}))!.count
    }
    const before = await rows()
    const patient = async (tx: Tx): Promise<void> => {
      for (let part = 0; part < 5; part++) {
        dawdle()
        await others(tx, part)
        await insertOne(tx)
      }
    }
    const outcomes = await Promise.all([patient, patient].map(body => unit(begin, body)))
    expect(outcomes).toEqual([undefined, undefined])
    expect(await rows()).toBe(before + 10)
  })
})
