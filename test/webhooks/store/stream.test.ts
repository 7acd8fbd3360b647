// Event streams without a server: what they read, and when.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommittedDatabase } from '../../../src/base/operation/operation.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { record } from '../../../src/base/store/signals/record.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { EventStreams } from '../../../src/integrations/webhooks/stream/actions.ts'
import { removeUnusedStreams, STREAM_PART_EVENTS } from '../../../src/integrations/webhooks/stream/store.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const opened = statement<object, { team_id: string }>(knex => knex('event_streams').select('team_id'))

describe.each(databases)('event streams on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>
  let streams: EventStreams
  let reads: number
  const gone: (() => void)[] = []

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
    streams = new EventStreams(database, { look_ms: 20 })
    streams.start()
    reads = 0
  })
  afterEach(async () => {
    for (const tell of gone.splice(0)) tell()
    streams.stop()
    await end()
  })

  const opening = async (of = team_id): Promise<AsyncIterator<string>> => {
    const committed: CommittedDatabase = {
      unit: body => database.unit(body),
      read: body => {
        reads++
        return database.read(body)
      },
      readSnapshot: body => database.readSnapshot(body),
      readLarge: (_bytes, body) => database.read(body),
      isStillAuthorized: async () => true,
      whenGone: tell => void gone.push(tell),
    }
    const texts = await streams.open(committed, { team_id: of, types: undefined, place: undefined, now: NOW })
    const iterator = texts[Symbol.asyncIterator]()
    expect((await iterator.next()).value).toBe('retry: 1000\n\n')
    return iterator
  }
  const happen = (name: string, of = team_id): Promise<void> =>
    database.unit(tx =>
      record(tx, {
        type: 'topic.created',
        team_id: of,
        at: NOW,
        topic: {
          id: anId(name),
          name,
          description: null,
          default_subscription: 'opt_in',
          created_at: NOW.toISOString(),
        },
      }),
    )
  /** The names in the next `count` events, in any number of chunks. */
  const names = async (iterator: AsyncIterator<string>, count: number): Promise<string[]> => {
    const found: string[] = []
    while (found.length < count) {
      const { value } = await iterator.next()
      found.push(...[...value.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data).data.name))
    }
    return found
  }

  it('send each team its events in order', async () => {
    const [own, theirs] = [await opening(), await opening(stranger)]
    await happen('One')
    await happen('Other', stranger)
    await happen('Two')
    expect(await names(own, 2)).toEqual(['One', 'Two'])
    expect(await names(theirs, 1)).toEqual(['Other'])
  })

  it('read at most one chunk ahead of their client', async () => {
    const stream = await opening()
    const all = Array.from({ length: STREAM_PART_EVENTS * 3 }, (_each, index) => `Topic ${index}`)
    for (const name of all) await happen(name)
    const { value } = await stream.next()
    expect(value.match(/^id: /gm)!.length).toBeLessThanOrEqual(STREAM_PART_EVENTS)
    // the initial reads and those for this chunk
    const before = reads
    await happen('Another')
    expect(reads).toBe(before)
    const rest = await names(stream, all.length + 1 - value.match(/^id: /gm)!.length)
    expect(rest.at(-1)).toBe('Another')
  })

  it('end immediately when their client disconnects or the server stops', async () => {
    const [first, second] = [await opening(), await opening()]
    const [over, over_too] = [first.next(), second.next()]
    gone[0]!()
    expect(await over).toEqual({ done: true, value: undefined })
    streams.stop()
    expect(await over_too).toEqual({ done: true, value: undefined })
    const [late] = [await opening()]
    expect(await late.next()).toEqual({ done: true, value: undefined })
  })

  it('keep events until no stream was opened for the retention time', async () => {
    await opening()
    const remove = (before: Date): Promise<boolean> =>
      database.unit(tx => removeUnusedStreams(tx, { before: before.toISOString() }))
    expect(await remove(NOW)).toBe(false)
    expect(await database.read(tx => tx.all(opened, {}))).toEqual([{ team_id }])
    expect(await remove(new Date(NOW.getTime() + 1))).toBe(false)
    expect(await database.read(tx => tx.all(opened, {}))).toEqual([])
  })
})
