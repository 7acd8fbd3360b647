import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { testFiles } from '../sets.ts'

/**
 * Elsewhere they draw the same values each time (test/support/seed.ts). Here they draw others, and a failure prints the
 * seed.
 */
const properties = testFiles().filter(file => readFileSync(file, 'utf8').includes(" from 'fast-check'"))

const config = defineConfig({
  test: {
    // and all cases of tests that `npm test` only samples
    include: ['test/faults/long/**/*.test.ts', 'test/faults/disk.test.ts', 'test/browser/docs.test.ts', ...properties],
    env: { SAMPLES: 'all' },
    globalSetup: ['test/support/temporary-files.ts'],
    testTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
