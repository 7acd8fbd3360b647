// The state of the configured mail server in the log, on /readyz and in the dashboard.
import { afterEach, describe, expect, it } from 'vitest'
import { anEmailBody } from '../../support/emails.ts'
import { type MailSink, type SinkOptions, mailSink } from '../../support/mail-sink.ts'
import { aPerson } from '../../support/pages.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aServer(SMTP_URL: string): Promise<TestServer> {
  const server = await startServer({ SMTP_URL, STOP_SECONDS: '1' })
  closing.push(() => server.stop())
  return server
}

async function aSink(options: SinkOptions = {}): Promise<MailSink> {
  const sink = await mailSink(options)
  closing.push(() => sink.close())
  return sink
}

const readiness = async ({ call }: TestServer): Promise<unknown> => {
  const { status, body } = await call('GET', '/readyz')
  return [status, body.relay]
}
const at = expect.stringMatching(/^\d{4}-/)

async function notice(server: TestServer): Promise<string> {
  const person = aPerson(server)
  await person.logIn()
  return (await person.get('/mailbox')).text
}

describe('a relay', () => {
  it('is reported as up when it is reachable', async () => {
    const sink = await aSink()
    const server = await aServer(sink.url)
    await expect.poll(() => readiness(server)).toEqual([200, { state: 'up', code: null, at }])
    expect(server.logged()).toContain('relay reachable')
    expect(await notice(server)).toContain(`The mail server 127.0.0.1:${sink.port} is reachable.`)
    expect(sink.messages).toEqual([])
  })

  it('is reported with the reason when it is down, and the server stays ready', async () => {
    const port = await freePort()
    const server = await aServer(`smtp://127.0.0.1:${port}`)
    await expect.poll(() => readiness(server)).toEqual([200, { state: 'down', code: null, at }])
    expect(server.logged()).toContain('relay unreachable')
    const page = await notice(server)
    expect(page).toContain(
      `Can’t reach the mail server 127.0.0.1:${port}. Emails are queued. Last attempt <time datetime=`,
    )
    expect(page).toContain('ECONNREFUSED')
  })

  it('is reported with its own reply when it rejects the login, without the password', async () => {
    const sink = await aSink({ login: { user: 'relay', password: 'hunter2-right' } })
    const server = await aServer(sink.url.replace('right', 'wrong'))
    await expect.poll(() => readiness(server)).toEqual([200, { state: 'down', code: 535, at }])
    expect(await notice(server)).toContain('Wrong user or password')
    expect(server.logged()).toContain('535 Wrong user or password')
    expect(server.logged() + (await notice(server))).not.toContain('hunter2')
  })

  it('is down after a connection error, but not after the refusal of a recipient', async () => {
    let answer: 'reset' | { code: number; words: string } = { code: 550, words: 'No such user' }
    const sink = await aSink({ recipient: () => answer })
    const server = await aServer(sink.url)
    await expect.poll(() => readiness(server)).toMatchObject([200, { state: 'up' }])
    const send = (to: string): Promise<unknown> => server.call('POST', '/emails', { body: anEmailBody({ to }) })
    await send('nobody@example.net')
    await server.queue.idle()
    expect(await readiness(server)).toMatchObject([200, { state: 'up' }])
    answer = 'reset'
    await send('somebody@example.net')
    await expect.poll(() => readiness(server)).toMatchObject([200, { state: 'down' }])
  })

  it('is logged once with the number of queued emails when it goes down, and once when it is back', async () => {
    const port = await freePort()
    const sink = await aSink({ port })
    const server = await aServer(`smtp://127.0.0.1:${port}`)
    const told = (words: string): Record<string, unknown>[] =>
      server
        .logged()
        .split('\n')
        .filter(line => line.includes(words))
        .map(line => JSON.parse(line))
    const send = (to: string): Promise<unknown> => server.call('POST', '/emails', { body: anEmailBody({ to }) })
    await expect.poll(() => told('relay reachable')).toHaveLength(1)
    await sink.close()
    for (const name of ['ada', 'grace', 'edith']) await send(`${name}@example.net`)
    await expect.poll(() => told('relay unreachable')).toHaveLength(1)
    const [down] = told('relay unreachable')
    expect(down).toMatchObject({ relay: 'main', host: `127.0.0.1:${port}`, words: expect.stringContaining('ECONN') })
    expect(down!.waiting).toBeGreaterThanOrEqual(1)
    const back = await aSink({ port })
    await send('alan@example.net')
    await back.received(1)
    await expect.poll(() => told('relay recovered')).toHaveLength(1)
    expect(told('relay recovered')[0]).toMatchObject({ relay: 'main', host: `127.0.0.1:${port}` })
    expect(told('relay unreachable')).toHaveLength(1)
  })

  it('is not reported when none is configured', async () => {
    const server = await startServer()
    closing.push(() => server.stop())
    expect(await readiness(server)).toEqual([200, undefined])
    expect(await notice(server)).not.toContain('The mail server')
  })
})
