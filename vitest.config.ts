import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { PROJECTS, projectsOf, testFiles } from './test/sets.ts'
import { hasPostgres } from './test/support/postgres/binaries.ts'

const files = testFiles()

/** Tests make much that is gone at once: with room for it, collecting that takes a sixth less of their time. */
const execArgv = ['--min-semi-space-size=16']
const POSTGRES = { env: { DATABASE: 'postgres' }, globalSetup: ['test/support/postgres/setup.ts'] }

const projects = PROJECTS.map(name => {
  const onPostgres = name.endsWith('postgres')
  const isAlone = name.endsWith('alone')
  const include = files.filter(file => projectsOf(file).includes(name))
  return {
    extends: true as const,
    test: {
      name,
      include: onPostgres && !hasPostgres() ? [] : include,
      ...(!isAlone && { isolate: false, execArgv }),
      ...(onPostgres && POSTGRES),
      // the same with every other test: `UNITS=twice npx vitest run --project '!twice' /contract`
      ...(name === 'twice' && { env: { UNITS: 'twice' } }),
    },
  }
})

const config = defineConfig({
  test: {
    globalSetup: ['test/support/temporary-files.ts'],
    setupFiles: ['test/support/seed.ts', 'test/support/ready-keys.ts'],
    projects,
    // one more than cores, as many tests wait for a browser, a process or a time
    maxWorkers: availableParallelism() + 1,
    // these end what hangs: however long it takes on a machine that does much else, a test is as good
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
