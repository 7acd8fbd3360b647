// A clock that is set back: no queued job waits until the old time is reached again, and nothing is done twice. Runs a
// whole server whose clock the test sets.
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation, runsOf } from '../support/automations.ts'
import { chain, delay, mail, trigger, wait, way } from '../automations/rules/support.ts'
import { type Clock, clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { mailSink } from '../support/mail-sink.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const HOUR_MS = 3_600_000

const KEY = 're_clock_test_key_0123456789'

let folder: string
let server: TestServer
let time: Clock

beforeEach(() => {
  folder = temporaryFolder()
  time = clock()
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string> = {}): Promise<void> {
  const started = await startServer({ DATA_DIR: folder, BOOTSTRAP_API_KEY: KEY, ...env }, { now: time.now })
  server = { ...started, call: (method, at, ask = {}) => started.call(method, at, { key: KEY, ...ask }) }
}

const call: TestServer['call'] = (...asked) => server.call(...asked)

describe('a clock set back by two hours', () => {
  it.each([false, true])('does not delay emails; with a restart: %s', async restarted => {
    // each is refused temporarily the first time
    const seen = new Set<string>()
    const sink = await mailSink({
      message: ({ raw }) => {
        const subject = /^Subject: (.*)$/m.exec(raw)![1]!
        if (seen.has(subject)) return undefined
        seen.add(subject)
        return { code: 451, words: 'Later' }
      },
    })
    const env = { SMTP_URL: sink.url }
    try {
      await start(env)
      const MANY = 100
      for (let number = 0; number < MANY; number++) {
        await call('POST', '/emails', { body: anEmailBody({ subject: `Mail ${number}` }) })
      }
      const count = async (event: string): Promise<number> => {
        const { body } = await call('GET', '/emails?limit=100')
        return body.data.filter(({ last_event }: { last_event: string }) => last_event === event).length
      }
      await expect.poll(() => count('delivery_delayed')).toBe(MANY)
      if (restarted) await server.stop()
      time.back(2 * HOUR_MS)
      if (restarted) await start(env)
      // time passes: the second attempt is some seconds after the first
      const delivered = (): Promise<number> => {
        time.forward(2000)
        return count('delivered')
      }
      await expect.poll(delivered).toBe(MANY)
      expect(sink.messages).toHaveLength(MANY)
    } finally {
      await sink.close()
    }
  })

  it.each([
    ['a delay', chain(trigger(), delay('pause', '30 seconds'), mail('nudge'))],
    [
      'a wait for an event, with its timeout',
      {
        steps: [trigger(), wait('answer', { timeout: '30 seconds' }), mail('nudge')],
        connections: [way('start', 'answer'), way('answer', 'nudge', 'timeout')],
      },
    ],
  ])('does not extend %s', async (_, graph) => {
    await start()
    await aPublishedTemplate(server)
    const automation = await anAutomation(server, graph)
    await call('PATCH', `/automations/${automation}`, { body: { status: 'enabled' } })
    await call('POST', '/events/send', { body: { event: 'trial.started', email: 'ana@example.com' } })
    await server.queue.idle()
    const status = async (): Promise<string> => {
      await server.queue.idle()
      return (await runsOf(server, automation))[0]!.status
    }
    expect(await status()).toBe('running')
    time.back(2 * HOUR_MS)
    expect(await status()).toBe('running')
    time.forward(29_000)
    expect(await status()).toBe('running')
    time.forward(1000)
    await expect.poll(status).toBe('completed')
    expect((await call('GET', '/emails')).body.data).toHaveLength(1)
  })
})
