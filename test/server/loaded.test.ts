// The modules that a server has loaded after its start and one accepted email: none that only some servers or other
// requests need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

/** Reports the file of each module that is loaded, over the channel to the test. */
const REPORTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const loaded = []
  process.on('worker', () => loaded.push('a thread'))
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('message', () => process.send(loaded))
  process.channel.unref()
`)}`

/** Each is loaded when it is first used (src/base/runtime/lazy.ts). */
const LATER = (
  'pg smtp-server postal-mime nodemailer csv-parse csv-stringify chrono-node marked temporal-polyfill dns-packet ' +
  'jose @fastify/busboy @koa/router yaml @simplewebauthn/server'
).split(' ')

it('no package is loaded that neither a start nor an email needs', async () => {
  const key = `re_${'a'.repeat(30)}`
  const port = String(await freePort())
  const env = { PATH: process.env.PATH, PORT: port, DATA_DIR: temporaryFolder(), BOOTSTRAP_API_KEY: key }
  const server = spawn(process.execPath, ['--import', REPORTING, 'src/start.js'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    for await (const piece of server.stdout!) if (String(piece).includes('"listening')) break
    const mail = { from: 'ada@example.org', to: 'grace@example.net', subject: 'Hello', text: 'It works' }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = await fetch(`http://127.0.0.1:${port}/emails`, { method: 'POST', headers, body: JSON.stringify(mail) })
    expect(sent.status).toBe(200)
    const reported = once(server, 'message')
    server.send('loaded')
    const [urls] = (await reported) as [string[]]
    const packages = new Set(urls.map(url => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
    expect(packages).toContain('koa')
    // it wires the operations to their handlers
    expect(packages).toContain('openapi-backend')
    expect(LATER.filter(name => packages.has(name))).toEqual([])
    expect([...packages].filter(name => name?.startsWith('@opentelemetry'))).toEqual([])
    expect(urls).not.toContain('a thread')
    expect(urls.filter(url => url.includes('/src/interfaces/dashboard/pages/'))).toEqual([])
  } finally {
    server.kill('SIGKILL')
  }
})
