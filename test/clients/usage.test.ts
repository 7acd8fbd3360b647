// GET /usage in the published SDK, unmodified and in a separate process; the command line and the MCP server do not
// offer it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SdkRun, sdkRun } from '../support/sdk.ts'

let answers: SdkRun['answers']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, end } = await sdkRun('usage-program.ts'))
})
afterAll(() => end())

it('the SDK returns the usage', () => {
  expect(answers.usage).toMatchObject({
    object: 'usage',
    emails: { daily: { used: 0, limit: null }, monthly: { used: 0, limit: 1_000_000_000 } },
    rate_limit: { limit: 100_000, duration: '1s' },
  })
})
