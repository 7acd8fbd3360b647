// Several processes run the jobs of one database: each job once, the jobs of a dead process are taken over soon, and
// nothing is left behind. Most workers are connections in this process; some are processes.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import type { JobKind } from '../../../src/base/queue/kinds.ts'
import { type JobHandlers, type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import { remoteQueue } from '../../../src/base/queue/remote-queue.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { COMPILED } from '../../support/compiled.ts'
import { everyJob } from '../../support/jobs.ts'
import { cuttingProxy } from '../../support/postgres/cutting-proxy.ts'
import { listDone, createDoneTable, writeDone } from '../../support/postgres/done.ts'
import { type NewDatabase, newDatabase } from '../../support/postgres/new-database.ts'

const log = pino({ level: 'silent' })
/** Long enough for the five seconds after which a worker counts as dead, plus the delays of a busy machine. */
const HOUR_MS = 3_600_000
const team_id = randomUUIDv7()

let opened: NewDatabase
let operator: Client
const closing: (() => unknown)[] = []

beforeEach(async () => {
  opened = await newDatabase()
  operator = new Client({ connectionString: opened.url })
  operator.on('error', () => {})
  await operator.connect()
  await createDoneTable(operator)
  closing.push(
    () => opened.drop(),
    () => operator.end(),
  )
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function anOpening(url = opened.url): Promise<Database> {
  const database = await openDatabase(url)
  closing.push(() => database.close())
  return database
}

interface Worker {
  database: Database
  queue: Queue
}

interface Around {
  now?: () => Date
  concurrency?: Partial<Record<JobKind, number>>
  url?: string
}

async function aWorker(
  handlers: Partial<JobHandlers>,
  { now = () => new Date(), concurrency = {}, url = opened.url }: Around = {},
): Promise<Worker> {
  const database = await anOpening(url)
  const queue = createQueue(database, { ...everyJob(), ...handlers }, { now, log, concurrency })
  closing.push(() => queue.stop())
  await queue.start()
  return { database, queue }
}

/** A connection to the database that can be cut. */
async function aWay(): Promise<{ url: string; cut: () => Promise<void> }> {
  const proxy = await cuttingProxy(opened.url)
  let is_cut = false
  const cut = async (): Promise<void> => {
    if (!is_cut) await proxy.close()
    is_cut = true
  }
  closing.push(cut)
  return { url: proxy.through(opened.url), cut }
}

type Advance = (work: Work<'advance_run'>) => Promise<void>

const writing =
  (name: string): Advance =>
  work =>
    work.finish(async tx => writeDone(tx, work.payload.run_id, name))

async function put(database: Database, run_ids: string[], run_at?: Date): Promise<void> {
  await database.unit(async tx => {
    for (const run_id of run_ids) await enqueue(tx, 'advance_run', { team_id, run_id, turn: 0 }, new Date(), run_at)
  })
}
const done = (): Promise<{ job: string; worker: string }[]> => listDone(operator)
const rowsOf = async (sql: string): Promise<object[]> => (await operator.query(sql)).rows
const jobs = (): Promise<object[]> => rowsOf('select * from jobs')

describe('many jobs', () => {
  it('run once each on three workers that claim at the same time', async () => {
    const first = await anOpening()
    const ids = Array.from({ length: 3000 }, (_, index) => `job-${String(index).padStart(4, '0')}`)
    await put(first, ids)
    for (const name of ['one', 'two', 'three']) await aWorker({ advance_run: writing(name) })
    await expect.poll(jobs).toEqual([])
    const all = await done()
    expect(all.map(({ job }) => job)).toEqual(ids)
    expect(new Set(all.map(({ worker }) => worker)).size).toBe(3)
  })
})

describe('a worker', () => {
  it('does not touch running jobs of others when it starts', async () => {
    const held = Promise.withResolvers<void>()
    const first = await aWorker({
      advance_run: async work => {
        await held.promise
        await writing('first')(work)
      },
    })
    await put(first.database, ['a'])
    await expect.poll(() => first.queue.inHand().advance_run).toBe(1)
    const second = await aWorker({ advance_run: writing('second') })
    await second.queue.idle()
    expect(await jobs()).toMatchObject([{ attempts: 1, run_at: null }])
    held.resolve()
    await first.queue.idle()
    expect(await done()).toEqual([{ job: 'a', worker: 'first' }])
  })

  it('is registered while it runs, and not after it has stopped', async () => {
    const first = await aWorker({})
    const second = await aWorker({})
    const web = await anOpening()
    const elsewhere = remoteQueue(web, { now: () => new Date(), log })
    closing.push(() => elsewhere.stop())
    await elsewhere.start()
    await expect.poll(() => [first, second].map(({ queue }) => queue.workers())).toEqual([2, 2])
    expect(await rowsOf('select roles from workers order by roles')).toEqual([
      { roles: 'web' },
      { roles: 'web,worker' },
      { roles: 'web,worker' },
    ])
    await second.queue.stop()
    await expect.poll(() => [first.queue.workers(), elsewhere.workers()]).toEqual([1, 1])
    expect(await rowsOf('select 1 from workers')).toHaveLength(2)
  })

  it('loses its jobs when its heartbeats stop, and can write nothing after that', async () => {
    const held = Promise.withResolvers<void>()
    let late: unknown
    const { url, cut } = await aWay()
    const advance_run: Advance = async work => {
      await held.promise
      await writing('first')(work).catch((error: unknown) => {
        late = error
        throw error
      })
    }
    const first = await aWorker({ advance_run }, { url })
    await put(first.database, ['a', 'b'])
    await expect.poll(() => first.queue.inHand().advance_run).toBe(2)
    const second = await aWorker({ advance_run: writing('second') })
    await cut()
    await expect.poll(done).toEqual([
      { job: 'a', worker: 'second' },
      { job: 'b', worker: 'second' },
    ])
    held.resolve()
    await expect.poll(() => late).toBeInstanceOf(Error)
    expect([await jobs(), second.queue.workers()]).toEqual([[], 1])
  })

  it('releases the jobs that it could not finish while the database was down, as soon as that is back', async () => {
    const away = async (is_away: boolean): Promise<void> => {
      const server = new Client({ connectionString: opened.url.replace(/[^/]+$/, 'postgres') })
      await server.connect()
      const name = new URL(opened.url).pathname.slice(1)
      await server.query(`alter database ${name} allow_connections ${!is_away}`)
      if (is_away)
        await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      await server.end()
    }
    let tries = 0
    const worker = await aWorker({
      advance_run: async work => {
        if (++tries === 1) await away(true)
        await writing('it')(work)
      },
    })
    await put(worker.database, ['a'])
    await expect.poll(() => worker.queue.inHand().advance_run === 0 && tries).toBe(1)
    await away(false)
    closing.pop()
    await worker.queue.idle().catch(() => {})
    await operator.end().catch(() => {})
    operator = new Client({ connectionString: opened.url })
    await operator.connect()
    closing.push(
      () => operator.end(),
      () => worker.queue.stop(),
    )
    await expect.poll(done).toEqual([{ job: 'a', worker: 'it' }])
    expect(await jobs()).toEqual([])
    // and it does not retry all the time
    expect(tries).toBeLessThan(6)
  })

  it('does not wait for a process that hangs in a write: the jobs of others are taken over', async () => {
    const first = await anOpening()
    await put(first, ['a', 'b', 'c'])
    await operator.query(`update jobs set owner = 'nobody', run_at = null, token = 1, attempts = 1`)
    const still = new Client({ connectionString: opened.url })
    await still.connect()
    await still.query('begin')
    await still.query(`select 1 from jobs where payload like '%"b"%' for update`)
    const worker = await aWorker({ advance_run: writing('it') })
    await expect.poll(done).toEqual([
      { job: 'a', worker: 'it' },
      { job: 'c', worker: 'it' },
    ])
    await still.end()
    await expect.poll(async () => (await done()).length).toBe(3)
    expect([await jobs(), worker.queue.workers()]).toEqual([[], 1])
  })

  it('sends heartbeats while all its units are blocked', async () => {
    const worker = await aWorker({ advance_run: writing('it') })
    const still = new Client({ connectionString: opened.url })
    await still.connect()
    await still.query('begin')
    // no process can write a job
    await still.query('lock table jobs in exclusive mode')
    const waiting = Promise.allSettled(Array.from({ length: 40 }, (_, index) => put(worker.database, [`job-${index}`])))
    const seen = async (): Promise<string> =>
      ((await rowsOf('select seen_at::text from workers')) as { seen_at: string }[])[0]!.seen_at
    const before = await seen()
    await expect.poll(seen).not.toBe(before)
    const after = await seen()
    await expect.poll(seen).not.toBe(after)
    await still.end()
    await waiting
    await expect.poll(async () => (await done()).length).toBe(40)
  })

  it('takes over jobs of an unregistered worker', async () => {
    const first = await anOpening()
    await put(first, ['a'])
    await operator.query(`update jobs set owner = 'nobody', run_at = null, token = 1, attempts = 1`)
    await aWorker({ advance_run: writing('it') })
    await expect.poll(done).toEqual([{ job: 'a', worker: 'it' }])
  })
})

describe('a process that runs jobs', () => {
  interface Child {
    child: ChildProcessByStdio<Writable, Readable, null>
    said: () => string[]
  }

  async function aProcess(name: string): Promise<Child> {
    const script = path.resolve('test/support/postgres/worker.ts')
    const child = spawn(process.execPath, [script, opened.url, name], {
      env: { PATH: process.env.PATH, ...COMPILED },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    closing.push(() => child.kill('SIGKILL'))
    let text = ''
    child.stdout.on('data', (part: Buffer) => (text += part.toString()))
    const said = (): string[] => text.split('\n').filter(line => line !== '')
    await expect.poll(said).toContain('ready')
    return { child, said }
  }

  it('may be killed: another one runs its jobs within seconds', async () => {
    const web = await anOpening()
    const { child, said } = await aProcess('killed')
    await put(web, ['a'])
    await expect.poll(said).toContain('claimed a')
    const other = await aWorker({ advance_run: writing('other') })
    await other.queue.idle()
    child.kill('SIGKILL')
    await expect.poll(done).toEqual([{ job: 'a', worker: 'other' }])
    expect(await jobs()).toEqual([])
  })

  it('may sleep: its late writes are rejected, and then it continues', async () => {
    const web = await anOpening()
    const { child, said } = await aProcess('asleep')
    await put(web, ['a'])
    await expect.poll(said).toContain('claimed a')
    const other = await aWorker({ advance_run: writing('other') })
    child.kill('SIGSTOP')
    await expect.poll(done).toEqual([{ job: 'a', worker: 'other' }])
    child.stdin.write('finish\n')
    child.kill('SIGCONT')
    await expect.poll(said).toContain('refused a')
    await other.queue.stop()
    await put(web, ['b'])
    await expect.poll(said).toContain('wrote b')
    expect(await done()).toEqual([
      { job: 'a', worker: 'other' },
      { job: 'b', worker: 'asleep' },
    ])
  })
})

describe('jobs that were set aside', () => {
  it('run on another worker after the one that set them aside has stopped', async () => {
    const slow = (index: number): string => `slow-${String(index).padStart(2, '0')}`
    const held = Promise.withResolvers<void>()
    const second = await aWorker(
      {
        deliver_email: async work => {
          if (work.payload.destination === 'hangs') await held.promise
          await work.finish(async tx => writeDone(tx, work.payload.email_id, 'second'))
        },
      },
      { concurrency: { deliver_email: 1 } },
    )
    const send = (email_id: string, destination: string): Promise<void> =>
      second.database.unit(tx => enqueue(tx, 'deliver_email', { team_id, email_id, destination }, new Date()))
    // it has no capacity for anything else, and so sets nothing aside itself
    await send('first', 'hangs')
    await expect.poll(() => second.queue.inHand().deliver_email).toBe(1)
    const { url, cut } = await aWay()
    await aWorker({ deliver_email: () => held.promise }, { concurrency: { deliver_email: 4 }, url })
    for (let index = 0; index < 20; index++) await send(slow(index), 'slow.example')
    await expect.poll(() => rowsOf(`select 1 from jobs where kind like '%@%'`)).toHaveLength(19)
    await cut()
    held.resolve()
    await expect.poll(jobs).toEqual([])
    const expected = ['first', ...Array.from({ length: 20 }, (_, index) => slow(index))]
    expect((await done()).map(({ job }) => job)).toEqual(expected)
  })

  it('stay shared: a destination that hangs does not block others in any of the processes', async () => {
    const held = Promise.withResolvers<void>()
    const deliver_email: JobHandlers['deliver_email'] = async work => {
      if (work.payload.destination === 'slow.example') await held.promise
      await work.finish(async tx => writeDone(tx, work.payload.email_id, ''))
    }
    const room = { concurrency: { deliver_email: 6 } }
    const workers = [await aWorker({ deliver_email }, room), await aWorker({ deliver_email }, room)]
    const { database } = workers[0]!
    await database.unit(async tx => {
      for (let index = 0; index < 300; index++) {
        await enqueue(
          tx,
          'deliver_email',
          { team_id, email_id: `slow-${index}`, destination: 'slow.example' },
          new Date(),
        )
      }
    })
    await database.unit(async tx => {
      for (let index = 0; index < 60; index++) {
        await enqueue(
          tx,
          'deliver_email',
          { team_id, email_id: `quick-${index}`, destination: 'quick.example' },
          new Date(),
        )
      }
    })
    await expect.poll(async () => (await done()).length).toBe(60)
    expect((await done()).filter(({ job }) => job.startsWith('slow'))).toEqual([])
    // the jobs that were set aside used no attempt, and their due time is unchanged
    const aside = await rowsOf(
      `select distinct attempts, owner, run_at = created_at as due from jobs where kind like '%@%'`,
    )
    expect(aside).toEqual([{ attempts: 0, owner: null, due: true }])
    held.resolve()
    await expect.poll(jobs).toEqual([])
    expect(new Set((await done()).map(({ job }) => job)).size).toBe(360)
    expect(await done()).toHaveLength(360)
  })
})

describe('the clocks of several machines', () => {
  it('may differ by a few seconds: no process corrects the times of another', async () => {
    const ahead = (): Date => new Date(Date.now() + 5000)
    const first = await aWorker({}, { now: ahead })
    const run_at = new Date(Date.now() + HOUR_MS)
    await first.database.unit(tx => enqueue(tx, 'advance_run', { team_id, run_id: 'a', turn: 0 }, ahead(), run_at))
    const second = await aWorker({})
    await second.queue.idle()
    await first.queue.idle()
    expect(await jobs()).toMatchObject([{ run_at: run_at.toISOString(), set_at: null }])
  })

  it('are corrected once if one was hours ahead', async () => {
    const web = await anOpening()
    const wrong = new Date(Date.now() + 2 * HOUR_MS)
    await web.unit(tx => enqueue(tx, 'advance_run', { team_id, run_id: 'a', turn: 0 }, wrong))
    await Promise.all([aWorker({ advance_run: writing('') }), aWorker({ advance_run: writing('') })])
    await expect.poll(done).toEqual([{ job: 'a', worker: '' }])
  })
})

describe('a new job', () => {
  const hearing = (database: Database): string[] => {
    const heard: string[] = []
    const { onWake } = database
    database.onWake = (kinds, from) => {
      for (const kind of kinds) heard.push(`${kind} from ${from}`)
      onWake(kinds, from)
    }
    return heard
  }

  it('of a process that runs none wakes the processes that do', async () => {
    const web = await anOpening()
    const elsewhere = remoteQueue(web, { now: () => new Date(), log })
    closing.push(() => elsewhere.stop())
    await elsewhere.start()
    const worker = await aWorker({ advance_run: writing('it') })
    const heard = hearing(worker.database)
    await expect
      .poll(async () => {
        await put(web, [randomUUIDv7()])
        return heard
      })
      .toContain('advance_run from others')
    await worker.queue.idle()
    expect(await jobs()).toEqual([])
  })

  it('of a process without capacity for it wakes those that may have some', async () => {
    const held = Promise.withResolvers<void>()
    const full = await aWorker({ advance_run: () => held.promise }, { concurrency: { advance_run: 1 } })
    await put(full.database, ['first'])
    await expect.poll(() => full.queue.inHand().advance_run).toBe(1)
    const other = await aWorker({ advance_run: writing('other') })
    const heard = hearing(other.database)
    await expect
      .poll(async () => {
        await put(full.database, [randomUUIDv7()])
        return heard
      })
      .toContain('advance_run from others')
    held.resolve()
  })

  it('of a process that runs it itself wakes no other process', async () => {
    const self = await aWorker({ advance_run: writing('self') })
    const heard = hearing((await aWorker({})).database)
    for (let index = 0; index < 5; index++) {
      await put(self.database, [randomUUIDv7()])
      await self.queue.idle()
    }
    await put(self.database, [randomUUIDv7()])
    await expect.poll(jobs).toEqual([])
    expect(heard).toEqual([])
  })
})
