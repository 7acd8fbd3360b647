// The output of the first start: its command works unchanged in each delivery mode.
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/base/config/config.ts'
import { greeting } from '../../src/app/first-start.ts'
import { startServer, type TestServer } from '../support/server.ts'

const HAS_CURL = spawnSync('curl', ['--version']).status === 0

let server: TestServer | undefined
afterEach(() => server?.stop())

describe.skipIf(!HAS_CURL)('the command of the first start (skipped without curl)', () => {
  it.each<[string, Record<string, string>, object]>([
    ['with mail that is captured', {}, { id: expect.any(String) }],
    ['with a relay elsewhere', { SMTP_URL: 'smtp://relay.invalid', STOP_SECONDS: '1' }, { object: 'list', data: [] }],
    ['with direct delivery', { DELIVERY: 'direct', STOP_SECONDS: '1' }, { object: 'list', data: [] }],
  ])('works %s', async (_, env, answer) => {
    server = await startServer(env)
    const text = greeting(server.first_access!, readConfig({ ...env, PORT: String(server.port) }))
    const [command] = /^ {2}curl [^]*$/m.exec(text)!
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject(answer)
  })
})
