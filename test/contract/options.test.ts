// A command rejects unknown options and does nothing, so that a misspelled option is not mistaken for success.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { COMPILED } from '../support/compiled.ts'
import { temporaryFolder } from '../support/folder.ts'

const DATA_DIR = temporaryFolder()
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

it.each([
  ['contract:diff', 1, ['scripts/contract-diff/main.ts']],
  ['sdk', 1, ['scripts/sdk/main.ts']],
  ['check', 1, ['scripts/check.ts']],
  ['contract', 1, ['contract/main.ts']],
  ['partners', 1, ['contract/partners/main.ts']],
  ['mock', 1, ['src/start.js', 'mock']],
  ['sandbox', 1, ['src/start.js', 'sandbox']],
  // exit code 1 means that the deployment failed the check
  ['verify', 2, ['scripts/verify/main.ts']],
])(
  'npm run %s refuses an unknown option with %i',
  (_, code, command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command, '--chnagelog'], {
      env: { PATH: process.env.PATH, ...COMPILED, DATA_DIR, PORT: '0' },
      encoding: 'utf8',
      // a server that starts despite the option
      timeout: 100_000,
    })
    expect({ status, stdout }).toEqual({ status: code, stdout: '' })
    expect(stderr).toContain('--chnagelog')
    expect(stderr).not.toContain('    at ')
  },
  30_000,
)
