// GET /usage by the published SDK, unmodified and in a process of its own; the command line and the MCP server have none.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SdkRun, sdkRun } from '../support/sdk.ts'

let answers: SdkRun['answers']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, end } = await sdkRun('usage-program.ts'))
})
afterAll(() => end())

it('the SDK shows what was used', () => {
  expect(answers.usage).toMatchObject({
    object: 'usage',
    emails: { daily: { used: 0, limit: null }, monthly: { used: 0, limit: 1_000_000_000 } },
    rate_limit: { limit: 100_000, duration: '1s' },
  })
})
