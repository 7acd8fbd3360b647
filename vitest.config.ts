import { defineConfig } from 'vitest/config'

const config = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/faults/long/**'],
    // by default one core is left to whoever watches, and of two that is half
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
