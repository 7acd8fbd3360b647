import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { hasPostgres } from './test/support/postgres/binaries.ts'

/**
 * Tests of what there is once in a process, or that change it: a file has a process of its own. All others share theirs
 * with files before them, as loading the server takes 2 s of a core.
 */
const ALONE = [
  // the environment and the console
  'test/clients/code-samples.test.ts',
  // a builtin that is exchanged
  'test/browser/account.test.ts',
  'test/http/warm-up.test.ts',
  // the driver of the database
  'test/faults/disk.test.ts',
  // its memory, or what all servers of a process have together
  'test/clients/own-sdk.test.ts',
  'test/http/large-answers.test.ts',
  'test/http/large-bodies.test.ts',
  'test/attachments/large.test.ts',
  // every statement that was declared
  'test/store/dialects.test.ts',
  'test/store/team-names.test.ts',
]

/** Walks through the product's main ways, for which it is seen that each unit of work may run twice. */
const RUN_TWICE = [
  'test/automations/jobs/automations.test.ts',
  'test/delivery/jobs/delivery.test.ts',
  'test/queue/jobs/queue.test.ts',
  'test/contacts/contract/contacts.test.ts',
  'test/oauth/contract/token.test.ts',
  'test/oauth/contract/confidential.test.ts',
]

/** What is about PostgreSQL alone. */
const POSTGRES_ONLY = ['test/*/postgres/**/*.test.ts']

/** What holds on both databases, so that it runs once more on PostgreSQL: `npx vitest run --project postgres`. */
const ON_BOTH = [
  'test/store/*.test.ts',
  'test/*/{contract,jobs,store}.test.ts',
  'test/*/{contract,jobs,store}/**/*.test.ts',
  'test/signals/*.test.ts',
  'test/server/sweep.test.ts',
  // what the pages read and write
  'test/browser/{page,automations}.test.ts',
]

/**
 * Tests of contracts and jobs in which the database is beside the point: what is refused before it is asked, the engine, and
 * what is larger rather than other. `ON_POSTGRES=all npx vitest run --project postgres` runs them there, too.
 */
const BESIDE_THE_POINT =
  process.env.ON_POSTGRES === 'all'
    ? []
    : [
        'test/oauth/contract/{bad-input,reach,discovery,descriptions,settings}.test.ts',
        'test/metrics/contract.test.ts',
        'test/automations/contract/simulation.test.ts',
        'test/automations/jobs/{simulation,parallel,steps,http-request}.test.ts',
        'test/contacts/jobs.test.ts',
        // what servers of files say, and what is written into and over a mail that goes out
        'test/attachments/jobs/{fetching,delivery}.test.ts',
        'test/unsubscribe/jobs/headers.test.ts',
        'test/domains/jobs/signing.test.ts',
        // what other servers say, of mail and of names
        'test/delivery/jobs/{matrix,direct-tls}.test.ts',
        'test/delivery/contract/relay.test.ts',
        'test/domains/jobs/{checks,mail-host}.test.ts',
        // what is said at the doors of mail
        'test/smtp/contract/{starttls,submission,return-path}.test.ts',
      ]

/** Tests make much that is gone at once: with room for it, collecting that takes a sixth less of their time. */
const execArgv = ['--min-semi-space-size=16']

const config = defineConfig({
  test: {
    globalSetup: ['test/support/leavings.ts'],
    // in the order in which they run: what takes longest is not left for the end, where a core would have nothing to do
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          execArgv,
          include: hasPostgres() ? [...POSTGRES_ONLY, ...ON_BOTH] : [],
          exclude: ['test/store/sqlite/**', ...BESIDE_THE_POINT, ...ALONE],
          env: { DATABASE: 'postgres' },
          globalSetup: ['test/support/postgres/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'once',
          isolate: false,
          execArgv,
          include: ['test/**/*.test.ts'],
          exclude: ['test/faults/long/**', ...ALONE, ...POSTGRES_ONLY],
        },
      },
      // the same with every other test: `UNITS=twice npx vitest run --project '!twice' /contract`
      { extends: true, test: { name: 'twice', isolate: false, execArgv, include: RUN_TWICE, env: { UNITS: 'twice' } } },
    ],
    // one more than cores, as many tests wait for a browser, a process or a time
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default config
