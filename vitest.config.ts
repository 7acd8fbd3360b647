import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Walks through the product's main ways, for which it is seen that each unit of work may run twice. */
const RUN_TWICE = [
  'test/jobs/automations.test.ts',
  'test/jobs/delivery.test.ts',
  'test/jobs/queue.test.ts',
  'test/contract/contacts.test.ts',
  'test/contract/oauth/token.test.ts',
  'test/contract/oauth/confidential.test.ts',
]

const config = defineConfig({
  test: {
    globalSetup: ['test/support/leavings.ts'],
    projects: [
      { extends: true, test: { name: 'once', include: ['test/**/*.test.ts'], exclude: ['test/faults/long/**'] } },
      // the same with every other test: `UNITS=twice npx vitest run --project once test/contract`
      { extends: true, test: { name: 'twice', include: RUN_TWICE, env: { UNITS: 'twice' } } },
    ],
    // one more than cores, as many tests wait for a browser, a process or a time
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
