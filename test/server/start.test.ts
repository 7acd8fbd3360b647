// Starts the server as a user does: a successful start, and failed ones that end with a sentence instead of a stack
// trace.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { serverProcess } from '../support/process.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const START = fileURLToPath(new URL('../../src/start.js', import.meta.url))
const folder = temporaryFolder()
/** Nothing exists yet, not even the folder. */
const DATA_DIR = path.join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function started(env: Record<string, string>, before: string[] = []): { status: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, [...before, START], {
    env: { PATH: process.env.PATH, DATA_DIR, ...env },
    encoding: 'utf8',
  })
  return { status, said: stderr.trim() }
}

describe('a failed start', () => {
  it('on an old Node.js names the required version', () => {
    const old = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.19.0'}})"
    const { status, said } = started({}, ['--import', old])
    expect([status, said.split('\n')]).toEqual([1, [expect.stringContaining('needs Node 24 or newer')]])
  })

  it('with an invalid configuration lists all errors', () => {
    const { status, said } = started({ PORT: 'x', SMTP_URL: 'http://relay', LOG_LEVEL: 'loud' })
    expect(status).toBe(1)
    expect(said).toContain('PORT is "x": it must be')
    expect(said).toContain('SMTP_URL')
    expect(said).toContain('LOG_LEVEL is "loud": it must be')
    expect(said).not.toContain('    at ')
  })
})

describe('a successful start', () => {
  it('prints the first credentials once, rejects a second process on the same folder, and stops on request', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR }
    const first = await serverProcess(env)
    expect(first.output()).toMatch(/API key +re_\w+/)
    expect(first.output()).toContain('Administrator  admin@localhost')
    const second = started({ PORT: String(await freePort()) })
    expect([second.status, second.said]).toEqual([1, expect.stringContaining('Another Lettermill server uses')])
    expect(await first.stop()).toBe(0)
    const again = await serverProcess(env)
    expect(again.output()).not.toContain('API key')
    expect(await again.stop()).toBe(0)
  })
})
