import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const config = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/faults/long/**'],
    // one more than cores, as many tests wait for a browser, a process or a time
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
