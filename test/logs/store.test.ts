// Request logs as they are buffered, written and read. Entries of several processes are merged in the order of ids.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { smallestIdAt, timeFromId } from '../../src/base/text/uuids.ts'
import { insertLogs, LOG_ENTRY_BYTES, removeOldLogs, RequestLogs } from '../../src/watch/logs/actions.ts'
import { type CompletedRequest, BODY_MAX, LogBlocks, logEntriesOf } from '../../src/watch/logs/entry.ts'
import { logLinesIn } from '../../src/watch/logs/line.ts'
import { type LogPart, logPartsOf, PART_SPAN_MS } from '../../src/watch/logs/part.ts'
import { findLog, searchLogs } from '../../src/watch/logs/search/actions.ts'
import { databases, type OpenDatabase } from '../support/databases.ts'
import { anId } from '../support/ids.ts'

/** Their bodies fill several blocks and more than one transaction. */
const REQUESTS = 100
const START_MS = Date.parse('2026-11-20T12:00:00.000Z')
const [team_id, other_team] = [anId('team'), anId('other')]

const idAt = (ms: number, count = 0): string =>
  smallestIdAt(START_MS + ms).replace(/.{4}$/, String(count).padStart(4, '0'))

const request = (id: string, more: Partial<CompletedRequest> = {}): CompletedRequest => ({
  id,
  caller: { team_id, kind: 'api_key', id: anId('key') },
  rules: {},
  method: 'GET',
  path: '/topics',
  status: 200,
  duration_ms: 1,
  user_agent: 'unit',
  sent: undefined,
  answered: { json: JSON.stringify({ id }) },
  ...more,
})

/** The ids of all entries, page by page. */
async function walked(tx: Tx, of: string, onward: 'older' | 'newer', most: number): Promise<string[]> {
  const ids: string[] = []
  for (let from_id: string | undefined; ;) {
    const { rows, behind } = await searchLogs(tx, { team_id: of, from_id, most, onward })
    ids.push(...rows.map(({ id }) => id))
    if (behind === undefined) return ids
    from_id = behind
  }
}

