import { defineConfig } from 'vitest/config'

const config = defineConfig({
  test: {
    // and the whole of what `npm test` takes samples of
    include: [
      'test/faults/long/**/*.test.ts',
      'test/faults/disk.test.ts',
      'test/browser/docs.test.ts',
      'test/automations/jobs/simulation.test.ts',
    ],
    env: { SAMPLES: 'all' },
    globalSetup: ['test/support/leavings.ts'],
    testTimeout: 900_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
