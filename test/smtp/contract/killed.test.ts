// A report that arrives while the process dies: the sending server receives no reply and sends it again, and it counts
// once.
import { spawn } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { RETURN_PATHS, ReturnPaths } from '../../../src/mail/bounces/return-path.ts'
import { findEmailToDeliver } from '../../../src/mail/emails/actions.ts'
import { listEmailEvents } from '../../../src/mail/emails/store.ts'
import type { RecipientState } from '../../../src/mail/emails/events.ts'
import { serverSecret } from '../../../src/base/store/server-secret.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { subscribers } from '../../../src/app/subscribers.ts'
import { clock } from '../../support/clock.ts'
import { databases } from '../../support/databases.ts'
import { openDeliveries } from '../../support/deliveries.ts'
import { mailSink } from '../../support/mail-sink.ts'
import { dsn, failed } from '../../support/reports.ts'
import { deliverMessage } from '../../support/smtp-talk.ts'

const DOOR = fileURLToPath(new URL('../../support/dying-listener.ts', import.meta.url))
const ANA = 'ana@example.net'

describe.each(databases)('the SMTP server for return paths on %s', (_, open) => {
  let url: string
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    await opened.database.close()
    url = opened.url
    closing.push(opened.remove)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** Opens the database only while no other process has it open, as SQLite requires. */
  async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase(url)
    database.subscribers = subscribers
    try {
      return await use(database)
    } finally {
      await database.close()
    }
  }

  /** Sends an email; returns its id and the return path for its reports. */
  function delivered(): Promise<{ id: string; path: string }> {
    return withDatabase(async database => {
      const sink = await mailSink()
      const on = await openDeliveries(database)
      const queue = await on.sendingTo(sink.url)
      const id = await on.send({ to: ANA })
      await queue.idle()
      await on.close()
      await sink.close()
      const secret = await database.unit(tx => serverSecret(tx, RETURN_PATHS, on.time.now()))
      return { id, path: new ReturnPaths(secret).returnPathOf(id, 'send.example.org', ANA) }
    })
  }

  function find(email_id: string): Promise<{ recipients: readonly RecipientState[]; events: string[] }> {
    return withDatabase(database =>
      database.read(async tx => {
        const { team_id, recipients } = (await findEmailToDeliver(tx, { email_id }))!
        const events = await listEmailEvents(tx, { team_id, email_id })
        return { recipients, events: events.map(({ type }) => type) }
      }),
    )
  }

  async function aDoor(
    DIES?: 'before' | 'after',
  ): Promise<{ port: number; end: () => Promise<void>; ended: Promise<unknown> }> {
    const child = spawn(process.execPath, [DOOR], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: url,
        NOW: clock().now().toISOString(),
        ...(DIES && { DIES }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise(resolve => child.once('exit', (_code, signal) => resolve(signal)))
    const end = async (): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    }
    closing.push(end)
    let text = ''
    for await (const part of child.stdout) {
      text += String(part)
      const port = /^listens (\d+)\n/.exec(text)?.[1]
      if (port !== undefined) return { port: Number(port), ended, end }
    }
    throw new Error('The door was not opened')
  }

  it.each([
    ['before', ['delivered']],
    ['after', ['delivered', 'bounced']],
  ] as const)('that dies %s the commit sends no reply, and the repeated report counts once', async (dies, known) => {
    const { id, path } = await delivered()
    const report = dsn([failed(ANA)])
    const dying = await aDoor(dies)
    expect(await deliverMessage(dying.port, path, report)).toBe('closed')
    expect(await dying.ended).toBe('SIGKILL')
    expect((await find(id)).events).toEqual(known)
    const next = await aDoor()
    expect(await deliverMessage(next.port, path, report)).toMatch(/^250 /)
    await next.end()
    const { events, recipients } = await find(id)
    expect(events).toEqual(['delivered', 'bounced'])
    expect(recipients).toMatchObject([{ address: ANA, status: 'bounced' }])
  })
})