describe.each(databases)('%s', (_, open) => {
  let opened: OpenDatabase
  let database: Database
  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  afterAll(async () => {
    await database.close()
    await opened.remove()
  })

  it('returns entries of several processes in the order of ids, in both directions', async () => {
    const ids: string[] = []
    await database.unit(async tx => {
      ids.length = 0
      // each process writes its new entries once a second, and occasionally one of a long request
      for (const [process, written_ms] of [0, 330, 660].entries()) {
        for (let second = 0; second < 30; second++) {
          const some = Array.from({ length: 1 + ((second * 7 + process) % 5) }, (_each, at) =>
            idAt(written_ms + second * 1000 + at * 190, process),
          )
          if (second % 9 === 8) some.push(idAt(written_ms + second * 1000 - 7_700, 50 + process))
          ids.push(...some)
          insertLogs(
            tx,
            team_id,
            some.map(id => request(id)),
          )
        }
      }
      insertLogs(tx, other_team, [request(idAt(10_000, 99))])
    })
    const sorted = ids.toSorted()
    await database.read(async tx => {
      for (const most of [1, 7, 1000]) {
        expect(await walked(tx, team_id, 'older', most)).toEqual(sorted.toReversed())
        expect(await walked(tx, team_id, 'newer', most)).toEqual(sorted)
      }
      for (const id of ids) expect((await findLog(tx, team_id, id))?.bodies).toEqual({ sent: null, answered: { id } })
      expect(await findLog(tx, other_team, ids[0]!)).toBeUndefined()
      expect(await walked(tx, other_team, 'older', 5)).toEqual([idAt(10_000, 99)])
    })
  })

  it('filters by path, method and status', async () => {
    const of = anId('searched')
    const some = [
      request(idAt(0), { path: '/emails', method: 'POST', status: 422 }),
      request(idAt(1), { path: '/emails/7', status: 404 }),
      request(idAt(2), { path: '/topics', status: 200 }),
    ]
    await database.unit(async tx => insertLogs(tx, of, some))
    const found = (meant: object) =>
      database.read(async tx => {
        const walk = { team_id: of, from_id: undefined, most: 9, onward: 'older' as const, meant }
        return (await searchLogs(tx, walk)).rows.map(({ path }) => path)
      })
    expect(await found({ path: '/emails' })).toEqual(['/emails/7', '/emails'])
    expect(await found({ path: '/emails/' })).toEqual(['/emails/7'])
    expect(await found({ status: 4 })).toEqual(['/emails/7', '/emails'])
    expect(await found({ status: 404, method: 'GET' })).toEqual(['/emails/7'])
    expect(await found({ method: 'PATCH' })).toEqual([])
  })

  it('removes expired entries of all teams', async () => {
    const [old_team, new_team] = [anId('old'), anId('new')]
    await database.unit(async tx => {
      insertLogs(tx, old_team, [request(idAt(-90_000_000))])
      insertLogs(tx, new_team, [request(idAt(-80_000_000))])
    })
    await database.unit(tx => removeOldLogs(tx, new Date(START_MS - 86_400_000)))
    await database.read(async tx => {
      expect(await walked(tx, old_team, 'older', 9)).toEqual([])
      expect(await walked(tx, new_team, 'older', 9)).toHaveLength(1)
    })
  })

  describe('in memory', () => {
    const now = (): Date => new Date(START_MS)
    const warnings: object[] = []
    const log = { warn: (what: object) => void warnings.push(what) }

    it('keeps most entries of a quiet team when another one fills the buffer, and logs how many are lost', async () => {
      const [busy, quiet] = [anId('busy'), anId('quiet')]
      const gate = Promise.withResolvers<void>()
      const slow = { unit: (async body => (await gate.promise, database.unit(body))) as Database['unit'] }
      const logs = new RequestLogs({ database: slow, now, log, keeps: true, bytes_max: 100 * LOG_ENTRY_BYTES })
      const note = (of: string): void =>
        logs.record(
          request(logs.newId(), { caller: { team_id: of, kind: 'api_key', id: anId('key') }, answered: undefined }),
        )
      for (let count = 0; count < 1000; count++) note(busy)
      for (let count = 0; count < 20; count++) note(quiet)
      gate.resolve()
      await logs.written()
      await database.read(async tx => {
        const busy_found = await searchLogs(tx, { team_id: busy, from_id: undefined, most: 500, onward: 'older' })
        expect([busy_found.rows.length, busy_found.not_kept]).toEqual([
          50,
          [{ at: '2026-11-20T12:00:00.000Z', count: 950 }],
        ])
        const quiet_found = await searchLogs(tx, { team_id: quiet, from_id: undefined, most: 500, onward: 'older' })
        expect([quiet_found.rows.length, quiet_found.not_kept]).toEqual([20, []])
      })
      expect(warnings).toEqual([{ dropped: 950 }])
      // the buffer has room again
      note(busy)
      await logs.written()
      expect(await database.read(tx => walked(tx, busy, 'older', 500))).toHaveLength(51)
    })

    it('logs how many were lost if they could not be written', async () => {
      const of = anId('lost')
      let fails = true
      const failing = {
        unit: (async body => {
          if (fails) throw new Error('It is full')
          return database.unit(body)
        }) as Database['unit'],
      }
      const logs = new RequestLogs({ database: failing, now, log, keeps: true })
      const note = (): void => logs.record(request(logs.newId(), { caller: { team_id: of, kind: 'api_key', id: of } }))
      note()
      note()
      await logs.written()
      fails = false
      await logs.written()
      note()
      await logs.written()
      const found = await database.read(tx =>
        searchLogs(tx, { team_id: of, from_id: undefined, most: 9, onward: 'older' }),
      )
      expect([found.rows.length, found.not_kept.map(({ count }) => count)]).toEqual([1, [2]])
    })

    it.each([
      ['while a write is in progress', () => false],
      ['when every second write fails', (unit: number) => unit % 2 === 1],
    ])('overwrites no entry %s', async (when, fails) => {
      const of = anId(when)
      const bodies = new Map<string, string>()
      let units = 0
      const unit = async (body: Parameters<Database['unit']>[0]): Promise<unknown> => {
        // more requests arrive while rows of this batch are still being built
        if (bodies.size < 4 * REQUESTS) noteMany()
        if (fails(units++)) throw new Error('It is full')
        return database.unit(body)
      }
      const logs = new RequestLogs({ database: { unit: unit as Database['unit'] }, now, log, keeps: true })
      const note = (): void => {
        const id = logs.newId()
        // hard to compress, so that a batch needs several transactions
        const body = randomBytes(BODY_MAX / 2 - 2).toString('hex')
        bodies.set(id, body)
        const sent = Buffer.from(JSON.stringify(body))
        logs.record(request(id, { caller: { team_id: of, kind: 'api_key', id: of }, sent }))
      }
      const noteMany = (): void => {
        for (let count = 0; count < REQUESTS; count++) note()
      }
      noteMany()
      while (bodies.size < 4 * REQUESTS) await logs.written()
      await logs.written()
      fails = () => false
      note()
      await logs.written()
      await database.read(async tx => {
        const { rows, not_kept } = await searchLogs(tx, {
          team_id: of,
          from_id: undefined,
          most: 1000,
          onward: 'older',
        })
        const lost = not_kept.reduce((sum, { count }) => sum + count, 0)
        const ids = new Set(rows.map(({ id }) => id))
        expect([units > 4, rows.length > REQUESTS, ids.size + lost]).toEqual([true, true, bodies.size])
        if (when.includes('progress')) expect(lost).toBe(0)
        else expect(lost).toBeGreaterThan(REQUESTS)
        for (const id of ids)
          expect((await findLog(tx, of, id))?.bodies).toEqual({ sent: bodies.get(id), answered: { id } })
      })
    })
  })
})

