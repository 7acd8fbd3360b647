// An import resumes where it stopped if the process dies at any point, abandoned files are removed, and other work runs
// between its pages.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  cancelImport,
  findImport,
  findUploadedColumns,
  OPEN_IMPORTS_MAX,
  removeAbandonedUploads,
  startImport,
  Uploads,
} from '../../src/audience/imports/actions.ts'
import type { ImportRecord } from '../../src/audience/imports/store.ts'
import * as imports from '../../src/audience/imports/jobs.ts'
import { type Queue, createQueue } from '../../src/base/queue/runner.ts'
import type { Work } from '../../src/base/queue/claimed-work.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { type Clock, clock } from '../support/clock.ts'
import { databases } from '../support/databases.ts'
import { anId } from '../support/ids.ts'
import { everyJob } from '../support/jobs.ts'

const log = pino({ level: 'silent' })
const count = (table: string) => statement<object, { count: number }>(knex => knex(table).count({ count: '*' }))
const [contacts, chunks, errors, rows, jobs] = [
  count('contacts'),
  count('contact_import_chunks'),
  count('contact_import_errors'),
  count('contact_imports'),
  count('jobs'),
]
const WANTED = { segment_ids: [], topics: new Map() }
/** A file of more than three pages, with an invalid address in each tenth row. */
const ROWS = 3000
const file = ['email,first_name', ...Array.from({ length: ROWS }, (_each, row) => addressOf(row))].join('\n')

function addressOf(row: number): string {
  return row % 10 === 9 ? 'nobody,X' : `person-${row}@example.com,Person ${row}`
}

/**
 * A file of two runs (of 512 kB) with addresses in random order. Each eighth address repeats in the second run, and some
 * rows have no valid address.
 */
const LARGE = largeFile()
const named = statement<{ team_id: string }, { email: string; first_name: string }>((knex, param) =>
  knex('contacts')
    .select('email', 'first_name')
    .where({ team_id: param('team_id') }),
)
const lineOf = statement<{ id: string }, { line: number }>((knex, param) =>
  knex('contact_import_errors')
    .select('line')
    .where({ import_id: param('id') })
    .orderBy('id'),
)

function largeFile() {
  const [people, again, failed] = [8000, 1000, 9]
  const [first, last, lines] = [new Map<string, string>(), new Map<string, string>(), [] as number[]]
  const rows = Array.from({ length: people + again }, (_each, row) => {
    const [email, name] = [`person-${((row % people) * 7919) % people}@example.com`, `Person ${row} ${'x'.repeat(70)}`]
    if (row < people) first.set(email, name)
    last.set(email, name)
    if (row % 1000 < 999) return `${email},${name}`
    // the line after it; the first row of the file is in line 2
    lines.push(row + lines.length + 3)
    return `${email},${name}\nnobody,X`
  })
  const counts = { status: 'completed', total: people + again + failed, created: people, failed }
  const text = ['email,first_name', ...rows].join('\n')
  expect(text.indexOf(rows[people]!)).toBeGreaterThan(524_288)
  return { text, first, last, lines, again, counts }
}

type Job = Work<'import_contacts'>

/** The job with another function that writes a page. */
function looking(work: Job, look: Job['writeAlone']): Job {
  const { payload, attempt, now } = work
  // private members are reachable only from methods of the original object
  const own = { read: work.read.bind(work), finish: work.finish.bind(work) }
  return Object.assign(Object.create(work), { ...own, payload, attempt, now, log, writeAlone: look }) as Job
}

