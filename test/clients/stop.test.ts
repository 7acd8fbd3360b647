// Stopping: the signal reaches the server, no connection is served indefinitely, and no accepted email is lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { sql } from '../support/beside.ts'
import { anEmailBody } from '../support/emails.ts'
import { isFree, freePort } from '../support/port.ts'
import { type ServerProcess, serverProcess } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const KEY = 're_stopping0000000000000000000000'
const CONNECTIONS = 16
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Env = Record<string, string> & { PORT: string; DATA_DIR: string }

async function anEnv(): Promise<Env> {
  const DATA_DIR = temporaryFolder()
  closing.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  return { DATA_DIR, PORT: String(await freePort()), BOOTSTRAP_API_KEY: KEY }
}

async function aServer(env: Env): Promise<ServerProcess> {
  const server = await serverProcess(env)
  closing.push(() => server.kill())
  return server
}

/** Accepts connections and never responds. */
async function silentRelay(): Promise<string> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`
}

interface Answered {
  id: string
  last: boolean
  at_ms: number
}

/** Sends emails in sequence on one connection until a request is refused. */
async function sendOnAndOn(url: string, answers: Answered[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify(anEmailBody())
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const once = (): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const request = http.request(`${url}/emails`, { method: 'POST', agent, headers }, response => {
        let text = ''
        response.on('data', part => (text += part)).on('error', reject)
        const last = response.headers.connection === 'close'
        response.on('end', () => resolve({ id: JSON.parse(text).id, last, at_ms: performance.now() }))
      })
      request.on('error', reject).end(body)
    })
  try {
    for (;;) answers.push(await once())
  } catch {
    agent.destroy()
  }
}

/** Sends half of a request before the server stops; `finish` sends the rest. */
async function halfSent(url: string): Promise<{ finish: () => Promise<Answered> }> {
  const body = JSON.stringify(anEmailBody())
  const headers = {
    authorization: `Bearer ${KEY}`,
    'content-type': 'application/json',
    'content-length': body.length,
    // the server confirms when it has read up to here
    expect: '100-continue',
  }
  const request = http.request(`${url}/emails`, { method: 'POST', headers, agent: false })
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on('error', reject).on('response', response => {
      let text = ''
      response.on('data', part => (text += part)).on('error', reject)
      const last = response.headers.connection === 'close'
      response.on('end', () => resolve({ id: JSON.parse(text).id, last, at_ms: performance.now() }))
    })
  })
  await new Promise<void>((resolve, reject) => request.on('continue', resolve).on('error', reject).flushHeaders())
  request.write(body.slice(0, 10))
  return {
    finish: () => {
      request.end(body.slice(10))
      return answered
    },
  }
}

describe('a server under constant load', () => {
  it('finishes open requests, closes their connections, and exits', async () => {
    const env = await anEnv()
    const server = await aServer(env)
    const answers: Answered[] = []
    const loads = Array.from({ length: CONNECTIONS }, () => sendOnAndOn(server.url, answers))
    await expect.poll(() => answers.length).toBeGreaterThan(200)
    const half = await halfSent(server.url)
    const code = server.stop()
    const signalled = answers.length
    await Promise.all(loads)
    answers.push(await half.finish())
    expect(await code).toBe(0)
    expect(await isFree(Number(env.PORT))).toBe(true)
    const lasts = answers.filter(({ last }) => last)
    expect(lasts.length).toBeGreaterThan(0)
    // at most one last response per connection; responses before the server handled the signal do not count
    expect(lasts.length).toBeLessThanOrEqual(CONNECTIONS + 1)
    expect(answers.slice(-lasts.length).every(({ last }) => last)).toBe(true)
    expect(answers.length - signalled).toBeLessThan(1000)
    await allThere(await anotherStart(env), answers)
  })
})

/** Starts in the folder of the exited process, which shows that the folder is free and which emails it contains. */
async function anotherStart({ DATA_DIR }: Env): Promise<TestServer> {
  const server = await startServer({ DATA_DIR, BOOTSTRAP_API_KEY: KEY })
  closing.push(() => server.stop())
  return server
}

async function allThere(server: TestServer, answers: Answered[]): Promise<void> {
  const stored = new Set<string>()
  let after = ''
  for (let more = true; more;) {
    const path = `/emails?limit=100${after && `&after=${after}`}`
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${KEY}` } })
    const { data, has_more } = (await response.json()) as { data: { id: string }[]; has_more: boolean }
    for (const { id } of data) stored.add(id)
    after = data.at(-1)!.id
    more = has_more
  }
  expect(answers.filter(({ id }) => !stored.has(id))).toEqual([])
}

describe('a server that waits for a silent relay', () => {
  const waiting = async (stop_s: string): Promise<{ server: ServerProcess; env: Env }> => {
    const env = { ...(await anEnv()), SMTP_URL: await silentRelay(), STOP_SECONDS: stop_s }
    const server = await aServer(env)
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const body = JSON.stringify(anEmailBody())
    expect((await fetch(`${server.url}/emails`, { method: 'POST', headers, body })).status).toBe(200)
    const open = `select 1 from email_attempts where phase = 'open'`
    await expect.poll(() => sql({ database_url: `sqlite:${env.DATA_DIR}/lettermill.db` }, open)).toHaveLength(1)
    return { server, env }
  }

  it('waits for the configured time and exits cleanly', async () => {
    const { server } = await waiting('6')
    expect(await server.stop()).toBe(0)
  })

  it('exits immediately after the second signal', async () => {
    const { server } = await waiting('120')
    const exit = server.stop()
    await expect.poll(server.output).toContain('"msg":"stopping"')
    // a signal within a second counts as the same signal, forwarded twice
    await pause(1000)
    expect(server.child.exitCode).toBeNull()
    server.child.kill('SIGTERM')
    expect(await exit).toBe(1)
  })
})

describe.runIf(process.platform === 'linux')('npm start', () => {
  it.each<[string, (npm: ChildProcess) => void]>([
    ['SIGTERM to npm', npm => npm.kill('SIGTERM')],
    ['SIGINT to npm', npm => npm.kill('SIGINT')],
    ['Ctrl-C, that is SIGINT to the process group', npm => process.kill(-npm.pid!, 'SIGINT')],
    ['SIGTERM to the process group', npm => process.kill(-npm.pid!, 'SIGTERM')],
  ])('ends with %s and leaves no process behind', async (_how, signal) => {
    const env = await anEnv()
    const npm = spawn('npm', ['start'], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    closing.push(() => groupEnded(npm))
    let said = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', part => (said += part))
    await expect.poll(() => said).toContain('"msg":"listening')
    const exited = new Promise(resolve => npm.once('exit', resolve))
    signal(npm)
    await exited
    await expect.poll(() => isFree(Number(env.PORT))).toBe(true)
    await expect.poll(() => isGone(npm)).toBe(true)
    expect(said).toContain('"msg":"stopping"')
    // the folder is free, too
    await anotherStart(env)
  })
})

function isGone(npm: ChildProcess): boolean {
  try {
    process.kill(-npm.pid!, 0)
    return false
  } catch {
    return true
  }
}

function groupEnded(npm: ChildProcess): void {
  if (!isGone(npm)) process.kill(-npm.pid!, 'SIGKILL')
}
