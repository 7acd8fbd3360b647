// An SMTP server that is killed (kill -9) while emails arrive: every email answered with 250 is stored, for the next
// process to parse.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { subscribers } from '../../../src/app/subscribers.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'
import { aReceivingDomain } from '../../support/receiving.ts'
import { deliverMessage } from '../../support/smtp-talk.ts'

const DOOR = fileURLToPath(new URL('../../support/receiving-listener.ts', import.meta.url))
const arrived = statement<object, { id: string; bytes: number; stored: number; jobs: number }>(knex =>
  knex('received_arrivals').select('id', 'bytes', {
    stored: knex('blob_chunks')
      .sum(knex.raw('length(data)'))
      .whereRaw('blob_chunks.blob_id = received_arrivals.raw_blob_id'),
    jobs: knex('jobs').count('*').whereRaw("jobs.kind like 'read_received%'"),
  }),
)

describe.each(databases)('an SMTP server that is killed on %s', (_, open) => {
  let url: string
  const closing: (() => unknown)[] = []

  async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(url)
    database.subscribers = subscribers
    try {
      return await use(database)
    } finally {
      await database.close()
    }
  }

  beforeEach(async () => {
    const opened = await open()
    closing.push(opened.remove)
    const { database } = opened
    const made = { name: 'one', email: 'one@example.com', password_hash: '' }
    const { id } = await database.unit(tx => addTeam(tx, made, new Date()))
    await aReceivingDomain(database, id, 'rx.example.org', new Date())
    await database.close()
    url = opened.url
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aDoor(EARLY?: string): Promise<{ port: number; kill: () => Promise<void> }> {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, ...(EARLY && { EARLY }) }
    const child = spawn(process.execPath, [DOOR], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise(resolve => child.once('exit', resolve))
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    }
    closing.push(kill)
    let text = ''
    for await (const part of child.stdout) {
      text += String(part)
      const port = /^listens (\d+)\n/.exec(text)?.[1]
      if (port !== undefined) return { port: Number(port), kill }
    }
    throw new Error('The door was not opened')
  }

  const mail = (size: number): string => `Subject: x\r\n\r\n${`${'a'.repeat(78)}\r\n`.repeat(Math.ceil(size / 80))}`
  const SIZES = [100, 1_000, 300_000, 1_500_000]

  /** Kills the server after the first replies; returns the ids of the accepted emails. */
  async function answered(port: number, kill: () => Promise<void>): Promise<string[]> {
    const ids: string[] = []
    const sending = Array.from({ length: 8 }, async (_each, index) => {
      for (let round = 0; ; round++) {
        const reply = await deliverMessage(
          port,
          'in@rx.example.org',
          mail(SIZES[(index + round) % SIZES.length]!),
        ).catch(() => '')
        if (!reply.startsWith('250')) return
        ids.push(reply.split(' ').at(-1)!)
        if (ids.length === 6) void kill()
      }
    })
    await Promise.all(sending)
    await kill()
    return ids
  }

  const there = () => withDatabase(database => database.read(tx => tx.all(arrived, {})))

  it('has stored all accepted emails completely, with a job for each', async () => {
    const { port, kill } = await aDoor()
    const ids = await answered(port, kill)
    expect(ids.length).toBeGreaterThanOrEqual(6)
    const rows = await there()
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    for (const { bytes, stored, jobs } of rows) {
      expect(`${stored}`).toBe(`${bytes}`)
      expect(`${jobs}`).toBe(`${rows.length}`)
    }
  })

  it('that replied before storing would lose emails, which this test detects', async () => {
    const { port, kill } = await aDoor('yes')
    const ids = await answered(port, kill)
    expect(ids.length).toBeGreaterThanOrEqual(6)
    expect(await there()).toEqual([])
  })
})