async function* piecesOf(text: string, size = 10_000): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe.each(databases)('on %s', (_where, open) => {
  let database: Database
  let remove: () => Promise<void>
  let team_id: string
  let time: Clock
  let queue: Queue
  let uploads: Uploads

  beforeEach(async () => {
    ;({ database, remove } = await open())
    time = clock()
    uploads = new Uploads(database, time.now, 10_000_000)
    const admin = { email: 'a@example.com', password_hash: '' }
    team_id = (await database.unit(tx => addTeam(tx, { name: 'T', ...admin }, time.now()))).id
    queue = createQueue(database, { ...everyJob(), ...imports }, { now: time.now, log })
  })
  afterEach(async () => {
    await queue.stop()
    await database.close()
    await remove()
  })

  const counted = async (of: typeof contacts): Promise<number> => (await database.read(tx => tx.get(of, {})))!.count
  const begin = async (text = file, on_conflict: 'upsert' | 'skip' = 'upsert'): Promise<string> => {
    const id = await uploads.receive(team_id, piecesOf(text))
    await database.unit(tx => startImport({ tx, team_id, now: time.now() }, id, { ...WANTED, on_conflict }))
    return id
  }
  const rest = async (): Promise<void> => {
    await queue.idle()
    for (let turn = 0; turn < 5; turn++) {
      time.forward(3_600_000)
      await queue.idle()
    }
  }
  const seen = (id: string) => database.read(tx => findImport(tx, team_id, id))

  it.each([
    [1, 'before'],
    [1, 'inside'],
    [1, 'after'],
    [3, 'inside'],
    [3, 'after'],
  ])('applies each row once if the process dies at page %i, %s its transaction', async (page, moment) => {
    let pages = 0
    /** Dies once; the retry runs in a new process. */
    const dying = (work: Job): Promise<void> => {
      const look: typeof work.writeAlone = async body => {
        const isIt = ++pages === page
        if (isIt && moment === 'before') throw new Error('died')
        const value = await work.writeAlone(async tx => {
          const value = await body(tx)
          if (isIt && moment === 'inside') throw new Error('died')
          return value
        })
        if (isIt) throw new Error('died')
        return value
      }
      return imports.import_contacts(looking(work, look))
    }
    queue = createQueue(database, { ...everyJob(), ...imports, import_contacts: dying }, { now: time.now, log })
    await queue.start()
    const id = await begin()
    await rest()
    expect(pages).toBeGreaterThan(page)
    expect(await seen(id)).toMatchObject({
      status: 'completed',
      total: ROWS,
      created: ROWS * 0.9,
      updated: 0,
      failed: ROWS * 0.1,
    })
    expect([await counted(contacts), await counted(errors)]).toEqual([ROWS * 0.9, ROWS * 0.1])
    expect([await counted(chunks), await counted(jobs)]).toEqual([0, 0])
  })

  it.each<['upsert' | 'skip', number, string]>([
    ['upsert', 0, ''],
    ['upsert', 3, 'inside'],
    ['upsert', 3, 'after'],
    ['upsert', 9, 'after'],
    ['skip', 0, ''],
    ['skip', 9, 'after'],
  ])('applies runs of a large file once and in row order, with %s, dying at page %i %s', async (...of) => {
    const [on_conflict, page, moment] = of
    let pages = 0
    const dying = (work: Job): Promise<void> => {
      const look: typeof work.writeAlone = async body => {
        const isIt = ++pages === page
        const value = await work.writeAlone(async tx => {
          const value = await body(tx)
          if (isIt && moment === 'inside') throw new Error('died')
          return value
        })
        if (isIt) throw new Error('died')
        return value
      }
      // each page runs in a turn of its own
      return imports.import_contacts(looking(work, look), 0)
    }
    queue = createQueue(database, { ...everyJob(), ...imports, import_contacts: dying }, { now: time.now, log })
    await queue.start()
    const id = await begin(LARGE.text, on_conflict)
    await rest()
    expect(pages).toBeGreaterThan(10)
    const again = { [on_conflict === 'upsert' ? 'updated' : 'skipped']: LARGE.again }
    expect((await seen(id))!).toMatchObject({ ...LARGE.counts, ...again })
    const names = await database.read(tx => tx.all(named, { team_id }))
    const right = on_conflict === 'upsert' ? LARGE.last : LARGE.first
    expect(new Map(names.map(({ email, first_name }) => [email, first_name]))).toEqual(right)
    expect([await counted(errors), await counted(chunks), await counted(jobs)]).toEqual([LARGE.counts.failed, 0, 0])
    const lines = await database.read(tx => tx.all(lineOf, { id }))
    expect(lines.map(({ line }) => line)).toEqual(LARGE.lines)
  })

  it('creates one contact for an address in several concurrent imports', async () => {
    const other = createQueue(database, { ...everyJob(), ...imports }, { now: time.now, log })
    const people = Array.from({ length: 600 }, (_each, row) => `Person-${row}@example.com,Person ${row}`)
    const orders = [people, people.map(each => each.toLowerCase()).toReversed()]
    const ids = await Promise.all(orders.map(order => begin(['email,first_name', ...order].join('\n'))))
    await Promise.all([queue.start(), other.start()])
    try {
      await expect
        .poll(async () => (await Promise.all(ids.map(seen))).map(each => each!.status), { timeout: 60_000 })
        .toEqual(['completed', 'completed'])
    } finally {
      await other.stop()
    }
    const counts = (await Promise.all(ids.map(seen))).map(each => each!)
    const sum = (name: 'created' | 'updated') => counts.reduce((all, each) => all + each[name], 0)
    expect(counts.map(({ total, failed }) => [total, failed])).toEqual(ids.map(() => [600, 0]))
    expect([await counted(contacts), sum('created'), sum('updated')]).toEqual([600, 600, 600])
  })

  it('fails an import that cannot continue, with the last line it reached', async () => {
    const failing = async (work: Job): Promise<void> =>
      imports.import_contacts(looking(work, () => Promise.reject(new Error('no way'))))
    queue = createQueue(database, { ...everyJob(), ...imports, import_contacts: failing }, { now: time.now, log })
    await queue.start()
    const id = await begin()
    for (let turn = 0; turn < 10; turn++) {
      time.forward(3_600_000)
      await queue.idle()
    }
    expect(await seen(id)).toMatchObject({ status: 'failed', total: 1, failed: 1 })
    expect([await counted(errors), await counted(chunks), await counted(jobs)]).toEqual([1, 0, 0])
  })

  it('lets other transactions write between its pages', async () => {
    let pages = 0
    const waits: number[] = []
    const watched = (work: Job): Promise<void> =>
      imports.import_contacts(
        looking(work, <T>(body: (tx: Tx) => Promise<T>): Promise<T> => {
          pages++
          return work.writeAlone(body)
        }),
      )
    queue = createQueue(database, { ...everyJob(), ...imports, import_contacts: watched }, { now: time.now, log })
    await queue.start()
    const id = await begin(`email\n${Array.from({ length: 24_000 }, (_each, row) => `p${row}@example.com`).join('\n')}`)
    while ((await seen(id))!.completed_at === null) {
      const before = pages
      await database.unit(async tx => tx.get(rows, {}))
      waits.push(pages - before)
    }
    expect(pages).toBeGreaterThan(10)
    // another transaction waits for a few pages and not for the whole file
    expect(Math.max(...waits)).toBeLessThan(8)
  })

  it.each([
    [0, 0],
    [3, 3],
  ])('applies no row after it was canceled: after %i pages', async (pages_max, applied) => {
    let pages = 0
    let canceled: ImportRecord | undefined
    const canceling = (work: Job): Promise<void> =>
      imports.import_contacts(
        looking(work, async body => {
          // between two pages, with the second one already read
          if (pages === pages_max)
            canceled = await database.unit(tx => cancelImport({ tx, team_id, now: time.now() }, id))
          pages++
          return work.writeAlone(body)
        }),
      )
    queue = createQueue(database, { ...everyJob(), ...imports, import_contacts: canceling }, { now: time.now, log })
    const id = await begin(`email\n${Array.from({ length: 24_000 }, (_each, row) => `p${row}@example.com`).join('\n')}`)
    await queue.start()
    await rest()
    expect(pages).toBe(applied + 1)
    expect(canceled!.status).toBe('canceled')
    expect(await seen(id)).toEqual(canceled)
    const { created, total } = canceled!
    expect([total, created > 0, created < 24_000]).toEqual([created, applied > 0, true])
    expect([await counted(contacts), await counted(chunks), await counted(jobs)]).toEqual([created, 0, 0])
  })

  it('does not change a finished import when it is canceled, and finds no import of another team', async () => {
    await queue.start()
    const id = await begin('email\nada@example.com\n')
    await queue.idle()
    const over = await seen(id)
    expect(over!.status).toBe('completed')
    const cancel = (of: string) => database.unit(tx => cancelImport({ tx, team_id: of, now: time.now() }, id))
    expect(await cancel(team_id)).toEqual(over)
    const waiting = await begin('email\nbob@example.com\n')
    expect(
      await database.unit(tx => cancelImport({ tx, team_id: anId('other team'), now: time.now() }, waiting)),
    ).toBeUndefined()
    await queue.idle()
    expect((await seen(waiting))!.status).toBe('completed')
  })

  it('deletes an uploaded file after an hour if no import was created from it', async () => {
    await queue.start()
    const id = await uploads.receive(team_id, piecesOf(file))
    expect([await counted(rows), await counted(chunks)]).toEqual([1, 1])
    expect(await seen(id)).toBeUndefined()
    await database.unit(tx => removeAbandonedUploads(tx, time.now()))
    await queue.idle()
    expect(await counted(rows)).toBe(1)
    time.forward(3_600_000)
    await database.unit(tx => removeAbandonedUploads(tx, time.now()))
    await queue.idle()
    expect([await counted(rows), await counted(chunks), await counted(jobs)]).toEqual([0, 0, 0])
    await expect(database.unit(tx => startImport({ tx, team_id, now: time.now() }, id, WANTED))).rejects.toThrow(
      'Send the file again',
    )
  })

  it('stores nothing of a file that is incomplete, too large or not text', async () => {
    await queue.start()
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(600_000, 'email\n')
      throw new Error('gone')
    }
    await expect(uploads.receive(team_id, breaking())).rejects.toThrow('gone')
    const small = new Uploads(database, time.now, 300_000)
    await expect(small.receive(team_id, piecesOf(`email\n${'x@y.example\n'.repeat(40_000)}`))).rejects.toThrow(
      'too large',
    )
    await expect(uploads.receive(team_id, piecesOf('email\n\0\n'.repeat(9)))).resolves.toBeTruthy()
    await queue.idle()
    expect([await counted(rows), await counted(chunks)]).toEqual([1, 1])
  })

  it('replaces the oldest unused file of a team at its limit, and no import that was started', async () => {
    const ids: string[] = []
    for (let each = 0; each < OPEN_IMPORTS_MAX; each++) ids.push(await uploads.receive(team_id, piecesOf('email\n')))
    const started = ids.shift()!
    const start = (id: string) => database.unit(tx => startImport({ tx, team_id, now: time.now() }, id, WANTED))
    await start(started)
    const columnsOf = (id: string) => database.read(tx => findUploadedColumns(tx, team_id, id))
    const newest = await uploads.receive(team_id, piecesOf('email\n'))
    expect(await Promise.all([...ids, newest].map(columnsOf))).toEqual([
      undefined,
      ...Array.from({ length: OPEN_IMPORTS_MAX - 1 }, () => ['email']),
    ])
    for (const id of [...ids.slice(1), newest]) await start(id)
    await expect(uploads.receive(team_id, piecesOf('email\n'))).rejects.toThrow(`At most ${OPEN_IMPORTS_MAX} imports`)
  })
})
