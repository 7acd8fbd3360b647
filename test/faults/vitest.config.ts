import { defineConfig } from 'vitest/config'

const config = defineConfig({
  test: {
    include: ['test/faults/long/**/*.test.ts'],
    globalSetup: ['test/support/leavings.ts'],
    testTimeout: 900_000,
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
