// Test runs must leave no files or processes on the machine.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

it('leaves nothing, even if a test did not clean up', () => {
  const TMPDIR = temporaryFolder()
  const untidy = ['test/metrics/contract.test.ts', '-t', 'a port that is in use prevents the first start']
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...untidy], {
    env: { PATH: process.env.PATH, TMPDIR },
    encoding: 'utf8',
  })
  expect(stdout).toContain('1 passed')
  expect(status).toBe(0)
  expect(readdirSync(TMPDIR)).toEqual([])
})

it('uses one folder until then', () => {
  expect(path.dirname(temporaryFolder())).toBe(tmpdir())
  expect(tmpdir()).toBe(process.env.TESTS_TMPDIR)
})
