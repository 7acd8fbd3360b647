// The commands of docs/testing.md, as a reader would type them, against a mock and a sandbox.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMock } from '../../scripts/mock/mock.ts'
import { aSandbox, type TestSandbox } from '../support/sandbox.ts'

/** The commands of the simulation are tested in docs-simulation.test.ts. */
const [PAGE = ''] = readFileSync('docs/testing.md', 'utf8').split('## The simulation')

let mock: Awaited<ReturnType<typeof startMock>>
let sandbox: TestSandbox
beforeAll(async () => {
  mock = await startMock({ PORT: '0' }, pino({ level: 'silent' }))
  sandbox = await aSandbox()
})
afterAll(async () => {
  await mock.stop()
  await sandbox.stop()
})

it('describes what happens', async () => {
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
  const script = blocks
    .join('\n')
    .replaceAll('http://localhost:3001', mock.url)
    .replaceAll('http://localhost:3002', sandbox.url)
    // each response on a separate line
    .replace('curl --fail-with-body -sS', String.raw`curl --fail-with-body -sS -w "\n"`)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `shopt -s expand_aliases\n${script}`])
  // commands that must fail report it
  expect([...stderr.matchAll(/^curl: .* error: (\d+)$/gm)].map(([, status]) => status)).toEqual([
    '422',
    '401',
    '401',
    '400',
  ])
  const answers = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(answers).toMatchObject([
    { object: 'segment' },
    { statusCode: 422, message: expect.stringContaining('`name`') },
    { statusCode: 401 },
    { statusCode: 401, name: 'restricted_api_key' },
    { statusCode: 400, message: expect.stringContaining('200') },
    { object: 'segment', id: answers[0].id },
    { id: expect.any(String) },
    { object: 'sandbox_clock' },
    { data: [{ email_id: answers[6].id, text: 'It works.', raw: expect.stringContaining('Subject: Hello') }] },
    { object: 'sandbox' },
    { object: 'automation' },
    { now: expect.stringContaining('2027-01-01T08:00') },
    { object: 'event' },
    { now: expect.stringContaining('2027-01-31T08:00') },
    { data: [{ to: ['ada@example.net'], created_at: expect.stringContaining('2027-01-31T08:00') }] },
  ])
  expect(answers).toHaveLength(15)
})