describe('blocks', () => {
  const fill = (blocks: LogBlocks): Buffer[] => {
    const sent = Buffer.from(JSON.stringify('x'.repeat(BODY_MAX - 2)))
    return Array.from({ length: 40 }, (_, at) => blocks.entryOf(request(idAt(0, at), { sent })).block)
  }

  it('are reused after they were returned', () => {
    const blocks = new LogBlocks()
    const first = new Set(fill(blocks))
    const full = blocks.takeFull()
    // the last block has room for more entries
    expect(full).toEqual([...first].slice(0, -1))
    const second = fill(blocks)
    expect(full.some(block => second.includes(block))).toBe(false)
    blocks.reuse(full)
    const third = fill(blocks)
    expect(full.every(block => third.includes(block))).toBe(true)
  })

  it('are released after a burst needed many', () => {
    const blocks = new LogBlocks()
    for (let count = 0; count < 10; count++) fill(blocks)
    const full = blocks.takeFull()
    blocks.reuse(full)
    const later = new Set(Array.from({ length: 10 }, () => fill(blocks)).flat())
    expect([full.length, full.filter(block => later.has(block)).length]).toEqual([39, 16])
  })
})

describe('rows', () => {
  const partsOf = (requests: CompletedRequest[], not_kept = 0): LogPart[] => [
    ...logPartsOf(team_id, logEntriesOf(requests), not_kept),
  ]

  it('are split if they would be too large or too long, or span too much time', () => {
    const body = Buffer.from(JSON.stringify('x'.repeat(BODY_MAX - 2)))
    const large = partsOf(
      Array.from({ length: 40 }, (_, at) => request(idAt(0, at), { sent: body })),
      3,
    )
    expect(large.map(({ count, not_kept }) => [count, not_kept])).toEqual([
      [16, 3],
      [16, 0],
      [8, 0],
    ])
    const many = partsOf(Array.from({ length: 1200 }, (_, at) => request(idAt(0, at))))
    expect(many.map(({ count }) => count)).toEqual([500, 500, 200])
    const spread = partsOf([0, PART_SPAN_MS - 1, PART_SPAN_MS].map(ms => request(idAt(ms))))
    expect(spread.map(({ count }) => count)).toEqual([2, 1])
    for (const { first_id, last_id } of [...large, ...many, ...spread])
      expect(timeFromId(last_id) - timeFromId(first_id)).toBeLessThan(PART_SPAN_MS)
  })

  it('stay within their size for long paths and user agents in which each character is escaped', () => {
    const long = { path: '/"'.repeat(8_000), user_agent: '"'.repeat(9_000) }
    const parts = partsOf(Array.from({ length: 500 }, (_, at) => request(idAt(0, at), long)))
    const lines = parts.flatMap(part => logLinesIn(part.lines))
    expect([lines.length, parts.length]).toEqual([500, 3])
    for (const { path, user_agent } of lines) expect([path.length, user_agent?.length]).toEqual([501, 300])
  })

  it('store a body up to a size, and mark larger ones', () => {
    const of = (length: number) => {
      const [part] = partsOf([request(idAt(0), { answered: { json: `"${'é'.repeat(length - 2)}"` } })])
      return logLinesIn(part!.lines)[0]!.answered
    }
    expect([of(BODY_MAX), of(BODY_MAX + 1)]).toEqual([2 * BODY_MAX - 2, 'too_large'])
  })
})
