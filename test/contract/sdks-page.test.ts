// The page about clients reports the results of test runs, and calls no untested client compatible.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sdksPage } from '../../contract/page.ts'
import { readResults, type Results } from '../../contract/results.ts'
import { npmTools } from '../../contract/tools.ts'

const [tool] = npmTools
const tried = { version: tool!.version, command: tool!.command, contract: 'abc', files: 'def', on: '2026-11-23' }
const rowOf = (results: Results): string =>
  sdksPage(results)
    .split('\n')
    .find(line => line.startsWith(`| [${tool!.id}]`))!

it('is generated from the results of the last runs', () => {
  expect(readFileSync('docs/sdks.md', 'utf8')).toBe(sdksPage(readResults()))
})

it('reports the result of each tool, with its date and contract version', () => {
  expect(rowOf({ [tool!.id]: { ...tried, fault: null } })).toMatch(
    /\| compiles, all calls succeed \| 2026-11-23 `abc` \|$/,
  )
  expect(rowOf({ [tool!.id]: { ...tried, fault: 'does not compile' } })).toMatch(/\| \*\*does not compile\*\* \|/)
})

it('reports no success for tools that were not run, or were run with another version or command', () => {
  for (const results of [{}, { [tool!.id]: { ...tried, version: '0', fault: null } }]) {
    expect(rowOf(results)).toMatch(/\| \*\*not tested\*\* \|  \|$/)
  }
  expect(rowOf({ [tool!.id]: { ...tried, command: 'other', fault: null } })).toContain('**not tested**')
})
