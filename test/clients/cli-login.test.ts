// The published command-line client logs in like a user: in a terminal, through the browser and our own pages. Then it
// works with its stored tokens, also after its access token has expired.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type IPty, spawn } from '@lydell/node-pty'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answered } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

const CLI = fileURLToPath(new URL('../../node_modules/resend-cli/dist/cli.cjs', import.meta.url))
const WITHIN_MS = 60_000

let server: TestServer
let home: string
let opened: string
let env: Record<string, string>

beforeAll(async () => {
  server = await startServer()
  home = temporaryFolder()
  opened = path.join(home, 'opened')
  const bin = path.join(home, 'bin')
  mkdirSync(bin)
  // the commands that open a browser on Linux and on macOS
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 })
  }
  env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    TERM: 'xterm-256color',
    RESEND_BASE_URL: server.url,
    RESEND_CREDENTIAL_STORE: 'file',
    RESEND_TELEMETRY_DISABLED: '1',
    RESEND_NO_UPDATE_NOTIFIER: '1',
  }
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

interface Terminal {
  process: IPty
  seen: () => string
  ended: Promise<number>
}

function terminal(...command: string[]): Terminal {
  const process_ = spawn(process.execPath, [CLI, ...command], { cols: 160, rows: 40, cwd: home, env })
  let text = ''
  process_.onData(data => (text += data))
  const ended = new Promise<number>(resolve => process_.onExit(({ exitCode }) => resolve(exitCode)))
  return { process: process_, seen: () => text, ended }
}

async function until<T>(look: () => T | undefined, seen: () => string): Promise<T> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`it did not come to that:\n${seen()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined
  } catch {
    return undefined
  }
}

interface Stored {
  file: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the client's own file
  content: any
}

/** The file in which the client stores its tokens. */
function stored(): Stored {
  const file = path.join(env.XDG_CONFIG_HOME!, 'resend', 'credentials.json')
  return { file, content: JSON.parse(readFileSync(file, 'utf8')) }
}

const run = async (...command: string[]): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...command, '--json'], { env, cwd: home })
  return JSON.parse(stdout)
}

describe.skipIf(process.platform === 'win32')('the command-line client', () => {
  it('logs in, works with its tokens, and refreshes them after they expire', async () => {
    const login = terminal('login')
    await until(() => (login.seen().includes('How would you like to authenticate?') ? true : undefined), login.seen)
    login.process.write('\r')
    const url = await until(() => contentOf(opened), login.seen)
    expect(url.startsWith(`${server.url}/oauth/authorize?`)).toBe(true)
    const page = await fetch(await answered(server, url, 'approve'))
    expect(page.status).toBe(200)
    expect(await login.ended, login.seen()).toBe(0)

    const keys = await server.call('GET', '/api-keys')
    const ids = keys.body.data.map(({ id }: { id: string }) => id)
    expect(await run('api-keys', 'list')).toMatchObject({ data: [{ id: ids[0] }] })

    const { file, content } = stored()
    const profile = content.profiles.default
    expect(profile).toMatchObject({ type: 'oauth_grant', scope: 'full_access' })
    // almost expired for the client, and already expired for the server
    profile.access_token_expires_at = Math.floor(Date.now() / 1000) + 5
    const [{ refresh_token }, wrong] = [profile, `${profile.access_token}x`]
    profile.access_token = wrong
    writeFileSync(file, JSON.stringify(content))
    expect(await run('api-keys', 'list')).toMatchObject({ data: [{ id: ids[0] }] })
    const renewed = stored().content.profiles.default
    expect(renewed.refresh_token).not.toBe(refresh_token)
    expect(renewed.access_token).not.toBe(wrong)
  })

  it('reports a denial by the user', async () => {
    rmSync(opened, { force: true })
    const login = terminal('login', '--profile', 'second')
    await until(() => (login.seen().includes('How would you like to authenticate?') ? true : undefined), login.seen)
    login.process.write('\r')
    const url = await until(() => contentOf(opened), login.seen)
    await fetch(await answered(server, url, 'deny'))
    expect(await login.ended).toBe(1)
    expect(login.seen()).toContain('Authorization denied: access_denied')
  })
})
