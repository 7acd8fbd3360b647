// The simulation example of the README, run as a team would run it in its CI.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, startServer } from '../support/server.ts'

const EXAMPLE = fileURLToPath(new URL('../../docs/trial-nudge.test.mjs', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function aTemplate(alias: string, subject: string): Promise<void> {
  const variables = [{ key: 'PLAN', type: 'string' }]
  const body = { name: alias, alias, from: 'a@example.com', subject, html: '<p>Hello</p>', variables }
  await server.call('POST', '/templates', { body })
  await server.call('POST', `/templates/${alias}/publish`)
}

const example = (): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', EXAMPLE], {
    env: { PATH: process.env.PATH, LETTERMILL_URL: server.url, LETTERMILL_API_KEY: server.key },
  })

it('fails while a template is missing, and passes with both', async () => {
  await aTemplate('welcome', 'Welcome to {{{PLAN}}}')
  await expect(example()).rejects.toThrow()
  await aTemplate('reminder', 'How do you like {{{PLAN}}}?')
  expect((await example()).stdout).toContain('# pass 2')
  expect((await server.call('GET', '/emails')).body.data).toEqual([])
})
